; C's functions that print to stdout become calls of one builtin.
; RUN: %opt -passes=normalise-printing %s | FileCheck %s

; CHECK-DAG: [[LINE:@[0-9]+]] = {{.*}} c"%s\0A\00"
; CHECK-DAG: [[CHARACTER:@[0-9]+]] = {{.*}} c"%c\00"
@format = private constant [4 x i8] c"%d\0A\00"
@stdout = external global ptr
@stderr = external global ptr
declare i32 @printf(ptr, ...)
declare i32 @__printf_chk(i32, ptr, ...)
declare i32 @puts(ptr)
declare i32 @putchar(i32)
declare i32 @putc(i32, ptr)
declare i32 @fprintf(ptr, ptr, ...)
; A function of this name that is none of C's.
declare void @fputs(ptr)

; CHECK-LABEL: define i32 @kernel(
; CHECK-NEXT: call i32 (ptr, ...) @__ndweave_printf(ptr @format, i32 %x)
; CHECK-NEXT: call i32 (ptr, ...) @__ndweave_printf(ptr @format, i32 %x)
; CHECK-NEXT: call i32 (ptr, ...) @__ndweave_printf(ptr [[LINE]], ptr %f)
; CHECK-NEXT: call i32 (ptr, ...) @__ndweave_printf(ptr [[CHARACTER]], i32 %x)
; What C libraries make of putchar.
; CHECK-NEXT: call i32 (ptr, ...) @__ndweave_printf(ptr {{@[0-9]+}}, i32 %x)
; CHECK-NEXT: [[LAST:%.*]] = call i32 (ptr, ...) @__ndweave_printf(ptr @format, i32 %x)
; Another stream stays what it is.
; CHECK-NEXT: %err = load ptr, ptr @stderr
; CHECK-NEXT: call i32 (ptr, ptr, ...) @fprintf(ptr %err, ptr @format, i32 %x)
; CHECK-NEXT: call void @fputs(ptr %f)
; CHECK-NEXT: ret i32 [[LAST]]
define i32 @kernel(ptr %f, i32 %x) {
  %a = call i32 (ptr, ...) @printf(ptr @format, i32 %x)
  %b = call i32 (i32, ptr, ...) @__printf_chk(i32 1, ptr @format, i32 %x)
  %c = call i32 @puts(ptr %f)
  %d = call i32 @putchar(i32 %x)
  %out = load ptr, ptr @stdout
  %e = call i32 @putc(i32 %x, ptr %out)
  %out2 = load ptr, ptr @stdout
  %last = call i32 (ptr, ptr, ...) @fprintf(ptr %out2, ptr @format, i32 %x)
  %err = load ptr, ptr @stderr
  %g = call i32 (ptr, ptr, ...) @fprintf(ptr %err, ptr @format, i32 %x)
  call void @fputs(ptr %f)
  ret i32 %last
}
