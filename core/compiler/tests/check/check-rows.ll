; Subscripts of a local_accessor's rows are looked at, as those of private arrays.
; RUN: %opt -passes=check-rows %s | FileCheck %s --implicit-check-not=@__ndweave_check_index

; CHECK-DAG: @[[PLACE:.*]] = private constant [{{[0-9]+}} x i8] c"kernel.cpp:7\00"

; CHECK-LABEL: define void @kernel(
define void @kernel(ptr %f, i64 %i, i64 %n) "ndweave-kernel"="nd-range" !dbg !3 {
; Index and number of elements; 16777232 says that these are an index and of a row.
; CHECK-NEXT: call void @__ndweave_check_private(i64 %i, i64 0, i64 4, i32 16777232, i32 0, ptr null, ptr null)
; CHECK-NEXT: [[P:%.*]] = getelementptr [4 x i32], ptr %f, i64 %i
; CHECK-NEXT: store i32 1, ptr [[P]]
  call void @__ndweave_check_index(i64 %i, i64 4)
  %p = getelementptr [4 x i32], ptr %f, i64 %i
  store i32 1, ptr %p
; A number that only the launch knows, and the place in the source.
; CHECK-NEXT: call void @__ndweave_check_private(i64 %i, i64 0, i64 %n, i32 16777232, i32 0, ptr null, ptr @[[PLACE]])
  call void @__ndweave_check_index(i64 %i, i64 %n), !dbg !4
; The hardest case: a constant index within the row. It is looked at all the same, since the row may be none.
; CHECK-NEXT: call void @__ndweave_check_private(i64 0, i64 0, i64 4, i32 16777232, i32 0, ptr null, ptr null)
  call void @__ndweave_check_index(i64 0, i64 4)
; Other calls stay.
; CHECK-NEXT: call void @check_index(i64 %i, i64 4)
  call void @check_index(i64 %i, i64 4)
  ret void
}

; A function that was not inlined runs without the kernel's checks.
; CHECK-LABEL: define void @recursive(
define void @recursive(ptr %f, i64 %i) {
; CHECK-NEXT: store i32 1, ptr %f
; CHECK-NEXT: ret void
  call void @__ndweave_check_index(i64 %i, i64 4)
  store i32 1, ptr %f
  ret void
}

declare void @__ndweave_check_index(i64, i64)
declare void @check_index(i64, i64)

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, emissionKind: LineTablesOnly)
!2 = !DIFile(filename: "kernel.cpp", directory: "/")
!3 = distinct !DISubprogram(name: "kernel", file: !2, line: 5, type: !5, unit: !1, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 7, scope: !3)
!5 = !DISubroutineType(types: !6)
!6 = !{}
