; Helpers that are called take addresses and give results; their registers carry their name.
; RUN: fencepost litmus --count %s | FileCheck %s
@x = addrspace(1) global i32 0
@flag = addrspace(1) global i32 0
define void @publish(ptr addrspace(1) %p, i32 %v) {
  store atomic i32 %v, ptr addrspace(1) %p syncscope("agent") release, align 4
  ret void
}
define i1 @isSet(ptr addrspace(1) %p) {
  %v = load atomic i32, ptr addrspace(1) %p syncscope("agent") acquire, align 4
  %set = icmp ne i32 %v, 0
  ret i1 %set
}
; @P0: workgroup 0
define void @P0() {
  store i32 1, ptr addrspace(1) @x
  call void @publish(ptr addrspace(1) @flag, i32 3)
  ret void
}
; @P1: workgroup 1
define void @P1() {
  %set = call i1 @isSet(ptr addrspace(1) @flag)
  br i1 %set, label %then, label %done
then:
  %r = load i32, ptr addrspace(1) @x
  br label %done
done:
  ret void
}
; ~exists (P1:isSet.v = 3 /\ P1:r = 0)

; CHECK: Test helper-functions Forbidden
; CHECK-NEXT: States 2
; CHECK-NEXT: 1:set=0; 1:isSet.v=0; 1:isSet.set=0; 1:r=0;
; CHECK-NEXT: 1:set=1; 1:isSet.v=3; 1:isSet.set=1; 1:r=1;
; CHECK-NEXT: Ok
; CHECK-NEXT: Witnesses
; CHECK-NEXT: Positive: 0 Negative: 2
; CHECK-NEXT: Condition ~exists (1:isSet.v=3 /\ 1:r=0)
; CHECK-NEXT: Observation helper-functions Never 0 2
; CHECK-NEXT: Executions 2
