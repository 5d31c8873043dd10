; ModuleID = 'kernels.cpp'
source_filename = "kernels.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: mustprogress uwtable
define dso_local void @straight_line(ptr nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = tail call i32 @__ndweave_local_id(i32 noundef 0) #5
  %3 = tail call i32 @__ndweave_local_range(i32 noundef 0) #5
  %4 = tail call i64 @__ndweave_global_id(i32 noundef 0) #5
  %5 = tail call ptr @__ndweave_local_memory() #5
  %6 = load ptr, ptr %0, align 8, !tbaa !5
  %7 = getelementptr inbounds i32, ptr %6, i64 %4
  %8 = load i32, ptr %7, align 4, !tbaa !11
  %9 = zext i32 %2 to i64
  %10 = getelementptr inbounds i32, ptr %5, i64 %9
  store i32 %8, ptr %10, align 4, !tbaa !11
  tail call void @__ndweave_barrier() #6
  %11 = xor i32 %2, -1
  %12 = add i32 %3, %11
  %13 = zext i32 %12 to i64
  %14 = getelementptr inbounds i32, ptr %5, i64 %13
  %15 = load i32, ptr %14, align 4, !tbaa !11
  %16 = getelementptr inbounds i8, ptr %0, i64 8
  %17 = load ptr, ptr %16, align 8, !tbaa !12
  %18 = getelementptr inbounds i32, ptr %17, i64 %4
  store i32 %15, ptr %18, align 4, !tbaa !11
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none)
declare i32 @__ndweave_local_id(i32 noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none)
declare i32 @__ndweave_local_range(i32 noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none)
declare i64 @__ndweave_global_id(i32 noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none)
declare ptr @__ndweave_local_memory() local_unnamed_addr #2

; Function Attrs: convergent
declare void @__ndweave_barrier() local_unnamed_addr #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress uwtable
define dso_local void @tree_reduction(ptr nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = tail call i32 @__ndweave_local_id(i32 noundef 0) #5
  %3 = tail call i32 @__ndweave_local_range(i32 noundef 0) #5
  %4 = tail call i64 @__ndweave_global_id(i32 noundef 0) #5
  %5 = tail call ptr @__ndweave_local_memory() #5
  %6 = load ptr, ptr %0, align 8, !tbaa !5
  %7 = getelementptr inbounds i32, ptr %6, i64 %4
  %8 = load i32, ptr %7, align 4, !tbaa !11
  %9 = zext i32 %2 to i64
  %10 = getelementptr inbounds i32, ptr %5, i64 %9
  store i32 %8, ptr %10, align 4, !tbaa !11
  tail call void @__ndweave_barrier() #6
  %11 = icmp ult i32 %3, 2
  br i1 %11, label %12, label %17

12:                                               ; preds = %28, %1
  %13 = load i32, ptr %5, align 4, !tbaa !11
  %14 = getelementptr inbounds i8, ptr %0, i64 8
  %15 = load ptr, ptr %14, align 8, !tbaa !12
  %16 = getelementptr inbounds i32, ptr %15, i64 %4
  store i32 %13, ptr %16, align 4, !tbaa !11
  ret void

17:                                               ; preds = %1, %28
  %18 = phi i32 [ %19, %28 ], [ %3, %1 ]
  %19 = lshr i32 %18, 1
  %20 = icmp ult i32 %2, %19
  br i1 %20, label %21, label %28

21:                                               ; preds = %17
  %22 = add nuw i32 %19, %2
  %23 = zext i32 %22 to i64
  %24 = getelementptr inbounds i32, ptr %5, i64 %23
  %25 = load i32, ptr %24, align 4, !tbaa !11
  %26 = load i32, ptr %10, align 4, !tbaa !11
  %27 = add i32 %26, %25
  store i32 %27, ptr %10, align 4, !tbaa !11
  br label %28

28:                                               ; preds = %21, %17
  tail call void @__ndweave_barrier() #6
  %29 = icmp ult i32 %18, 4
  br i1 %29, label %12, label %17, !llvm.loop !13
}

; Function Attrs: mustprogress uwtable
define dso_local void @unequal_trips(ptr nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = tail call i32 @__ndweave_local_id(i32 noundef 0) #5
  %3 = tail call ptr @__ndweave_local_memory() #5
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds i32, ptr %3, i64 %4
  store i32 0, ptr %5, align 4, !tbaa !11
  %6 = add i32 %2, 2
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %10, label %16

8:                                                ; preds = %22
  %9 = load i32, ptr %5, align 4, !tbaa !11
  br label %10

10:                                               ; preds = %8, %1
  %11 = phi i32 [ %9, %8 ], [ 0, %1 ]
  %12 = tail call i64 @__ndweave_global_id(i32 noundef 0) #5
  %13 = getelementptr inbounds i8, ptr %0, i64 8
  %14 = load ptr, ptr %13, align 8, !tbaa !12
  %15 = getelementptr inbounds i32, ptr %14, i64 %12
  store i32 %11, ptr %15, align 4, !tbaa !11
  ret void

16:                                               ; preds = %1, %22
  %17 = phi i32 [ %23, %22 ], [ 0, %1 ]
  %18 = load i32, ptr %5, align 4, !tbaa !11
  %19 = add i32 %18, %17
  store i32 %19, ptr %5, align 4, !tbaa !11
  %20 = icmp ult i32 %17, 2
  br i1 %20, label %21, label %22

21:                                               ; preds = %16
  tail call void @__ndweave_barrier() #6
  br label %22

22:                                               ; preds = %16, %21
  %23 = add nuw i32 %17, 1
  %24 = icmp eq i32 %23, %6
  br i1 %24, label %8, label %16, !llvm.loop !16
}

; Function Attrs: mustprogress uwtable
define dso_local void @value_before_barrier_used_after(ptr nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = tail call i32 @__ndweave_local_range(i32 noundef 0) #5
  %3 = tail call i64 @__ndweave_global_id(i32 noundef 0) #5
  %4 = tail call ptr @__ndweave_local_memory() #5
  %5 = getelementptr inbounds i8, ptr %0, i64 24
  %6 = load i32, ptr %5, align 8, !tbaa !17
  %7 = icmp eq i32 %6, -3
  br i1 %7, label %13, label %8

8:                                                ; preds = %1
  %9 = tail call i32 @__ndweave_local_id(i32 noundef 0) #5
  %10 = zext i32 %9 to i64
  %11 = getelementptr inbounds i32, ptr %4, i64 %10
  %12 = add i32 %9, 1
  br label %18

13:                                               ; preds = %18, %1
  %14 = phi i32 [ 0, %1 ], [ %31, %18 ]
  %15 = getelementptr inbounds i8, ptr %0, i64 8
  %16 = load ptr, ptr %15, align 8, !tbaa !12
  %17 = getelementptr inbounds i32, ptr %16, i64 %3
  store i32 %14, ptr %17, align 4, !tbaa !11
  ret void

18:                                               ; preds = %8, %18
  %19 = phi i64 [ 0, %8 ], [ %32, %18 ]
  %20 = phi i32 [ 0, %8 ], [ %31, %18 ]
  %21 = load ptr, ptr %0, align 8, !tbaa !5
  %22 = add i64 %3, %19
  %23 = and i64 %22, 255
  %24 = getelementptr inbounds i32, ptr %21, i64 %23
  %25 = load i32, ptr %24, align 4, !tbaa !11
  store i32 %25, ptr %11, align 4, !tbaa !11
  tail call void @__ndweave_barrier() #6
  %26 = urem i32 %12, %2
  %27 = zext i32 %26 to i64
  %28 = getelementptr inbounds i32, ptr %4, i64 %27
  %29 = load i32, ptr %28, align 4, !tbaa !11
  %30 = mul i32 %29, %25
  %31 = add i32 %30, %20
  tail call void @__ndweave_barrier() #6
  %32 = add nuw nsw i64 %19, 1
  %33 = load i32, ptr %5, align 8, !tbaa !17
  %34 = add i32 %33, 3
  %35 = zext i32 %34 to i64
  %36 = icmp ult i64 %32, %35
  br i1 %36, label %18, label %13, !llvm.loop !18
}

; Function Attrs: mustprogress uwtable
define dso_local void @rotating_values(ptr nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = tail call i32 @__ndweave_local_id(i32 noundef 0) #5
  %3 = tail call i32 @__ndweave_local_range(i32 noundef 0) #5
  %4 = tail call i64 @__ndweave_global_id(i32 noundef 0) #5
  %5 = tail call ptr @__ndweave_local_memory() #5
  %6 = load ptr, ptr %0, align 8, !tbaa !5
  %7 = getelementptr inbounds i32, ptr %6, i64 %4
  %8 = load i32, ptr %7, align 4, !tbaa !11
  %9 = getelementptr inbounds i8, ptr %0, i64 24
  %10 = load i32, ptr %9, align 8, !tbaa !17
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %17, label %12

12:                                               ; preds = %1
  %13 = zext i32 %2 to i64
  %14 = getelementptr inbounds i32, ptr %5, i64 %13
  br label %27

15:                                               ; preds = %27
  %16 = mul i32 %28, 31
  br label %17

17:                                               ; preds = %15, %1
  %18 = phi i32 [ %8, %1 ], [ %37, %15 ]
  %19 = phi i32 [ 93, %1 ], [ %16, %15 ]
  %20 = phi i32 [ %2, %1 ], [ %31, %15 ]
  %21 = mul i32 %18, 7
  %22 = add i32 %19, %21
  %23 = add i32 %22, %20
  %24 = getelementptr inbounds i8, ptr %0, i64 8
  %25 = load ptr, ptr %24, align 8, !tbaa !12
  %26 = getelementptr inbounds i32, ptr %25, i64 %4
  store i32 %23, ptr %26, align 4, !tbaa !11
  ret void

27:                                               ; preds = %12, %27
  %28 = phi i32 [ %2, %12 ], [ %31, %27 ]
  %29 = phi i32 [ 0, %12 ], [ %38, %27 ]
  %30 = phi i32 [ 3, %12 ], [ %28, %27 ]
  %31 = phi i32 [ %8, %12 ], [ %37, %27 ]
  store i32 %28, ptr %14, align 4, !tbaa !11
  tail call void @__ndweave_barrier() #6
  %32 = add i32 %29, %2
  %33 = urem i32 %32, %3
  %34 = zext i32 %33 to i64
  %35 = getelementptr inbounds i32, ptr %5, i64 %34
  %36 = load i32, ptr %35, align 4, !tbaa !11
  %37 = add i32 %36, %30
  tail call void @__ndweave_barrier() #6
  %38 = add nuw i32 %29, 1
  %39 = load i32, ptr %9, align 8, !tbaa !17
  %40 = icmp ult i32 %38, %39
  br i1 %40, label %27, label %15, !llvm.loop !19
}

; Function Attrs: mustprogress uwtable
define dso_local void @conditional_barriers(ptr nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = tail call i32 @__ndweave_local_id(i32 noundef 0) #5
  %3 = tail call i32 @__ndweave_local_range(i32 noundef 0) #5
  %4 = tail call i64 @__ndweave_global_id(i32 noundef 0) #5
  %5 = tail call ptr @__ndweave_local_memory() #5
  %6 = load ptr, ptr %0, align 8, !tbaa !5
  %7 = getelementptr inbounds i32, ptr %6, i64 %4
  %8 = load i32, ptr %7, align 4, !tbaa !11
  %9 = getelementptr inbounds i8, ptr %0, i64 24
  %10 = load i32, ptr %9, align 8, !tbaa !17
  %11 = icmp ugt i32 %10, 3
  br i1 %11, label %12, label %33

12:                                               ; preds = %1
  %13 = zext i32 %2 to i64
  %14 = getelementptr inbounds i32, ptr %5, i64 %13
  store i32 %8, ptr %14, align 4, !tbaa !11
  tail call void @__ndweave_barrier() #6
  %15 = add i32 %2, 3
  %16 = urem i32 %15, %3
  %17 = zext i32 %16 to i64
  %18 = getelementptr inbounds i32, ptr %5, i64 %17
  %19 = load i32, ptr %18, align 4, !tbaa !11
  %20 = add i32 %19, %8
  %21 = getelementptr inbounds i8, ptr %0, i64 28
  %22 = load i32, ptr %21, align 4, !tbaa !20
  %23 = and i32 %22, 1
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %58, label %25

25:                                               ; preds = %12
  tail call void @__ndweave_barrier() #6
  %26 = mul i32 %20, 5
  store i32 %26, ptr %14, align 4, !tbaa !11
  tail call void @__ndweave_barrier() #6
  %27 = add i32 %2, 1
  %28 = urem i32 %27, %3
  %29 = zext i32 %28 to i64
  %30 = getelementptr inbounds i32, ptr %5, i64 %29
  %31 = load i32, ptr %30, align 4, !tbaa !11
  %32 = sub i32 %20, %31
  br label %58

33:                                               ; preds = %1
  %34 = mul i32 %8, 3
  %35 = getelementptr inbounds i8, ptr %0, i64 28
  %36 = load i32, ptr %35, align 4, !tbaa !20
  %37 = icmp eq i32 %36, 0
  br i1 %37, label %58, label %38

38:                                               ; preds = %33
  %39 = zext i32 %2 to i64
  %40 = getelementptr inbounds i32, ptr %5, i64 %39
  br label %41

41:                                               ; preds = %38, %41
  %42 = phi i32 [ 0, %38 ], [ %55, %41 ]
  %43 = phi i32 [ %34, %38 ], [ %54, %41 ]
  tail call void @__ndweave_barrier() #6
  %44 = add i32 %42, %43
  store i32 %44, ptr %40, align 4, !tbaa !11
  tail call void @__ndweave_barrier() #6
  %45 = add i32 %42, %2
  %46 = urem i32 %45, %3
  %47 = zext i32 %46 to i64
  %48 = getelementptr inbounds i32, ptr %5, i64 %47
  %49 = load i32, ptr %48, align 4, !tbaa !11
  %50 = xor i32 %49, %43
  %51 = and i32 %50, 1
  %52 = icmp eq i32 %51, 0
  %53 = select i1 %52, i32 0, i32 %42
  %54 = add i32 %53, %50
  %55 = add nuw i32 %42, 1
  %56 = load i32, ptr %35, align 4, !tbaa !20
  %57 = icmp ult i32 %55, %56
  br i1 %57, label %41, label %58, !llvm.loop !21

58:                                               ; preds = %41, %33, %12, %25
  %59 = phi i32 [ %32, %25 ], [ %20, %12 ], [ %34, %33 ], [ %54, %41 ]
  %60 = getelementptr inbounds i8, ptr %0, i64 8
  %61 = load ptr, ptr %60, align 8, !tbaa !12
  %62 = getelementptr inbounds i32, ptr %61, i64 %4
  store i32 %59, ptr %62, align 4, !tbaa !11
  ret void
}

; Function Attrs: mustprogress uwtable
define dso_local void @early_return(ptr nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = tail call i32 @__ndweave_local_id(i32 noundef 0) #5
  %3 = tail call i32 @__ndweave_local_range(i32 noundef 0) #5
  %4 = tail call i64 @__ndweave_global_id(i32 noundef 0) #5
  %5 = tail call ptr @__ndweave_local_memory() #5
  %6 = getelementptr inbounds i8, ptr %0, i64 8
  %7 = load ptr, ptr %6, align 8, !tbaa !12
  %8 = getelementptr inbounds i32, ptr %7, i64 %4
  store i32 1, ptr %8, align 4, !tbaa !11
  %9 = getelementptr inbounds i8, ptr %0, i64 24
  %10 = load i32, ptr %9, align 8, !tbaa !17
  %11 = icmp ult i32 %10, 4
  br i1 %11, label %28, label %12

12:                                               ; preds = %1
  %13 = load ptr, ptr %0, align 8, !tbaa !5
  %14 = getelementptr inbounds i32, ptr %13, i64 %4
  %15 = load i32, ptr %14, align 4, !tbaa !11
  %16 = zext i32 %2 to i64
  %17 = getelementptr inbounds i32, ptr %5, i64 %16
  store i32 %15, ptr %17, align 4, !tbaa !11
  tail call void @__ndweave_barrier() #6
  %18 = tail call i64 @__ndweave_group_id(i32 noundef 0) #5
  %19 = icmp eq i64 %18, 1
  br i1 %19, label %28, label %20

20:                                               ; preds = %12
  %21 = add i32 %2, 1
  %22 = urem i32 %21, %3
  %23 = zext i32 %22 to i64
  %24 = getelementptr inbounds i32, ptr %5, i64 %23
  %25 = load i32, ptr %24, align 4, !tbaa !11
  %26 = load ptr, ptr %6, align 8, !tbaa !12
  %27 = getelementptr inbounds i32, ptr %26, i64 %4
  store i32 %25, ptr %27, align 4, !tbaa !11
  br label %28

28:                                               ; preds = %12, %1, %20
  ret void
}

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none)
declare i64 @__ndweave_group_id(i32 noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nofree nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define dso_local void @leave_in_one_arm(ptr nocapture noundef readonly %0) local_unnamed_addr #4 {
  %2 = tail call i64 @__ndweave_global_id(i32 noundef 0) #5
  %3 = load ptr, ptr %0, align 8, !tbaa !5
  %4 = getelementptr inbounds i32, ptr %3, i64 %2
  %5 = load i32, ptr %4, align 4, !tbaa !11
  %6 = getelementptr inbounds i8, ptr %0, i64 24
  %7 = load i32, ptr %6, align 8, !tbaa !17
  %8 = icmp ugt i32 %7, 1
  br i1 %8, label %9, label %30

9:                                                ; preds = %1
  %10 = tail call i32 @__ndweave_local_id(i32 noundef 0) #5
  %11 = getelementptr inbounds i8, ptr %0, i64 28
  %12 = load i32, ptr %11, align 4, !tbaa !20
  %13 = urem i32 %10, 3
  %14 = add i32 %12, %13
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %30, label %16

16:                                               ; preds = %9
  %17 = zext i32 %14 to i64
  br label %18

18:                                               ; preds = %16, %23
  %19 = phi i64 [ 0, %16 ], [ %28, %23 ]
  %20 = phi i32 [ %5, %16 ], [ %27, %23 ]
  %21 = urem i32 %20, 7
  %22 = icmp eq i32 %21, 3
  br i1 %22, label %35, label %23

23:                                               ; preds = %18
  %24 = mul i32 %20, 5
  %25 = getelementptr inbounds i32, ptr %3, i64 %19
  %26 = load i32, ptr %25, align 4, !tbaa !11
  %27 = add i32 %26, %24
  %28 = add nuw nsw i64 %19, 1
  %29 = icmp ult i64 %28, %17
  br i1 %29, label %18, label %30, !llvm.loop !22

30:                                               ; preds = %23, %9, %1
  %31 = phi i32 [ %5, %1 ], [ %5, %9 ], [ %27, %23 ]
  %32 = getelementptr inbounds i8, ptr %0, i64 8
  %33 = load ptr, ptr %32, align 8, !tbaa !12
  %34 = getelementptr inbounds i32, ptr %33, i64 %2
  store i32 %31, ptr %34, align 4, !tbaa !11
  br label %35

35:                                               ; preds = %18, %30
  ret void
}

; Function Attrs: mustprogress nofree nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define dso_local void @leave_in_the_other_arm(ptr nocapture noundef readonly %0) local_unnamed_addr #4 {
  %2 = tail call i32 @__ndweave_local_id(i32 noundef 0) #5
  %3 = tail call i64 @__ndweave_global_id(i32 noundef 0) #5
  %4 = load ptr, ptr %0, align 8, !tbaa !5
  %5 = getelementptr inbounds i32, ptr %4, i64 %3
  %6 = load i32, ptr %5, align 4, !tbaa !11
  %7 = getelementptr inbounds i8, ptr %0, i64 24
  %8 = load i32, ptr %7, align 8, !tbaa !17
  %9 = icmp ugt i32 %8, 1
  br i1 %9, label %10, label %26

10:                                               ; preds = %1
  %11 = getelementptr inbounds i8, ptr %4, i64 12
  %12 = load i32, ptr %11, align 4, !tbaa !11
  %13 = and i32 %12, 3
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %52, label %15

15:                                               ; preds = %10
  %16 = zext nneg i32 %13 to i64
  br label %17

17:                                               ; preds = %15, %17
  %18 = phi i64 [ 0, %15 ], [ %24, %17 ]
  %19 = phi i32 [ %6, %15 ], [ %23, %17 ]
  %20 = mul i32 %19, 5
  %21 = getelementptr inbounds i32, ptr %4, i64 %18
  %22 = load i32, ptr %21, align 4, !tbaa !11
  %23 = add i32 %22, %20
  %24 = add nuw nsw i64 %18, 1
  %25 = icmp eq i64 %24, %16
  br i1 %25, label %52, label %17, !llvm.loop !23

26:                                               ; preds = %1
  %27 = urem i32 %6, 3
  %28 = icmp eq i32 %27, 1
  br i1 %28, label %29, label %49

29:                                               ; preds = %26
  %30 = urem i32 %2, 5
  %31 = icmp eq i32 %30, 0
  br i1 %31, label %57, label %32

32:                                               ; preds = %29
  %33 = getelementptr inbounds i8, ptr %0, i64 8
  %34 = load ptr, ptr %33, align 8, !tbaa !12
  %35 = getelementptr inbounds i32, ptr %34, i64 %3
  %36 = load i32, ptr %35, align 4, !tbaa !11
  %37 = zext nneg i32 %30 to i64
  br label %38

38:                                               ; preds = %32, %38
  %39 = phi i64 [ 0, %32 ], [ %47, %38 ]
  %40 = phi i32 [ %36, %32 ], [ %46, %38 ]
  %41 = trunc nuw nsw i64 %39 to i32
  %42 = add i32 %2, %41
  %43 = zext i32 %42 to i64
  %44 = getelementptr inbounds i32, ptr %4, i64 %43
  %45 = load i32, ptr %44, align 4, !tbaa !11
  %46 = add i32 %40, %45
  store i32 %46, ptr %35, align 4, !tbaa !11
  %47 = add nuw nsw i64 %39, 1
  %48 = icmp eq i64 %47, %37
  br i1 %48, label %57, label %38, !llvm.loop !24

49:                                               ; preds = %26
  %50 = mul i32 %6, 3
  %51 = add i32 %50, 1
  br label %52

52:                                               ; preds = %17, %10, %49
  %53 = phi i32 [ %51, %49 ], [ %6, %10 ], [ %23, %17 ]
  %54 = getelementptr inbounds i8, ptr %0, i64 8
  %55 = load ptr, ptr %54, align 8, !tbaa !12
  %56 = getelementptr inbounds i32, ptr %55, i64 %3
  store i32 %53, ptr %56, align 4, !tbaa !11
  br label %57

57:                                               ; preds = %38, %29, %52
  ret void
}

; Function Attrs: mustprogress uwtable
define dso_local void @private_array(ptr nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = alloca [8 x i32], align 16
  %3 = tail call i32 @__ndweave_local_id(i32 noundef 0) #5
  %4 = tail call i64 @__ndweave_global_id(i32 noundef 0) #5
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %2) #7
  %5 = load ptr, ptr %0, align 8, !tbaa !5
  br label %17

6:                                                ; preds = %17
  %7 = tail call i32 @__ndweave_local_range(i32 noundef 0) #5
  %8 = tail call ptr @__ndweave_local_memory() #5
  %9 = getelementptr inbounds i8, ptr %0, i64 24
  %10 = load i32, ptr %9, align 8, !tbaa !17
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %12, label %13

12:                                               ; preds = %26, %6
  br label %49

13:                                               ; preds = %6
  %14 = zext i32 %3 to i64
  %15 = getelementptr inbounds i32, ptr %8, i64 %14
  %16 = add i32 %3, 1
  br label %26

17:                                               ; preds = %1, %17
  %18 = phi i64 [ 0, %1 ], [ %24, %17 ]
  %19 = add i64 %4, %18
  %20 = and i64 %19, 255
  %21 = getelementptr inbounds i32, ptr %5, i64 %20
  %22 = load i32, ptr %21, align 4, !tbaa !11
  %23 = getelementptr inbounds [8 x i32], ptr %2, i64 0, i64 %18
  store i32 %22, ptr %23, align 4, !tbaa !11
  %24 = add nuw nsw i64 %18, 1
  %25 = icmp eq i64 %24, 8
  br i1 %25, label %6, label %17, !llvm.loop !25

26:                                               ; preds = %13, %26
  %27 = phi i32 [ 0, %13 ], [ %42, %26 ]
  %28 = add i32 %27, %3
  %29 = and i32 %28, 7
  %30 = zext nneg i32 %29 to i64
  %31 = getelementptr inbounds [8 x i32], ptr %2, i64 0, i64 %30
  %32 = load i32, ptr %31, align 4, !tbaa !11
  store i32 %32, ptr %15, align 4, !tbaa !11
  tail call void @__ndweave_barrier() #6
  %33 = urem i32 %16, %7
  %34 = zext i32 %33 to i64
  %35 = getelementptr inbounds i32, ptr %8, i64 %34
  %36 = load i32, ptr %35, align 4, !tbaa !11
  %37 = and i32 %36, 7
  %38 = zext nneg i32 %37 to i64
  %39 = getelementptr inbounds [8 x i32], ptr %2, i64 0, i64 %38
  %40 = load i32, ptr %39, align 4, !tbaa !11
  %41 = add i32 %40, %27
  store i32 %41, ptr %39, align 4, !tbaa !11
  tail call void @__ndweave_barrier() #6
  %42 = add nuw i32 %27, 1
  %43 = load i32, ptr %9, align 8, !tbaa !17
  %44 = icmp ult i32 %42, %43
  br i1 %44, label %26, label %12, !llvm.loop !26

45:                                               ; preds = %49
  %46 = getelementptr inbounds i8, ptr %0, i64 8
  %47 = load ptr, ptr %46, align 8, !tbaa !12
  %48 = getelementptr inbounds i32, ptr %47, i64 %4
  store i32 %58, ptr %48, align 4, !tbaa !11
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %2) #7
  ret void

49:                                               ; preds = %12, %49
  %50 = phi i32 [ %59, %49 ], [ 0, %12 ]
  %51 = phi i32 [ %58, %49 ], [ 0, %12 ]
  %52 = mul i32 %51, 3
  %53 = add i32 %50, %3
  %54 = and i32 %53, 7
  %55 = zext nneg i32 %54 to i64
  %56 = getelementptr inbounds [8 x i32], ptr %2, i64 0, i64 %55
  %57 = load i32, ptr %56, align 4, !tbaa !11
  %58 = add i32 %57, %52
  %59 = add nuw nsw i32 %50, 1
  %60 = icmp eq i32 %59, 8
  br i1 %60, label %45, label %49, !llvm.loop !27
}

; Function Attrs: mustprogress nofree nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable
define dso_local void @divergent_loops(ptr nocapture noundef readonly %0) local_unnamed_addr #4 {
  %2 = tail call i32 @__ndweave_local_id(i32 noundef 0) #5
  %3 = tail call i64 @__ndweave_global_id(i32 noundef 0) #5
  %4 = load ptr, ptr %0, align 8, !tbaa !5
  %5 = getelementptr inbounds i32, ptr %4, i64 %3
  %6 = load i32, ptr %5, align 4, !tbaa !11
  %7 = urem i32 %2, 3
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %44, label %9

9:                                                ; preds = %1
  %10 = and i32 %6, 15
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %40, label %12

12:                                               ; preds = %9
  %13 = and i32 %2, 3
  %14 = icmp eq i32 %13, 0
  %15 = add nsw i32 %13, -1
  %16 = zext i32 %15 to i33
  %17 = add nsw i32 %13, -2
  %18 = zext i32 %17 to i33
  %19 = mul i33 %16, %18
  %20 = lshr i33 %19, 1
  %21 = trunc nuw i33 %20 to i32
  %22 = add i32 %13, %21
  %23 = add i32 %22, -1
  %24 = select i1 %14, i32 0, i32 %23
  br label %25

25:                                               ; preds = %12, %25
  %26 = phi i32 [ 0, %12 ], [ %34, %25 ]
  %27 = phi i32 [ %6, %12 ], [ %35, %25 ]
  %28 = and i32 %27, 1
  %29 = icmp eq i32 %28, 0
  %30 = mul i32 %27, 3
  %31 = add i32 %30, 1
  %32 = lshr exact i32 %27, 1
  %33 = select i1 %29, i32 %32, i32 %31
  %34 = add nuw nsw i32 %26, 1
  %35 = add i32 %33, %24
  %36 = and i32 %35, 15
  %37 = icmp ne i32 %36, 0
  %38 = icmp ult i32 %26, 39
  %39 = select i1 %37, i1 %38, i1 false
  br i1 %39, label %25, label %40, !llvm.loop !28

40:                                               ; preds = %25, %9
  %41 = phi i32 [ %6, %9 ], [ %35, %25 ]
  %42 = phi i32 [ 0, %9 ], [ %34, %25 ]
  %43 = add i32 %42, %41
  br label %44

44:                                               ; preds = %40, %1
  %45 = phi i32 [ %43, %40 ], [ %6, %1 ]
  %46 = getelementptr inbounds i8, ptr %0, i64 8
  %47 = load ptr, ptr %46, align 8, !tbaa !12
  %48 = getelementptr inbounds i32, ptr %47, i64 %3
  store i32 %45, ptr %48, align 4, !tbaa !11
  ret void
}

; Function Attrs: mustprogress uwtable
define dso_local void @nested_rows(ptr nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = tail call i32 @__ndweave_local_id(i32 noundef 0) #5
  %3 = tail call i32 @__ndweave_local_id(i32 noundef 1) #5
  %4 = tail call i32 @__ndweave_local_range(i32 noundef 0) #5
  %5 = tail call i32 @__ndweave_local_range(i32 noundef 1) #5
  %6 = tail call ptr @__ndweave_local_memory() #5
  %7 = mul i32 %4, %3
  %8 = add i32 %7, %2
  %9 = getelementptr inbounds i8, ptr %0, i64 24
  %10 = load i32, ptr %9, align 8, !tbaa !17
  %11 = icmp eq i32 %10, 0
  %12 = zext i32 %8 to i64
  br i1 %11, label %17, label %13

13:                                               ; preds = %1
  %14 = getelementptr inbounds i32, ptr %6, i64 %12
  %15 = icmp eq i32 %4, 0
  %16 = zext i32 %4 to i64
  br label %28

17:                                               ; preds = %37, %1
  %18 = phi i32 [ 0, %1 ], [ %38, %37 ]
  %19 = tail call i64 @__ndweave_group_id(i32 noundef 0) #5
  %20 = getelementptr inbounds i8, ptr %0, i64 8
  %21 = load ptr, ptr %20, align 8, !tbaa !12
  %22 = zext i32 %5 to i64
  %23 = zext i32 %4 to i64
  %24 = mul nuw i64 %22, %23
  %25 = mul i64 %24, %19
  %26 = getelementptr i32, ptr %21, i64 %25
  %27 = getelementptr i32, ptr %26, i64 %12
  store i32 %18, ptr %27, align 4, !tbaa !11
  ret void

28:                                               ; preds = %13, %37
  %29 = phi i32 [ 0, %13 ], [ %39, %37 ]
  %30 = phi i32 [ 0, %13 ], [ %38, %37 ]
  %31 = load ptr, ptr %0, align 8, !tbaa !5
  %32 = add i32 %29, %8
  %33 = and i32 %32, 255
  %34 = zext nneg i32 %33 to i64
  %35 = getelementptr inbounds i32, ptr %31, i64 %34
  %36 = load i32, ptr %35, align 4, !tbaa !11
  store i32 %36, ptr %14, align 4, !tbaa !11
  tail call void @__ndweave_barrier() #6
  br i1 %15, label %37, label %42

37:                                               ; preds = %42, %28
  %38 = phi i32 [ %30, %28 ], [ %57, %42 ]
  tail call void @__ndweave_barrier() #6
  %39 = add nuw i32 %29, 1
  %40 = load i32, ptr %9, align 8, !tbaa !17
  %41 = icmp ult i32 %39, %40
  br i1 %41, label %28, label %17, !llvm.loop !29

42:                                               ; preds = %28, %42
  %43 = phi i64 [ %58, %42 ], [ 0, %28 ]
  %44 = phi i32 [ %57, %42 ], [ %30, %28 ]
  %45 = trunc nuw i64 %43 to i32
  %46 = add i32 %7, %45
  %47 = zext i32 %46 to i64
  %48 = getelementptr inbounds i32, ptr %6, i64 %47
  %49 = load i32, ptr %48, align 4, !tbaa !11
  %50 = urem i32 %45, %5
  %51 = mul i32 %50, %4
  %52 = add i32 %51, %2
  %53 = zext i32 %52 to i64
  %54 = getelementptr inbounds i32, ptr %6, i64 %53
  %55 = load i32, ptr %54, align 4, !tbaa !11
  %56 = mul i32 %55, %49
  %57 = add i32 %56, %44
  %58 = add nuw nsw i64 %43, 1
  %59 = icmp eq i64 %58, %16
  br i1 %59, label %37, label %42, !llvm.loop !30
}

; Function Attrs: mustprogress uwtable
define dso_local void @guards(ptr nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = tail call i32 @__ndweave_local_id(i32 noundef 0) #5
  %3 = tail call i64 @__ndweave_global_id(i32 noundef 0) #5
  %4 = tail call ptr @__ndweave_local_memory() #5
  %5 = getelementptr inbounds i8, ptr %0, i64 24
  %6 = load i32, ptr %5, align 8, !tbaa !17
  %7 = getelementptr inbounds i8, ptr %0, i64 28
  %8 = load i32, ptr %7, align 4, !tbaa !20
  %9 = zext i32 %2 to i64
  %10 = trunc i64 %3 to i32
  %11 = sub i32 %10, %2
  %12 = add i32 %11, %8
  %13 = load ptr, ptr %0, align 8, !tbaa !5
  %14 = getelementptr inbounds i32, ptr %13, i64 %3
  %15 = load i32, ptr %14, align 4, !tbaa !11
  %16 = getelementptr inbounds i32, ptr %4, i64 %9
  store i32 %15, ptr %16, align 4, !tbaa !11
  tail call void @__ndweave_barrier() #6
  %17 = icmp uge i32 %2, %6
  br i1 %17, label %21, label %18

18:                                               ; preds = %1
  %19 = load i32, ptr %16, align 4, !tbaa !11
  %20 = add i32 %19, 1
  store i32 %20, ptr %16, align 4, !tbaa !11
  br label %21

21:                                               ; preds = %18, %1
  tail call void @__ndweave_barrier() #6
  %22 = icmp ult i32 %8, %2
  br i1 %22, label %26, label %23

23:                                               ; preds = %21
  %24 = load i32, ptr %16, align 4, !tbaa !11
  %25 = add i32 %24, 10
  store i32 %25, ptr %16, align 4, !tbaa !11
  br label %26

26:                                               ; preds = %23, %21
  tail call void @__ndweave_barrier() #6
  %27 = icmp ugt i32 %2, %6
  br i1 %27, label %28, label %31

28:                                               ; preds = %26
  %29 = load i32, ptr %16, align 4, !tbaa !11
  %30 = add i32 %29, 100
  store i32 %30, ptr %16, align 4, !tbaa !11
  br label %31

31:                                               ; preds = %28, %26
  tail call void @__ndweave_barrier() #6
  br i1 %17, label %32, label %35

32:                                               ; preds = %31
  %33 = load i32, ptr %16, align 4, !tbaa !11
  %34 = add i32 %33, 1000
  store i32 %34, ptr %16, align 4, !tbaa !11
  br label %35

35:                                               ; preds = %32, %31
  tail call void @__ndweave_barrier() #6
  %36 = icmp eq i32 %2, %6
  br i1 %36, label %37, label %40

37:                                               ; preds = %35
  %38 = load i32, ptr %16, align 4, !tbaa !11
  %39 = add i32 %38, 10000
  store i32 %39, ptr %16, align 4, !tbaa !11
  br label %40

40:                                               ; preds = %37, %35
  tail call void @__ndweave_barrier() #6
  %41 = add nsw i32 %2, -3
  %42 = icmp slt i32 %41, %6
  br i1 %42, label %43, label %46

43:                                               ; preds = %40
  %44 = load i32, ptr %16, align 4, !tbaa !11
  %45 = add i32 %44, 100000
  store i32 %45, ptr %16, align 4, !tbaa !11
  br label %46

46:                                               ; preds = %43, %40
  tail call void @__ndweave_barrier() #6
  %47 = add nsw i32 %6, -2
  %48 = icmp slt i32 %2, %47
  br i1 %48, label %52, label %49

49:                                               ; preds = %46
  %50 = load i32, ptr %16, align 4, !tbaa !11
  %51 = add i32 %50, 1000000
  store i32 %51, ptr %16, align 4, !tbaa !11
  br label %52

52:                                               ; preds = %49, %46
  tail call void @__ndweave_barrier() #6
  %53 = icmp ult i32 %2, %8
  %54 = select i1 %17, i1 %53, i1 false
  br i1 %54, label %55, label %64

55:                                               ; preds = %52
  %56 = load ptr, ptr %0, align 8, !tbaa !5
  %57 = getelementptr inbounds i32, ptr %56, i64 %9
  %58 = load i32, ptr %57, align 4, !tbaa !11
  %59 = and i32 %58, 1
  %60 = icmp eq i32 %59, 0
  br i1 %60, label %61, label %64

61:                                               ; preds = %55
  %62 = load i32, ptr %16, align 4, !tbaa !11
  %63 = mul i32 %62, 3
  store i32 %63, ptr %16, align 4, !tbaa !11
  br label %64

64:                                               ; preds = %61, %55, %52
  tail call void @__ndweave_barrier() #6
  %65 = add i32 %6, %2
  %66 = icmp ugt i32 %65, %8
  br i1 %66, label %73, label %67

67:                                               ; preds = %64
  %68 = load ptr, ptr %0, align 8, !tbaa !5
  %69 = getelementptr inbounds i32, ptr %68, i64 %9
  %70 = load i32, ptr %69, align 4, !tbaa !11
  %71 = and i32 %70, 1
  %72 = icmp eq i32 %71, 0
  br i1 %72, label %73, label %76

73:                                               ; preds = %67, %64
  %74 = load i32, ptr %16, align 4, !tbaa !11
  %75 = mul i32 %74, 5
  store i32 %75, ptr %16, align 4, !tbaa !11
  br label %76

76:                                               ; preds = %73, %67
  tail call void @__ndweave_barrier() #6
  %77 = zext i32 %12 to i64
  %78 = icmp ult i64 %3, %77
  br i1 %78, label %79, label %82

79:                                               ; preds = %76
  %80 = load i32, ptr %16, align 4, !tbaa !11
  %81 = mul i32 %80, 7
  store i32 %81, ptr %16, align 4, !tbaa !11
  br label %82

82:                                               ; preds = %79, %76
  tail call void @__ndweave_barrier() #6
  %83 = load i32, ptr %16, align 4, !tbaa !11
  %84 = getelementptr inbounds i8, ptr %0, i64 8
  %85 = load ptr, ptr %84, align 8, !tbaa !12
  %86 = getelementptr inbounds i32, ptr %85, i64 %3
  store i32 %83, ptr %86, align 4, !tbaa !11
  ret void
}

; Function Attrs: mustprogress uwtable
define dso_local void @sub_group_after_branches(ptr nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = tail call i32 @__ndweave_local_id(i32 noundef 0) #5
  %3 = urem i32 %2, 3
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %5, label %20

5:                                                ; preds = %1
  %6 = and i32 %2, 3
  %7 = icmp eq i32 %6, 0
  %8 = load ptr, ptr %0, align 8, !tbaa !5
  br i1 %7, label %27, label %9

9:                                                ; preds = %5
  %10 = zext nneg i32 %6 to i64
  br label %11

11:                                               ; preds = %9, %11
  %12 = phi i64 [ 0, %9 ], [ %18, %11 ]
  %13 = phi i32 [ %2, %9 ], [ %17, %11 ]
  %14 = getelementptr inbounds i32, ptr %8, i64 %12
  %15 = load i32, ptr %14, align 4, !tbaa !11
  %16 = add i32 %15, 1
  %17 = mul i32 %16, %13
  %18 = add nuw nsw i64 %12, 1
  %19 = icmp eq i64 %18, %10
  br i1 %19, label %27, label %11, !llvm.loop !31

20:                                               ; preds = %1
  %21 = load ptr, ptr %0, align 8, !tbaa !5
  %22 = add i32 %2, 1
  %23 = zext i32 %22 to i64
  %24 = getelementptr inbounds i32, ptr %21, i64 %23
  %25 = load i32, ptr %24, align 4, !tbaa !11
  %26 = xor i32 %25, %2
  br label %27

27:                                               ; preds = %11, %5, %20
  %28 = phi ptr [ %21, %20 ], [ %8, %5 ], [ %8, %11 ]
  %29 = phi i32 [ %26, %20 ], [ %2, %5 ], [ %17, %11 ]
  %30 = getelementptr inbounds i8, ptr %28, i64 8
  %31 = load i32, ptr %30, align 4, !tbaa !11
  %32 = and i32 %31, 3
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %37, label %34

34:                                               ; preds = %27
  %35 = tail call i32 @__ndweave_sub_group_local_id() #5
  %36 = xor i32 %35, 1
  br label %43

37:                                               ; preds = %43, %27
  %38 = phi i32 [ %29, %27 ], [ %47, %43 ]
  %39 = tail call i64 @__ndweave_global_id(i32 noundef 0) #5
  %40 = getelementptr inbounds i8, ptr %0, i64 8
  %41 = load ptr, ptr %40, align 8, !tbaa !12
  %42 = getelementptr inbounds i32, ptr %41, i64 %39
  store i32 %38, ptr %42, align 4, !tbaa !11
  ret void

43:                                               ; preds = %34, %43
  %44 = phi i32 [ 0, %34 ], [ %48, %43 ]
  %45 = phi i32 [ %29, %34 ], [ %47, %43 ]
  %46 = tail call i32 @__ndweave_shuffle_u32(i32 noundef %45, i32 noundef %36) #6
  %47 = add i32 %46, %45
  %48 = add nuw nsw i32 %44, 1
  %49 = load ptr, ptr %0, align 8, !tbaa !5
  %50 = getelementptr inbounds i8, ptr %49, i64 8
  %51 = load i32, ptr %50, align 4, !tbaa !11
  %52 = and i32 %51, 3
  %53 = icmp ult i32 %48, %52
  br i1 %53, label %43, label %37, !llvm.loop !32
}

; Function Attrs: convergent
declare i32 @__ndweave_shuffle_u32(i32 noundef, i32 noundef) local_unnamed_addr #3

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none)
declare i32 @__ndweave_sub_group_local_id() local_unnamed_addr #2

; Function Attrs: mustprogress uwtable
define dso_local void @sub_group_sum(ptr nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = tail call i64 @__ndweave_global_id(i32 noundef 0) #5
  %3 = load ptr, ptr %0, align 8, !tbaa !5
  %4 = getelementptr inbounds i32, ptr %3, i64 %2
  %5 = load i32, ptr %4, align 4, !tbaa !11
  %6 = tail call i32 @__ndweave_sub_group_local_id() #5
  br label %15

7:                                                ; preds = %15
  %8 = tail call i32 @__ndweave_local_id(i32 noundef 0) #5
  tail call void @__ndweave_sub_group_barrier() #6
  %9 = mul i32 %8, %20
  %10 = tail call i32 @__ndweave_shuffle_u32(i32 noundef %9, i32 noundef 3) #6
  %11 = add i32 %10, %20
  %12 = getelementptr inbounds i8, ptr %0, i64 8
  %13 = load ptr, ptr %12, align 8, !tbaa !12
  %14 = getelementptr inbounds i32, ptr %13, i64 %2
  store i32 %11, ptr %14, align 4, !tbaa !11
  ret void

15:                                               ; preds = %1, %15
  %16 = phi i32 [ 8, %1 ], [ %21, %15 ]
  %17 = phi i32 [ %5, %1 ], [ %20, %15 ]
  %18 = xor i32 %16, %6
  %19 = tail call i32 @__ndweave_shuffle_u32(i32 noundef %17, i32 noundef %18) #6
  %20 = add i32 %19, %17
  %21 = lshr i32 %16, 1
  %22 = icmp ult i32 %16, 2
  br i1 %22, label %7, label %15, !llvm.loop !33
}

; Function Attrs: convergent
declare void @__ndweave_sub_group_barrier() local_unnamed_addr #3

; Function Attrs: mustprogress uwtable
define dso_local void @divergent_shuffle(ptr nocapture noundef readonly %0) local_unnamed_addr #0 {
  %2 = tail call i32 @__ndweave_local_id(i32 noundef 0) #5
  %3 = tail call i64 @__ndweave_global_id(i32 noundef 0) #5
  %4 = load ptr, ptr %0, align 8, !tbaa !5
  %5 = getelementptr inbounds i32, ptr %4, i64 %3
  %6 = load i32, ptr %5, align 4, !tbaa !11
  %7 = icmp ult i32 %2, 16
  br i1 %7, label %8, label %10

8:                                                ; preds = %1
  %9 = tail call i32 @__ndweave_shuffle_u32(i32 noundef %6, i32 noundef 0) #6
  br label %10

10:                                               ; preds = %8, %1
  %11 = phi i32 [ %9, %8 ], [ %6, %1 ]
  %12 = getelementptr inbounds i8, ptr %0, i64 8
  %13 = load ptr, ptr %12, align 8, !tbaa !12
  %14 = getelementptr inbounds i32, ptr %13, i64 %3
  store i32 %11, ptr %14, align 4, !tbaa !11
  ret void
}

attributes #0 = { mustprogress uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nofree nosync nounwind willreturn memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { convergent "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { mustprogress nofree nosync nounwind memory(readwrite, inaccessiblemem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind willreturn memory(none) }
attributes #6 = { convergent }
attributes #7 = { nounwind }

!llvm.linker.options = !{}
!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!5 = !{!6, !7, i64 0}
!6 = !{!"_ZTS7functor", !7, i64 0, !7, i64 8, !7, i64 16, !10, i64 24, !10, i64 28}
!7 = !{!"any pointer", !8, i64 0}
!8 = !{!"omnipotent char", !9, i64 0}
!9 = !{!"Simple C++ TBAA"}
!10 = !{!"int", !8, i64 0}
!11 = !{!10, !10, i64 0}
!12 = !{!6, !7, i64 8}
!13 = distinct !{!13, !14, !15}
!14 = !{!"llvm.loop.mustprogress"}
!15 = !{!"llvm.loop.unroll.disable"}
!16 = distinct !{!16, !14, !15}
!17 = !{!6, !10, i64 24}
!18 = distinct !{!18, !14, !15}
!19 = distinct !{!19, !14, !15}
!20 = !{!6, !10, i64 28}
!21 = distinct !{!21, !14, !15}
!22 = distinct !{!22, !14, !15}
!23 = distinct !{!23, !14, !15}
!24 = distinct !{!24, !14, !15}
!25 = distinct !{!25, !14, !15}
!26 = distinct !{!26, !14, !15}
!27 = distinct !{!27, !14, !15}
!28 = distinct !{!28, !14, !15}
!29 = distinct !{!29, !14, !15}
!30 = distinct !{!30, !14, !15}
!31 = distinct !{!31, !14, !15}
!32 = distinct !{!32, !14, !15}
!33 = distinct !{!33, !14, !15}
