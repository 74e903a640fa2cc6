; Metadata on an instruction or on the kernel suppresses as comments do.
; RUN: not fencepost check -mcpu=gfx942 %s | FileCheck %s
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [256 x i32] poison

; CHECK-NOT: @first
define amdgpu_kernel void @first() !reqd_work_group_size !0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @lds, i32 %id
  %mirror = sub i32 255, %id
  %theirs = getelementptr i32, ptr addrspace(3) @lds, i32 %mirror
  store i32 1, ptr addrspace(3) %mine, !fencepost.ignore !1
  %got = load i32, ptr addrspace(3) %theirs
  ret void
}

define amdgpu_kernel void @second() !reqd_work_group_size !0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @lds, i32 %id
  %mirror = sub i32 255, %id
  %theirs = getelementptr i32, ptr addrspace(3) @lds, i32 %mirror
  store i32 1, ptr addrspace(3) %mine
  %got = load i32, ptr addrspace(3) %theirs, !fencepost.ignore !2
  ret void
}

define amdgpu_kernel void @whole() !reqd_work_group_size !0 !fencepost.ignore !1 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @lds, i32 %id
  %mirror = sub i32 255, %id
  %theirs = getelementptr i32, ptr addrspace(3) @lds, i32 %mirror
  store i32 1, ptr addrspace(3) %mine
  %got = load i32, ptr addrspace(3) %theirs
  ret void
}

; CHECK: suppress-metadata.ll:[[@LINE+6]]:3: error: kernel other: {{.*}}'lds'{{.*}} [lds-race]
define amdgpu_kernel void @other() !reqd_work_group_size !0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @lds, i32 %id
  %mirror = sub i32 255, %id
  %theirs = getelementptr i32, ptr addrspace(3) @lds, i32 %mirror
  store i32 1, ptr addrspace(3) %mine, !fencepost.ignore !3
  %got = load i32, ptr addrspace(3) %theirs
  ret void
}

; CHECK: suppress-metadata.ll:[[@LINE-5]]:3: warning: there is no finding 'lds-rase', did you mean 'lds-race'? [bad-suppression]
; CHECK: suppress-metadata.ll:[[@LINE-6]]:3: warning: there is no finding '' [bad-suppression]
; CHECK: 4 kernels checked: 1 error, 2 warnings, 0 unknown, 3 suppressed

!0 = !{i32 256, i32 1, i32 1}
!1 = !{!"lds-race"}
!2 = !{}
!3 = !{!"lds-rase", !"global-race", i32 7}
