; What only the host understands goes; what every target understands stays.
; RUN: %opt -passes=ptx-forget-host %s | FileCheck %s

; CHECK-NOT: module asm
; CHECK-NOT: comdat
; CHECK-NOT: @llvm.used
; CHECK: @t = internal constant i32 7{{$}}
$t = comdat any
@t = linkonce_odr hidden constant i32 7, section "rodata", comdat
@llvm.used = appending global [1 x ptr] [ptr @t], section "llvm.metadata"
module asm "nop"
; CHECK: define internal void @f() [[OURS:#[0-9]+]] {
; CHECK-NEXT: ret void{{$}}
define dso_local void @f() #0 personality ptr @p !dbg !4 {
  ret void, !dbg !7
}
; CHECK: declare i32 @p(...)
declare i32 @p(...)
; CHECK: attributes [[OURS]] = { nounwind "mine" }
; CHECK-NOT: !llvm.module.flags
attributes #0 = { nounwind uwtable sspstrong "target-cpu"="skylake" "frame-pointer"="all" "mine" }
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 8, !"PIC Level", i32 2}
!4 = distinct !DISubprogram(name: "f", file: !1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 1, scope: !4)
