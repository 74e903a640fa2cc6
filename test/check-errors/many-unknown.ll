; One reason at many places is reported for some of them, and counted for the others.
; RUN: fencepost check -mcpu=gfx942 %s > %t; test $? = 3
; RUN: FileCheck %s < %t
; RUN: grep -c 'unknown: ' %t | FileCheck %s --check-prefix=COUNT
; COUNT: {{^}}8{{$}}
; CHECK:      many-unknown.ll:20:3: unknown: kernel k: not fully checked: calls an unknown function [not-understood]
; CHECK:      many-unknown.ll:20:3: note: the same at 4 more places of the kernel
; CHECK-NEXT: 1 kernel checked: 0 errors, 0 warnings, 8 unknown
target triple = "amdgcn-amd-amdhsa"


define amdgpu_kernel void @k(ptr %f) {
  call void %f()
  call void %f()
  call void %f()
  call void %f()
  call void %f()
  call void %f()
  call void %f()
  call void %f()
  call void %f()
  call void %f()
  call void %f()
  call void %f()
  ret void
}
