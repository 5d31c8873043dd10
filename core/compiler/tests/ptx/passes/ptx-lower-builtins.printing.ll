; printf is the driver's vprintf, which gets the arguments in a buffer.
; RUN: %opt -passes=ptx-lower-builtins %s | FileCheck %s

@format = private constant [12 x i8] c"%d %f %s\0A\00\00\00"
@plain = private constant [7 x i8] c"plain\0A\00"
declare i32 @__ndweave_printf(ptr, ...)

; CHECK-LABEL: define void @kernel(
; CHECK-NEXT: [[BUFFER:%.*]] = alloca { i32, double, ptr }
; CHECK-NEXT: [[WIDE:%.*]] = fpext float %y to double
; CHECK-NEXT: [[FIRST:%.*]] = getelementptr inbounds{{.*}} { i32, double, ptr }, ptr [[BUFFER]], i32 0, i32 0
; CHECK-NEXT: store i32 %x, ptr [[FIRST]]
; CHECK-NEXT: [[SECOND:%.*]] = getelementptr inbounds{{.*}} { i32, double, ptr }, ptr [[BUFFER]], i32 0, i32 1
; CHECK-NEXT: store double [[WIDE]], ptr [[SECOND]]
; CHECK-NEXT: [[THIRD:%.*]] = getelementptr inbounds{{.*}} { i32, double, ptr }, ptr [[BUFFER]], i32 0, i32 2
; CHECK-NEXT: store ptr %out, ptr [[THIRD]]
; CHECK-NEXT: [[N:%.*]] = call i32 @vprintf(ptr @format, ptr [[BUFFER]])
; CHECK-NEXT: call i32 @vprintf(ptr @plain, ptr null)
; CHECK-NEXT: store volatile i32 [[N]], ptr %out
; CHECK: declare i32 @vprintf(ptr, ptr) [[EFFECTS:#[0-9]+]]
; CHECK: attributes [[EFFECTS]] = { nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
define void @kernel(ptr byval([8 x i8]) %functor, ptr %out, i32 %x, float %y) "ndweave-kernel"="basic" {
  %n = call i32 (ptr, ...) @__ndweave_printf(ptr @format, i32 %x, float %y, ptr %out)
  %m = call i32 (ptr, ...) @__ndweave_printf(ptr @plain)
  store volatile i32 %n, ptr %out
  ret void
}
