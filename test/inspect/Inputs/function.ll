define i32 @device_function(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
