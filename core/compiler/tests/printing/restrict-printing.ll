; Formats become such as every device has.
; RUN: %opt -passes=restrict-printing %s | FileCheck %s

; CHECK-DAG: [[FORMAT:@[0-9]+]] = {{.*}} c"100%% %ld %-8lx %d %u %c %s %p\0A\00"
; CHECK-DAG: [[STARS:@[0-9]+]] = {{.*}} c"%-12.3f %.3e %g %f\00"
@format = private constant [36 x i8] c"100%% %zd %-8llx %hd %hhu %c %s %p\0A\00"
@stars = private constant [18 x i8] c"%*.*f %.3le %g %F\00"
@text = private constant [5 x i8] c"text\00"
declare i32 @__ndweave_printf(ptr, ...)

; CHECK-LABEL: define i32 @kernel(
; h and hh cut what they print.
; CHECK-NEXT: [[SHORT:%.*]] = trunc i32 %x to i16
; CHECK-NEXT: [[SIGNED:%.*]] = sext i16 [[SHORT]] to i32
; CHECK-NEXT: [[CHAR:%.*]] = trunc i32 %x to i8
; CHECK-NEXT: [[UNSIGNED:%.*]] = zext i8 [[CHAR]] to i32
; CHECK-NEXT: [[LOW:%.*]] = trunc i64 %l to i32
; CHECK-NEXT: [[N:%.*]] = call i32 (ptr, ...) @__ndweave_printf(ptr [[FORMAT]], i64 %l, i64 %l, i32 [[SIGNED]], i32 [[UNSIGNED]], i32 [[LOW]], ptr @text, ptr %f)
; A float stays one, and a number that is one; others are doubles.
; CHECK-NEXT: call i32 (ptr, ...) @__ndweave_printf(ptr [[STARS]], float %y, float 2.500000e-01, double 1.000000e-01, double %z)
; CHECK-NEXT: ret i32 [[N]]
define i32 @kernel(ptr %f, i32 %x, i64 %l, float %y, double %z) {
  %n = call i32 (ptr, ...) @__ndweave_printf(ptr @format, i64 %l, i64 %l, i32 %x, i32 %x, i64 %l, ptr @text, ptr %f)
  %wide = fpext float %y to double
  %m = call i32 (ptr, ...) @__ndweave_printf(ptr @stars, i32 -12, i32 3, double %wide, double 2.5e-01, double 1.0e-01, double %z)
  ret i32 %n
}
