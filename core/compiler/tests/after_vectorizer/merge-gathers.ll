; Gathers of members that lie one behind the other become loads of rows and a transposition.
; RUN: %opt -passes=merge-gathers %s | FileCheck %s

%pair = type { double, double }

; x = gather(p), y = gather(p + 8), of every structure: a load for each lane, halves that change places.
; CHECK-LABEL: define void @pairs
define void @pairs(ptr %p, i64 %i, ptr %out) {
; CHECK-NOT: @llvm.masked.gather
; CHECK: [[BASE:%.*]] = getelementptr %pair, ptr %p, i64 %i
; CHECK: [[AT1:%.*]] = getelementptr i8, ptr [[BASE]], i64 16
; CHECK: getelementptr i8, ptr [[BASE]], i64 48
; CHECK: [[ROW0:%.*]] = load <2 x double>, ptr [[BASE]], align 8, !tbaa
; CHECK: [[ROW1:%.*]] = load <2 x double>, ptr [[AT1]], align 8
; CHECK: [[EVEN:%.*]] = shufflevector <2 x double> [[ROW0]], <2 x double> {{%.*}}, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: [[ODD:%.*]] = shufflevector <2 x double> [[ROW1]], <2 x double> {{%.*}}, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: [[X:%.*]] = shufflevector <4 x double> [[EVEN]], <4 x double> [[ODD]], <4 x i32> <i32 0, i32 4, i32 2, i32 6>
; CHECK: [[Y:%.*]] = shufflevector <4 x double> [[EVEN]], <4 x double> [[ODD]], <4 x i32> <i32 1, i32 5, i32 3, i32 7>
; CHECK: store volatile <4 x double> [[X]]
; CHECK: store volatile <4 x double> [[Y]]
  %one = insertelement <4 x i64> poison, i64 %i, i64 0
  %all = shufflevector <4 x i64> %one, <4 x i64> poison, <4 x i32> zeroinitializer
  %index = add <4 x i64> %all, <i64 0, i64 1, i64 2, i64 3>
  %x = getelementptr inbounds %pair, ptr %p, <4 x i64> %index
  %y = getelementptr inbounds i8, <4 x ptr> %x, i64 8
  %a = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> %x, i32 8, <4 x i1> splat (i1 true), <4 x double> poison), !tbaa !0
  %b = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> %y, i32 8, <4 x i1> splat (i1 true), <4 x double> poison), !tbaa !0
  store volatile <4 x double> %a, ptr %out
  store volatile <4 x double> %b, ptr %out
  ret void
}

; Indices from memory leave their vector; members 1 and 2 of eight, written as sums of indices.
; CHECK-LABEL: define void @anywhere
define void @anywhere(ptr %p, <4 x i64> %i, ptr %out) {
; CHECK-NOT: @llvm.masked.gather
; CHECK: extractelement <4 x i64>
; CHECK-COUNT-4: load <2 x double>
; CHECK: ret void
  %first = shl <4 x i64> %i, splat (i64 3)
  %one = or disjoint <4 x i64> %first, splat (i64 1)
  %two = or disjoint <4 x i64> %first, splat (i64 2)
  %x = getelementptr inbounds double, ptr %p, <4 x i64> %one
  %y = getelementptr inbounds double, ptr %p, <4 x i64> %two
  %a = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> %x, i32 8, <4 x i1> splat (i1 true), <4 x double> poison)
  %b = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> %y, i32 8, <4 x i1> splat (i1 true), <4 x double> poison)
  store volatile <4 x double> %a, ptr %out
  store volatile <4 x double> %b, ptr %out
  ret void
}

; Three members of four floats at multiples of 16 bytes: the fourth is in the same page, and nobody uses it.
; CHECK-LABEL: define void @aligned
define void @aligned(<4 x ptr> %x, ptr %out) {
; CHECK-NOT: @llvm.masked.gather
; CHECK-COUNT-4: load <4 x float>, ptr {{%.*}}, align 16
; CHECK-NOT: load
; CHECK: [[A:%.*]] = shufflevector <4 x float> {{%.*}}, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
; CHECK: ret void
  %y = getelementptr i8, <4 x ptr> %x, i64 4
  %w = getelementptr i8, <4 x ptr> %x, i64 12
  %a = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %x, i32 16, <4 x i1> splat (i1 true), <4 x float> poison)
  %b = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %y, i32 4, <4 x i1> splat (i1 true), <4 x float> poison)
  %d = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %w, i32 4, <4 x i1> splat (i1 true), <4 x float> poison)
  store volatile <4 x float> %a, ptr %out
  store volatile <4 x float> %b, ptr %out
  store volatile <4 x float> %d, ptr %out
  ret void
}

; The same where the row could begin anywhere; a member that lies across two others' places.
; CHECK-LABEL: define void @not_aligned
define void @not_aligned(<4 x ptr> %x, <4 x ptr> %u, ptr %out) {
; CHECK-COUNT-5: call <4 x float> @llvm.masked.gather
; CHECK: ret void
  %y = getelementptr i8, <4 x ptr> %x, i64 4
  %w = getelementptr i8, <4 x ptr> %x, i64 12
  %a = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %x, i32 8, <4 x i1> splat (i1 true), <4 x float> poison)
  %b = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %y, i32 4, <4 x i1> splat (i1 true), <4 x float> poison)
  %d = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %w, i32 4, <4 x i1> splat (i1 true), <4 x float> poison)
  %v = getelementptr i8, <4 x ptr> %u, i64 6
  %e = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %u, i32 16, <4 x i1> splat (i1 true), <4 x float> poison)
  %f = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %v, i32 2, <4 x i1> splat (i1 true), <4 x float> poison)
  store volatile <4 x float> %a, ptr %out
  store volatile <4 x float> %b, ptr %out
  store volatile <4 x float> %d, ptr %out
  store volatile <4 x float> %e, ptr %out
  store volatile <4 x float> %f, ptr %out
  ret void
}

; Three members: a row of two and a gather. The member between 0 and 2 is not known to be there.
; CHECK-LABEL: define void @runs
define void @runs(<4 x ptr> %x, ptr %out) {
; CHECK: [[LAST:%.*]] = getelementptr i8, <4 x ptr> %x, i64 24
; CHECK-COUNT-4: load <2 x double>
; CHECK: call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> [[LAST]],
; CHECK-NOT: load
; CHECK: ret void
  %y = getelementptr i8, <4 x ptr> %x, i64 8
  %z = getelementptr i8, <4 x ptr> %x, i64 24
  %a = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> %x, i32 8, <4 x i1> splat (i1 true), <4 x double> poison)
  %b = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> %y, i32 8, <4 x i1> splat (i1 true), <4 x double> poison)
  %c = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> %z, i32 8, <4 x i1> splat (i1 true), <4 x double> poison)
  store volatile <4 x double> %a, ptr %out
  store volatile <4 x double> %b, ptr %out
  store volatile <4 x double> %c, ptr %out
  ret void
}

; The hardest case: what is written between them may be the second one's, unless its scopes say otherwise; what may not
; return keeps the second from being read at all; a mask keeps lanes from being read.
; CHECK-LABEL: define void @stays
define void @stays(<4 x ptr> %x, ptr %q, <4 x i1> %mask, ptr %out) {
; CHECK-COUNT-6: call <4 x double> @llvm.masked.gather
; CHECK-NOT: load <2 x double>
; CHECK: ret void
  %y = getelementptr i8, <4 x ptr> %x, i64 8
  %a = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> %x, i32 8, <4 x i1> splat (i1 true), <4 x double> poison)
  store double 1.0, ptr %q
  %b = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> %y, i32 8, <4 x i1> splat (i1 true), <4 x double> poison)
  call void @may_not_return()
  %c = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> %x, i32 8, <4 x i1> splat (i1 true), <4 x double> poison)
  call void @writes(ptr %q)
  %d = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> %y, i32 8, <4 x i1> splat (i1 true), <4 x double> poison)
  %e = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> %x, i32 8, <4 x i1> %mask, <4 x double> zeroinitializer)
  %f = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> %y, i32 8, <4 x i1> %mask, <4 x double> zeroinitializer)
  store volatile <4 x double> %a, ptr %out
  store volatile <4 x double> %b, ptr %out
  store volatile <4 x double> %c, ptr %out
  store volatile <4 x double> %d, ptr %out
  store volatile <4 x double> %e, ptr %out
  store volatile <4 x double> %f, ptr %out
  ret void
}

; CHECK-LABEL: define void @set_apart
define void @set_apart(<4 x ptr> %x, ptr %q, ptr %out) {
; CHECK-NOT: @llvm.masked.gather
; CHECK-COUNT-4: load <2 x double>, {{.*}}, !alias.scope
; CHECK: store double 1.0
  %y = getelementptr i8, <4 x ptr> %x, i64 8
  %a = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> %x, i32 8, <4 x i1> splat (i1 true), <4 x double> poison), !alias.scope !3
  store double 1.0, ptr %q, !noalias !3
  %b = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> %y, i32 8, <4 x i1> splat (i1 true), <4 x double> poison), !alias.scope !3
  store volatile <4 x double> %a, ptr %out
  store volatile <4 x double> %b, ptr %out
  ret void
}

; What one row is at an index that comes from another row, which is merged before.
; CHECK-LABEL: define void @chain
define void @chain(<4 x ptr> %x, ptr %p, ptr %out) {
; CHECK-NOT: @llvm.masked.gather
; CHECK-COUNT-4: load <2 x i64>
; CHECK: [[INDEX:%.*]] = extractelement <2 x i64>
; CHECK: getelementptr %pair, ptr %p, i64 [[INDEX]]
; CHECK-COUNT-4: load <2 x double>
; CHECK: ret void
  %y = getelementptr i8, <4 x ptr> %x, i64 8
  %i = call <4 x i64> @llvm.masked.gather.v4i64.v4p0(<4 x ptr> %x, i32 8, <4 x i1> splat (i1 true), <4 x i64> poison)
  %j = call <4 x i64> @llvm.masked.gather.v4i64.v4p0(<4 x ptr> %y, i32 8, <4 x i1> splat (i1 true), <4 x i64> poison)
  %at = getelementptr %pair, ptr %p, <4 x i64> %i
  %behind = getelementptr i8, <4 x ptr> %at, i64 8
  %a = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> %at, i32 8, <4 x i1> splat (i1 true), <4 x double> poison)
  %b = call <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr> %behind, i32 8, <4 x i1> splat (i1 true), <4 x double> poison)
  store volatile <4 x i64> %j, ptr %out
  store volatile <4 x double> %a, ptr %out
  store volatile <4 x double> %b, ptr %out
  ret void
}

declare void @may_not_return() memory(none)
declare void @writes(ptr) nounwind willreturn
declare <4 x double> @llvm.masked.gather.v4f64.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x double>)

!0 = !{!1, !1, i64 0}
!1 = !{!"double", !2}
!2 = !{!"char"}
!3 = !{!4}
!4 = distinct !{!4, !5}
!5 = distinct !{!5}
