; Device globals become the pointers that the launch puts behind the functor, here of 16 bytes, and offsets the numbers at
; its end. Those of other translation units are at places that specialization constants name.
; RUN: %opt -passes=launch-arguments %s | FileCheck %s

@__ndweave_device_global.16 = external global [4 x i32]
@__ndweave_device_global.24 = external global i32
; CHECK-NOT: @__ndweave_device_global.16
; CHECK: @__ndweave_device_global.24 = external global i32
@__ndweave_device_global.of.17 = external global i32
; CHECK-NOT: @__ndweave_device_global.of.17
@__ndweave_device_global.of.18 = external global i32
; CHECK: @__ndweave_device_global.of.18 = external global i32
@table = internal constant [2 x i32] [i32 1, i32 2]

; CHECK-LABEL: define void @kernel
define void @kernel(ptr %f, i1 %some) "ndweave-kernel"="nd-range" "ndweave-local-range"="8" "ndweave-functor-size"="56" "ndweave-constants"="17=2000000000000000" {
; CHECK-NEXT: entry:
; CHECK-NEXT: %own = alloca i64
entry:
  %own = alloca i64
; CHECK-DAG: [[PLACE16:%.*]] = getelementptr inbounds i8, ptr %f, i64 16
; CHECK-DAG: [[AT16:%.*]] = load ptr, ptr [[PLACE16]], align 8
; CHECK-DAG: [[PLACE24:%.*]] = getelementptr inbounds i8, ptr %f, i64 24
; CHECK-DAG: [[AT24:%.*]] = load ptr, ptr [[PLACE24]], align 8
; CHECK-DAG: [[PLACE32:%.*]] = getelementptr inbounds i8, ptr %f, i64 32
; CHECK-DAG: [[AT32:%.*]] = load ptr, ptr [[PLACE32]], align 8
; CHECK: load volatile i32, ptr [[AT32]]
; CHECK: load volatile i32, ptr @__ndweave_device_global.of.18
  %of_function = load volatile i32, ptr @__ndweave_device_global.of.17
  %unknown = load volatile i32, ptr @__ndweave_device_global.of.18
  br i1 %some, label %then, label %end

then:
; CHECK: [[ELEMENT:%.*]] = getelementptr {{.*}}ptr [[AT16]]
; CHECK: load i32, ptr [[ELEMENT]]
  %element = load i32, ptr getelementptr (i32, ptr @__ndweave_device_global.16, i64 3)
  store i32 %element, ptr @__ndweave_device_global.24
; CHECK: store i32 %element, ptr [[AT24]]
  br label %end

end:
; CHECK: phi ptr [ [[AT16]], %entry ], [ @table, %then ]
  %either = phi ptr [ @__ndweave_device_global.16, %entry ], [ @table, %then ]
  %value = load volatile i32, ptr %either
; CHECK: [[OFFSET1:%.*]] = getelementptr inbounds i8, ptr %f, i64 40
; CHECK: [[NUMBER1:%.*]] = load i64, ptr [[OFFSET1]]
; CHECK: store volatile i64 [[NUMBER1]], ptr %own
  %offset = call i64 @__ndweave_launch_offset(i32 1)
  store volatile i64 %offset, ptr %own
  ret void
}

; Recursive functions do not have the functor.
; CHECK-LABEL: define internal i32 @recursive
define internal i32 @recursive(i32 %n) {
; CHECK: load i32, ptr @__ndweave_device_global.24
  %value = load i32, ptr @__ndweave_device_global.24
  ret i32 %value
}

declare i64 @__ndweave_launch_offset(i32)
