; Loops over the rows of a group and over tiles of each row.
; RUN: split-file %s %t
; RUN: %opt -passes='c-loop-over-tiles<256>' %t/tiles.ll | FileCheck %s --check-prefix=TILES
; RUN: %opt -passes='c-loop-over-tiles<256>' %t/strips.ll | FileCheck %s --check-prefix=STRIPS
; RUN: %opt -passes='c-loop-over-tiles<256>' %t/small.ll | FileCheck %s --check-prefix=SMALL

; Of 1000 work-items by 4; the last group and the last tile may be smaller.
; TILES: [[X:%.*]] = mul nuw nsw i64 {{%.*}}, 1000
; TILES: [[END_X:%.*]] = call i64 @llvm.umin.i64(
; TILES: [[Y:%.*]] = mul nuw nsw i64 {{%.*}}, 4
; TILES: [[END_Y:%.*]] = call i64 @llvm.umin.i64(
; TILES: [[ROW:%.*]] = phi i64 [ [[Y]],
; TILES: [[TILE:%.*]] = phi i64 [ [[X]],
; TILES: [[LEFT:%.*]] = sub nuw nsw i64 [[END_X]], [[TILE]]
; TILES: [[ITEMS:%.*]] = call i64 @llvm.umin.i64(i64 [[LEFT]], i64 256)
; TILES: [[N:%.*]] = trunc i64 [[ITEMS]] to i32
; TILES: call void @use(i64 [[TILE]], i64 [[ROW]], i32 [[N]])
; TILES: add nuw nsw i64 [[TILE]], 256
; TILES: icmp ult i64 {{%.*}}, [[END_X]]
; TILES: add nuw nsw i64 [[ROW]], 1
; TILES: icmp ult i64 {{%.*}}, [[END_Y]]
; TILES-NOT: @tile

; Strips are tiles, and full ones have a version of their own.
; STRIPS: [[FULL:%.*]] = icmp eq i32 [[N:%.*]], 16
; STRIPS: br i1 [[FULL]], label %full, label %part
; STRIPS: call void @use(i64 [[TILE:%.*]], i64 {{%.*}}, i32 16)
; STRIPS: call void @use(i64 [[TILE]], i64 {{%.*}}, i32 [[N]])
; STRIPS: add nuw nsw i64 [[TILE]], 16

; No tile is larger than a row.
; SMALL: call i64 @llvm.umin.i64(i64 {{%.*}}, i64 8)

;--- tiles.ll
define void @kernel(ptr %f) "ndweave-kernel"="basic" "ndweave-local-range"="1000,4" {
  %x = call i64 @__ndweave_global_base(i32 0)
  %y = call i64 @__ndweave_global_base(i32 1)
  %n = call i32 @__ndweave_extent(i32 0)
  call void @use(i64 %x, i64 %y, i32 %n)
  ret void
}
declare i64 @__ndweave_global_base(i32)
declare i32 @__ndweave_extent(i32)
declare void @use(i64, i64, i32)
;--- strips.ll
define void @kernel(ptr %f) "ndweave-kernel"="basic" "ndweave-local-range"="1000,4" "ndweave-strip"="16" {
  %x = call i64 @__ndweave_global_base(i32 0)
  %y = call i64 @__ndweave_global_base(i32 1)
  %n = call i32 @__ndweave_extent(i32 0)
  call void @use(i64 %x, i64 %y, i32 %n)
  ret void
}
declare i64 @__ndweave_global_base(i32)
declare i32 @__ndweave_extent(i32)
declare void @use(i64, i64, i32)
;--- small.ll
define void @kernel(ptr %f) "ndweave-kernel"="basic" "ndweave-local-range"="8" {
  %x = call i64 @__ndweave_global_base(i32 0)
  %n = call i32 @__ndweave_extent(i32 0)
  call void @use(i64 %x, i64 0, i32 %n)
  ret void
}
declare i64 @__ndweave_global_base(i32)
declare i32 @__ndweave_extent(i32)
declare void @use(i64, i64, i32)
