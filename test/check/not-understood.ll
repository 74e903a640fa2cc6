; A call that leads nowhere known may synchronize or not: silence would look like success.
; RUN: fencepost check -mcpu=gfx942 %s > %t; test $? = 3
; RUN: FileCheck %s < %t
; CHECK: {{.*}}not-understood.ll:[[@LINE+6]]:3: unknown: kernel k: {{.*}} [not-understood]{{$}}
; CHECK-NEXT: {{^}}  call void %f(){{$}}
; CHECK-NEXT: {{^}}  ^{{$}}
; CHECK-NEXT: {{^}}1 kernel checked: 0 errors, 0 warnings, 1 unknown{{$}}
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @k(ptr %f) {
  call void %f()
  ret void
}
