@x = addrspace(1) global i32 0
@flag = addrspace(1) global i32 0

; @P0: workgroup 0
define void @P0() {
  store i32 1, ptr addrspace(1) @x
  store atomic i32 1, ptr addrspace(1) @flag syncscope("agent") release, align 4
  ret void
}

; @P1: workgroup 1
define void @P1() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @flag syncscope("agent") acquire, align 4
  %seen = icmp eq i32 %r0, 1
  br i1 %seen, label %then, label %done
then:
  %r1 = load i32, ptr addrspace(1) @x
  br label %done
done:
  ret void
}

; ~exists (P1:r0 = 1 /\ P1:r1 = 0)
