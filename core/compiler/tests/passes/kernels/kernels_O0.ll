; ModuleID = 'kernels.cpp'
source_filename = "kernels.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.functor = type { ptr, ptr, ptr, i32, i32 }

; Function Attrs: mustprogress noinline uwtable
define dso_local void @straight_line(ptr noundef %f) #0 {
entry:
  %f.addr = alloca ptr, align 8
  %l = alloca i32, align 4
  %size = alloca i32, align 4
  %g = alloca i64, align 8
  %s = alloca ptr, align 8
  store ptr %f, ptr %f.addr, align 8
  %call = call i32 @__ndweave_local_id(i32 noundef 0) #4
  store i32 %call, ptr %l, align 4
  %call1 = call i32 @__ndweave_local_range(i32 noundef 0) #4
  store i32 %call1, ptr %size, align 4
  %call2 = call i64 @__ndweave_global_id(i32 noundef 0) #4
  store i64 %call2, ptr %g, align 8
  %call3 = call ptr @__ndweave_local_memory() #4
  store ptr %call3, ptr %s, align 8
  %0 = load ptr, ptr %f.addr, align 8
  %in = getelementptr inbounds %struct.functor, ptr %0, i32 0, i32 0
  %1 = load ptr, ptr %in, align 8
  %2 = load i64, ptr %g, align 8
  %arrayidx = getelementptr inbounds i32, ptr %1, i64 %2
  %3 = load i32, ptr %arrayidx, align 4
  %4 = load ptr, ptr %s, align 8
  %5 = load i32, ptr %l, align 4
  %idxprom = zext i32 %5 to i64
  %arrayidx4 = getelementptr inbounds i32, ptr %4, i64 %idxprom
  store i32 %3, ptr %arrayidx4, align 4
  call void @__ndweave_barrier() #5
  %6 = load ptr, ptr %s, align 8
  %7 = load i32, ptr %size, align 4
  %sub = sub i32 %7, 1
  %8 = load i32, ptr %l, align 4
  %sub5 = sub i32 %sub, %8
  %idxprom6 = zext i32 %sub5 to i64
  %arrayidx7 = getelementptr inbounds i32, ptr %6, i64 %idxprom6
  %9 = load i32, ptr %arrayidx7, align 4
  %10 = load ptr, ptr %f.addr, align 8
  %out = getelementptr inbounds %struct.functor, ptr %10, i32 0, i32 1
  %11 = load ptr, ptr %out, align 8
  %12 = load i64, ptr %g, align 8
  %arrayidx8 = getelementptr inbounds i32, ptr %11, i64 %12
  store i32 %9, ptr %arrayidx8, align 4
  ret void
}

; Function Attrs: nounwind willreturn memory(none)
declare i32 @__ndweave_local_id(i32 noundef) #1

; Function Attrs: nounwind willreturn memory(none)
declare i32 @__ndweave_local_range(i32 noundef) #1

; Function Attrs: nounwind willreturn memory(none)
declare i64 @__ndweave_global_id(i32 noundef) #1

; Function Attrs: nounwind willreturn memory(none)
declare ptr @__ndweave_local_memory() #1

; Function Attrs: convergent
declare void @__ndweave_barrier() #2

; Function Attrs: mustprogress noinline uwtable
define dso_local void @tree_reduction(ptr noundef %f) #0 {
entry:
  %f.addr = alloca ptr, align 8
  %l = alloca i32, align 4
  %size = alloca i32, align 4
  %g = alloca i64, align 8
  %s = alloca ptr, align 8
  %k = alloca i32, align 4
  store ptr %f, ptr %f.addr, align 8
  %call = call i32 @__ndweave_local_id(i32 noundef 0) #4
  store i32 %call, ptr %l, align 4
  %call1 = call i32 @__ndweave_local_range(i32 noundef 0) #4
  store i32 %call1, ptr %size, align 4
  %call2 = call i64 @__ndweave_global_id(i32 noundef 0) #4
  store i64 %call2, ptr %g, align 8
  %call3 = call ptr @__ndweave_local_memory() #4
  store ptr %call3, ptr %s, align 8
  %0 = load ptr, ptr %f.addr, align 8
  %in = getelementptr inbounds %struct.functor, ptr %0, i32 0, i32 0
  %1 = load ptr, ptr %in, align 8
  %2 = load i64, ptr %g, align 8
  %arrayidx = getelementptr inbounds i32, ptr %1, i64 %2
  %3 = load i32, ptr %arrayidx, align 4
  %4 = load ptr, ptr %s, align 8
  %5 = load i32, ptr %l, align 4
  %idxprom = zext i32 %5 to i64
  %arrayidx4 = getelementptr inbounds i32, ptr %4, i64 %idxprom
  store i32 %3, ptr %arrayidx4, align 4
  call void @__ndweave_barrier() #5
  %6 = load i32, ptr %size, align 4
  %div = udiv i32 %6, 2
  store i32 %div, ptr %k, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %7 = load i32, ptr %k, align 4
  %cmp = icmp ugt i32 %7, 0
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %8 = load i32, ptr %l, align 4
  %9 = load i32, ptr %k, align 4
  %cmp5 = icmp ult i32 %8, %9
  br i1 %cmp5, label %if.then, label %if.end

if.then:                                          ; preds = %for.body
  %10 = load ptr, ptr %s, align 8
  %11 = load i32, ptr %l, align 4
  %12 = load i32, ptr %k, align 4
  %add = add i32 %11, %12
  %idxprom6 = zext i32 %add to i64
  %arrayidx7 = getelementptr inbounds i32, ptr %10, i64 %idxprom6
  %13 = load i32, ptr %arrayidx7, align 4
  %14 = load ptr, ptr %s, align 8
  %15 = load i32, ptr %l, align 4
  %idxprom8 = zext i32 %15 to i64
  %arrayidx9 = getelementptr inbounds i32, ptr %14, i64 %idxprom8
  %16 = load i32, ptr %arrayidx9, align 4
  %add10 = add i32 %16, %13
  store i32 %add10, ptr %arrayidx9, align 4
  br label %if.end

if.end:                                           ; preds = %if.then, %for.body
  call void @__ndweave_barrier() #5
  br label %for.inc

for.inc:                                          ; preds = %if.end
  %17 = load i32, ptr %k, align 4
  %div11 = udiv i32 %17, 2
  store i32 %div11, ptr %k, align 4
  br label %for.cond, !llvm.loop !6

for.end:                                          ; preds = %for.cond
  %18 = load ptr, ptr %s, align 8
  %arrayidx12 = getelementptr inbounds i32, ptr %18, i64 0
  %19 = load i32, ptr %arrayidx12, align 4
  %20 = load ptr, ptr %f.addr, align 8
  %out = getelementptr inbounds %struct.functor, ptr %20, i32 0, i32 1
  %21 = load ptr, ptr %out, align 8
  %22 = load i64, ptr %g, align 8
  %arrayidx13 = getelementptr inbounds i32, ptr %21, i64 %22
  store i32 %19, ptr %arrayidx13, align 4
  ret void
}

; Function Attrs: mustprogress noinline uwtable
define dso_local void @unequal_trips(ptr noundef %f) #0 {
entry:
  %f.addr = alloca ptr, align 8
  %l = alloca i32, align 4
  %size = alloca i32, align 4
  %g = alloca i64, align 8
  %s = alloca ptr, align 8
  %i = alloca i32, align 4
  store ptr %f, ptr %f.addr, align 8
  %call = call i32 @__ndweave_local_id(i32 noundef 0) #4
  store i32 %call, ptr %l, align 4
  %call1 = call i32 @__ndweave_local_range(i32 noundef 0) #4
  store i32 %call1, ptr %size, align 4
  %call2 = call i64 @__ndweave_global_id(i32 noundef 0) #4
  store i64 %call2, ptr %g, align 8
  %call3 = call ptr @__ndweave_local_memory() #4
  store ptr %call3, ptr %s, align 8
  %0 = load ptr, ptr %s, align 8
  %1 = load i32, ptr %l, align 4
  %idxprom = zext i32 %1 to i64
  %arrayidx = getelementptr inbounds i32, ptr %0, i64 %idxprom
  store i32 0, ptr %arrayidx, align 4
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i32, ptr %i, align 4
  %3 = load i32, ptr %l, align 4
  %add = add i32 2, %3
  %cmp = icmp ult i32 %2, %add
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load i32, ptr %i, align 4
  %5 = load ptr, ptr %s, align 8
  %6 = load i32, ptr %l, align 4
  %idxprom4 = zext i32 %6 to i64
  %arrayidx5 = getelementptr inbounds i32, ptr %5, i64 %idxprom4
  %7 = load i32, ptr %arrayidx5, align 4
  %add6 = add i32 %7, %4
  store i32 %add6, ptr %arrayidx5, align 4
  %8 = load i32, ptr %i, align 4
  %cmp7 = icmp ult i32 %8, 2
  br i1 %cmp7, label %if.then, label %if.end

if.then:                                          ; preds = %for.body
  call void @__ndweave_barrier() #5
  br label %if.end

if.end:                                           ; preds = %if.then, %for.body
  br label %for.inc

for.inc:                                          ; preds = %if.end
  %9 = load i32, ptr %i, align 4
  %inc = add i32 %9, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond, !llvm.loop !8

for.end:                                          ; preds = %for.cond
  %10 = load ptr, ptr %s, align 8
  %11 = load i32, ptr %l, align 4
  %idxprom8 = zext i32 %11 to i64
  %arrayidx9 = getelementptr inbounds i32, ptr %10, i64 %idxprom8
  %12 = load i32, ptr %arrayidx9, align 4
  %13 = load ptr, ptr %f.addr, align 8
  %out = getelementptr inbounds %struct.functor, ptr %13, i32 0, i32 1
  %14 = load ptr, ptr %out, align 8
  %15 = load i64, ptr %g, align 8
  %arrayidx10 = getelementptr inbounds i32, ptr %14, i64 %15
  store i32 %12, ptr %arrayidx10, align 4
  ret void
}

; Function Attrs: mustprogress noinline uwtable
define dso_local void @value_before_barrier_used_after(ptr noundef %f) #0 {
entry:
  %f.addr = alloca ptr, align 8
  %l = alloca i32, align 4
  %size = alloca i32, align 4
  %g = alloca i64, align 8
  %s = alloca ptr, align 8
  %sum = alloca i32, align 4
  %i = alloca i32, align 4
  %v = alloca i32, align 4
  store ptr %f, ptr %f.addr, align 8
  %call = call i32 @__ndweave_local_id(i32 noundef 0) #4
  store i32 %call, ptr %l, align 4
  %call1 = call i32 @__ndweave_local_range(i32 noundef 0) #4
  store i32 %call1, ptr %size, align 4
  %call2 = call i64 @__ndweave_global_id(i32 noundef 0) #4
  store i64 %call2, ptr %g, align 8
  %call3 = call ptr @__ndweave_local_memory() #4
  store ptr %call3, ptr %s, align 8
  store i32 0, ptr %sum, align 4
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4
  %1 = load ptr, ptr %f.addr, align 8
  %n = getelementptr inbounds %struct.functor, ptr %1, i32 0, i32 3
  %2 = load i32, ptr %n, align 8
  %add = add i32 %2, 3
  %cmp = icmp ult i32 %0, %add
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %3 = load ptr, ptr %f.addr, align 8
  %in = getelementptr inbounds %struct.functor, ptr %3, i32 0, i32 0
  %4 = load ptr, ptr %in, align 8
  %5 = load i64, ptr %g, align 8
  %6 = load i32, ptr %i, align 4
  %conv = zext i32 %6 to i64
  %add4 = add i64 %5, %conv
  %rem = urem i64 %add4, 256
  %arrayidx = getelementptr inbounds i32, ptr %4, i64 %rem
  %7 = load i32, ptr %arrayidx, align 4
  store i32 %7, ptr %v, align 4
  %8 = load i32, ptr %v, align 4
  %9 = load ptr, ptr %s, align 8
  %10 = load i32, ptr %l, align 4
  %idxprom = zext i32 %10 to i64
  %arrayidx5 = getelementptr inbounds i32, ptr %9, i64 %idxprom
  store i32 %8, ptr %arrayidx5, align 4
  call void @__ndweave_barrier() #5
  %11 = load i32, ptr %v, align 4
  %12 = load ptr, ptr %s, align 8
  %13 = load i32, ptr %l, align 4
  %add6 = add i32 %13, 1
  %14 = load i32, ptr %size, align 4
  %rem7 = urem i32 %add6, %14
  %idxprom8 = zext i32 %rem7 to i64
  %arrayidx9 = getelementptr inbounds i32, ptr %12, i64 %idxprom8
  %15 = load i32, ptr %arrayidx9, align 4
  %mul = mul i32 %11, %15
  %16 = load i32, ptr %sum, align 4
  %add10 = add i32 %16, %mul
  store i32 %add10, ptr %sum, align 4
  call void @__ndweave_barrier() #5
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %17 = load i32, ptr %i, align 4
  %inc = add i32 %17, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond, !llvm.loop !9

for.end:                                          ; preds = %for.cond
  %18 = load i32, ptr %sum, align 4
  %19 = load ptr, ptr %f.addr, align 8
  %out = getelementptr inbounds %struct.functor, ptr %19, i32 0, i32 1
  %20 = load ptr, ptr %out, align 8
  %21 = load i64, ptr %g, align 8
  %arrayidx11 = getelementptr inbounds i32, ptr %20, i64 %21
  store i32 %18, ptr %arrayidx11, align 4
  ret void
}

; Function Attrs: mustprogress noinline uwtable
define dso_local void @rotating_values(ptr noundef %f) #0 {
entry:
  %f.addr = alloca ptr, align 8
  %l = alloca i32, align 4
  %size = alloca i32, align 4
  %g = alloca i64, align 8
  %s = alloca ptr, align 8
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  %c = alloca i32, align 4
  %i = alloca i32, align 4
  %t = alloca i32, align 4
  store ptr %f, ptr %f.addr, align 8
  %call = call i32 @__ndweave_local_id(i32 noundef 0) #4
  store i32 %call, ptr %l, align 4
  %call1 = call i32 @__ndweave_local_range(i32 noundef 0) #4
  store i32 %call1, ptr %size, align 4
  %call2 = call i64 @__ndweave_global_id(i32 noundef 0) #4
  store i64 %call2, ptr %g, align 8
  %call3 = call ptr @__ndweave_local_memory() #4
  store ptr %call3, ptr %s, align 8
  %0 = load i32, ptr %l, align 4
  store i32 %0, ptr %a, align 4
  %1 = load ptr, ptr %f.addr, align 8
  %in = getelementptr inbounds %struct.functor, ptr %1, i32 0, i32 0
  %2 = load ptr, ptr %in, align 8
  %3 = load i64, ptr %g, align 8
  %arrayidx = getelementptr inbounds i32, ptr %2, i64 %3
  %4 = load i32, ptr %arrayidx, align 4
  store i32 %4, ptr %b, align 4
  store i32 3, ptr %c, align 4
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %5 = load i32, ptr %i, align 4
  %6 = load ptr, ptr %f.addr, align 8
  %n = getelementptr inbounds %struct.functor, ptr %6, i32 0, i32 3
  %7 = load i32, ptr %n, align 8
  %cmp = icmp ult i32 %5, %7
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %8 = load i32, ptr %a, align 4
  %9 = load ptr, ptr %s, align 8
  %10 = load i32, ptr %l, align 4
  %idxprom = zext i32 %10 to i64
  %arrayidx4 = getelementptr inbounds i32, ptr %9, i64 %idxprom
  store i32 %8, ptr %arrayidx4, align 4
  call void @__ndweave_barrier() #5
  %11 = load i32, ptr %a, align 4
  store i32 %11, ptr %t, align 4
  %12 = load i32, ptr %b, align 4
  store i32 %12, ptr %a, align 4
  %13 = load i32, ptr %c, align 4
  %14 = load ptr, ptr %s, align 8
  %15 = load i32, ptr %l, align 4
  %16 = load i32, ptr %i, align 4
  %add = add i32 %15, %16
  %17 = load i32, ptr %size, align 4
  %rem = urem i32 %add, %17
  %idxprom5 = zext i32 %rem to i64
  %arrayidx6 = getelementptr inbounds i32, ptr %14, i64 %idxprom5
  %18 = load i32, ptr %arrayidx6, align 4
  %add7 = add i32 %13, %18
  store i32 %add7, ptr %b, align 4
  %19 = load i32, ptr %t, align 4
  store i32 %19, ptr %c, align 4
  call void @__ndweave_barrier() #5
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %20 = load i32, ptr %i, align 4
  %inc = add i32 %20, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond, !llvm.loop !10

for.end:                                          ; preds = %for.cond
  %21 = load i32, ptr %a, align 4
  %22 = load i32, ptr %b, align 4
  %mul = mul i32 7, %22
  %add8 = add i32 %21, %mul
  %23 = load i32, ptr %c, align 4
  %mul9 = mul i32 31, %23
  %add10 = add i32 %add8, %mul9
  %24 = load ptr, ptr %f.addr, align 8
  %out = getelementptr inbounds %struct.functor, ptr %24, i32 0, i32 1
  %25 = load ptr, ptr %out, align 8
  %26 = load i64, ptr %g, align 8
  %arrayidx11 = getelementptr inbounds i32, ptr %25, i64 %26
  store i32 %add10, ptr %arrayidx11, align 4
  ret void
}

; Function Attrs: mustprogress noinline uwtable
define dso_local void @conditional_barriers(ptr noundef %f) #0 {
entry:
  %f.addr = alloca ptr, align 8
  %l = alloca i32, align 4
  %size = alloca i32, align 4
  %g = alloca i64, align 8
  %s = alloca ptr, align 8
  %v = alloca i32, align 4
  %i = alloca i32, align 4
  store ptr %f, ptr %f.addr, align 8
  %call = call i32 @__ndweave_local_id(i32 noundef 0) #4
  store i32 %call, ptr %l, align 4
  %call1 = call i32 @__ndweave_local_range(i32 noundef 0) #4
  store i32 %call1, ptr %size, align 4
  %call2 = call i64 @__ndweave_global_id(i32 noundef 0) #4
  store i64 %call2, ptr %g, align 8
  %call3 = call ptr @__ndweave_local_memory() #4
  store ptr %call3, ptr %s, align 8
  %0 = load ptr, ptr %f.addr, align 8
  %in = getelementptr inbounds %struct.functor, ptr %0, i32 0, i32 0
  %1 = load ptr, ptr %in, align 8
  %2 = load i64, ptr %g, align 8
  %arrayidx = getelementptr inbounds i32, ptr %1, i64 %2
  %3 = load i32, ptr %arrayidx, align 4
  store i32 %3, ptr %v, align 4
  %4 = load ptr, ptr %f.addr, align 8
  %n = getelementptr inbounds %struct.functor, ptr %4, i32 0, i32 3
  %5 = load i32, ptr %n, align 8
  %cmp = icmp ugt i32 %5, 3
  br i1 %cmp, label %if.then, label %if.else

if.then:                                          ; preds = %entry
  %6 = load i32, ptr %v, align 4
  %7 = load ptr, ptr %s, align 8
  %8 = load i32, ptr %l, align 4
  %idxprom = zext i32 %8 to i64
  %arrayidx4 = getelementptr inbounds i32, ptr %7, i64 %idxprom
  store i32 %6, ptr %arrayidx4, align 4
  call void @__ndweave_barrier() #5
  %9 = load ptr, ptr %s, align 8
  %10 = load i32, ptr %l, align 4
  %add = add i32 %10, 3
  %11 = load i32, ptr %size, align 4
  %rem = urem i32 %add, %11
  %idxprom5 = zext i32 %rem to i64
  %arrayidx6 = getelementptr inbounds i32, ptr %9, i64 %idxprom5
  %12 = load i32, ptr %arrayidx6, align 4
  %13 = load i32, ptr %v, align 4
  %add7 = add i32 %13, %12
  store i32 %add7, ptr %v, align 4
  %14 = load ptr, ptr %f.addr, align 8
  %m = getelementptr inbounds %struct.functor, ptr %14, i32 0, i32 4
  %15 = load i32, ptr %m, align 4
  %rem8 = urem i32 %15, 2
  %tobool = icmp ne i32 %rem8, 0
  br i1 %tobool, label %if.then9, label %if.end

if.then9:                                         ; preds = %if.then
  call void @__ndweave_barrier() #5
  %16 = load i32, ptr %v, align 4
  %mul = mul i32 %16, 5
  %17 = load ptr, ptr %s, align 8
  %18 = load i32, ptr %l, align 4
  %idxprom10 = zext i32 %18 to i64
  %arrayidx11 = getelementptr inbounds i32, ptr %17, i64 %idxprom10
  store i32 %mul, ptr %arrayidx11, align 4
  call void @__ndweave_barrier() #5
  %19 = load ptr, ptr %s, align 8
  %20 = load i32, ptr %l, align 4
  %add12 = add i32 %20, 1
  %21 = load i32, ptr %size, align 4
  %rem13 = urem i32 %add12, %21
  %idxprom14 = zext i32 %rem13 to i64
  %arrayidx15 = getelementptr inbounds i32, ptr %19, i64 %idxprom14
  %22 = load i32, ptr %arrayidx15, align 4
  %23 = load i32, ptr %v, align 4
  %sub = sub i32 %23, %22
  store i32 %sub, ptr %v, align 4
  br label %if.end

if.end:                                           ; preds = %if.then9, %if.then
  br label %if.end31

if.else:                                          ; preds = %entry
  %24 = load i32, ptr %v, align 4
  %mul16 = mul i32 %24, 3
  store i32 %mul16, ptr %v, align 4
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %if.else
  %25 = load i32, ptr %i, align 4
  %26 = load ptr, ptr %f.addr, align 8
  %m17 = getelementptr inbounds %struct.functor, ptr %26, i32 0, i32 4
  %27 = load i32, ptr %m17, align 4
  %cmp18 = icmp ult i32 %25, %27
  br i1 %cmp18, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  call void @__ndweave_barrier() #5
  %28 = load i32, ptr %v, align 4
  %29 = load i32, ptr %i, align 4
  %add19 = add i32 %28, %29
  %30 = load ptr, ptr %s, align 8
  %31 = load i32, ptr %l, align 4
  %idxprom20 = zext i32 %31 to i64
  %arrayidx21 = getelementptr inbounds i32, ptr %30, i64 %idxprom20
  store i32 %add19, ptr %arrayidx21, align 4
  call void @__ndweave_barrier() #5
  %32 = load ptr, ptr %s, align 8
  %33 = load i32, ptr %l, align 4
  %34 = load i32, ptr %i, align 4
  %add22 = add i32 %33, %34
  %35 = load i32, ptr %size, align 4
  %rem23 = urem i32 %add22, %35
  %idxprom24 = zext i32 %rem23 to i64
  %arrayidx25 = getelementptr inbounds i32, ptr %32, i64 %idxprom24
  %36 = load i32, ptr %arrayidx25, align 4
  %37 = load i32, ptr %v, align 4
  %xor = xor i32 %37, %36
  store i32 %xor, ptr %v, align 4
  %38 = load i32, ptr %v, align 4
  %rem26 = urem i32 %38, 2
  %tobool27 = icmp ne i32 %rem26, 0
  br i1 %tobool27, label %if.then28, label %if.end30

if.then28:                                        ; preds = %for.body
  %39 = load i32, ptr %i, align 4
  %40 = load i32, ptr %v, align 4
  %add29 = add i32 %40, %39
  store i32 %add29, ptr %v, align 4
  br label %if.end30

if.end30:                                         ; preds = %if.then28, %for.body
  br label %for.inc

for.inc:                                          ; preds = %if.end30
  %41 = load i32, ptr %i, align 4
  %inc = add i32 %41, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond, !llvm.loop !11

for.end:                                          ; preds = %for.cond
  br label %if.end31

if.end31:                                         ; preds = %for.end, %if.end
  %42 = load i32, ptr %v, align 4
  %43 = load ptr, ptr %f.addr, align 8
  %out = getelementptr inbounds %struct.functor, ptr %43, i32 0, i32 1
  %44 = load ptr, ptr %out, align 8
  %45 = load i64, ptr %g, align 8
  %arrayidx32 = getelementptr inbounds i32, ptr %44, i64 %45
  store i32 %42, ptr %arrayidx32, align 4
  ret void
}

; Function Attrs: mustprogress noinline uwtable
define dso_local void @early_return(ptr noundef %f) #0 {
entry:
  %f.addr = alloca ptr, align 8
  %l = alloca i32, align 4
  %size = alloca i32, align 4
  %g = alloca i64, align 8
  %s = alloca ptr, align 8
  store ptr %f, ptr %f.addr, align 8
  %call = call i32 @__ndweave_local_id(i32 noundef 0) #4
  store i32 %call, ptr %l, align 4
  %call1 = call i32 @__ndweave_local_range(i32 noundef 0) #4
  store i32 %call1, ptr %size, align 4
  %call2 = call i64 @__ndweave_global_id(i32 noundef 0) #4
  store i64 %call2, ptr %g, align 8
  %call3 = call ptr @__ndweave_local_memory() #4
  store ptr %call3, ptr %s, align 8
  %0 = load ptr, ptr %f.addr, align 8
  %out = getelementptr inbounds %struct.functor, ptr %0, i32 0, i32 1
  %1 = load ptr, ptr %out, align 8
  %2 = load i64, ptr %g, align 8
  %arrayidx = getelementptr inbounds i32, ptr %1, i64 %2
  store i32 1, ptr %arrayidx, align 4
  %3 = load ptr, ptr %f.addr, align 8
  %n = getelementptr inbounds %struct.functor, ptr %3, i32 0, i32 3
  %4 = load i32, ptr %n, align 8
  %cmp = icmp ult i32 %4, 4
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  br label %return

if.end:                                           ; preds = %entry
  %5 = load ptr, ptr %f.addr, align 8
  %in = getelementptr inbounds %struct.functor, ptr %5, i32 0, i32 0
  %6 = load ptr, ptr %in, align 8
  %7 = load i64, ptr %g, align 8
  %arrayidx4 = getelementptr inbounds i32, ptr %6, i64 %7
  %8 = load i32, ptr %arrayidx4, align 4
  %9 = load ptr, ptr %s, align 8
  %10 = load i32, ptr %l, align 4
  %idxprom = zext i32 %10 to i64
  %arrayidx5 = getelementptr inbounds i32, ptr %9, i64 %idxprom
  store i32 %8, ptr %arrayidx5, align 4
  call void @__ndweave_barrier() #5
  %call6 = call i64 @__ndweave_group_id(i32 noundef 0) #4
  %cmp7 = icmp eq i64 %call6, 1
  br i1 %cmp7, label %if.then8, label %if.end9

if.then8:                                         ; preds = %if.end
  br label %return

if.end9:                                          ; preds = %if.end
  %11 = load ptr, ptr %s, align 8
  %12 = load i32, ptr %l, align 4
  %add = add i32 %12, 1
  %13 = load i32, ptr %size, align 4
  %rem = urem i32 %add, %13
  %idxprom10 = zext i32 %rem to i64
  %arrayidx11 = getelementptr inbounds i32, ptr %11, i64 %idxprom10
  %14 = load i32, ptr %arrayidx11, align 4
  %15 = load ptr, ptr %f.addr, align 8
  %out12 = getelementptr inbounds %struct.functor, ptr %15, i32 0, i32 1
  %16 = load ptr, ptr %out12, align 8
  %17 = load i64, ptr %g, align 8
  %arrayidx13 = getelementptr inbounds i32, ptr %16, i64 %17
  store i32 %14, ptr %arrayidx13, align 4
  br label %return

return:                                           ; preds = %if.end9, %if.then8, %if.then
  ret void
}

; Function Attrs: nounwind willreturn memory(none)
declare i64 @__ndweave_group_id(i32 noundef) #1

; Function Attrs: mustprogress noinline nounwind uwtable
define dso_local void @leave_in_one_arm(ptr noundef %f) #3 {
entry:
  %f.addr = alloca ptr, align 8
  %l = alloca i32, align 4
  %size = alloca i32, align 4
  %g = alloca i64, align 8
  %s = alloca ptr, align 8
  %x = alloca i32, align 4
  %i = alloca i32, align 4
  store ptr %f, ptr %f.addr, align 8
  %call = call i32 @__ndweave_local_id(i32 noundef 0) #4
  store i32 %call, ptr %l, align 4
  %call1 = call i32 @__ndweave_local_range(i32 noundef 0) #4
  store i32 %call1, ptr %size, align 4
  %call2 = call i64 @__ndweave_global_id(i32 noundef 0) #4
  store i64 %call2, ptr %g, align 8
  %call3 = call ptr @__ndweave_local_memory() #4
  store ptr %call3, ptr %s, align 8
  %0 = load ptr, ptr %f.addr, align 8
  %in = getelementptr inbounds %struct.functor, ptr %0, i32 0, i32 0
  %1 = load ptr, ptr %in, align 8
  %2 = load i64, ptr %g, align 8
  %arrayidx = getelementptr inbounds i32, ptr %1, i64 %2
  %3 = load i32, ptr %arrayidx, align 4
  store i32 %3, ptr %x, align 4
  %4 = load ptr, ptr %f.addr, align 8
  %n = getelementptr inbounds %struct.functor, ptr %4, i32 0, i32 3
  %5 = load i32, ptr %n, align 8
  %cmp = icmp ugt i32 %5, 1
  br i1 %cmp, label %if.then, label %if.end11

if.then:                                          ; preds = %entry
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %if.then
  %6 = load i32, ptr %i, align 4
  %7 = load ptr, ptr %f.addr, align 8
  %m = getelementptr inbounds %struct.functor, ptr %7, i32 0, i32 4
  %8 = load i32, ptr %m, align 4
  %9 = load i32, ptr %l, align 4
  %rem = urem i32 %9, 3
  %add = add i32 %8, %rem
  %cmp4 = icmp ult i32 %6, %add
  br i1 %cmp4, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %10 = load i32, ptr %x, align 4
  %rem5 = urem i32 %10, 7
  %cmp6 = icmp eq i32 %rem5, 3
  br i1 %cmp6, label %if.then7, label %if.end

if.then7:                                         ; preds = %for.body
  br label %return

if.end:                                           ; preds = %for.body
  %11 = load i32, ptr %x, align 4
  %mul = mul i32 %11, 5
  %12 = load ptr, ptr %f.addr, align 8
  %in8 = getelementptr inbounds %struct.functor, ptr %12, i32 0, i32 0
  %13 = load ptr, ptr %in8, align 8
  %14 = load i32, ptr %i, align 4
  %idxprom = zext i32 %14 to i64
  %arrayidx9 = getelementptr inbounds i32, ptr %13, i64 %idxprom
  %15 = load i32, ptr %arrayidx9, align 4
  %add10 = add i32 %mul, %15
  store i32 %add10, ptr %x, align 4
  br label %for.inc

for.inc:                                          ; preds = %if.end
  %16 = load i32, ptr %i, align 4
  %inc = add i32 %16, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond, !llvm.loop !12

for.end:                                          ; preds = %for.cond
  br label %if.end11

if.end11:                                         ; preds = %for.end, %entry
  %17 = load i32, ptr %x, align 4
  %18 = load ptr, ptr %f.addr, align 8
  %out = getelementptr inbounds %struct.functor, ptr %18, i32 0, i32 1
  %19 = load ptr, ptr %out, align 8
  %20 = load i64, ptr %g, align 8
  %arrayidx12 = getelementptr inbounds i32, ptr %19, i64 %20
  store i32 %17, ptr %arrayidx12, align 4
  br label %return

return:                                           ; preds = %if.end11, %if.then7
  ret void
}

; Function Attrs: mustprogress noinline nounwind uwtable
define dso_local void @leave_in_the_other_arm(ptr noundef %f) #3 {
entry:
  %f.addr = alloca ptr, align 8
  %l = alloca i32, align 4
  %size = alloca i32, align 4
  %g = alloca i64, align 8
  %s = alloca ptr, align 8
  %x = alloca i32, align 4
  %i = alloca i32, align 4
  %i12 = alloca i32, align 4
  store ptr %f, ptr %f.addr, align 8
  %call = call i32 @__ndweave_local_id(i32 noundef 0) #4
  store i32 %call, ptr %l, align 4
  %call1 = call i32 @__ndweave_local_range(i32 noundef 0) #4
  store i32 %call1, ptr %size, align 4
  %call2 = call i64 @__ndweave_global_id(i32 noundef 0) #4
  store i64 %call2, ptr %g, align 8
  %call3 = call ptr @__ndweave_local_memory() #4
  store ptr %call3, ptr %s, align 8
  %0 = load ptr, ptr %f.addr, align 8
  %in = getelementptr inbounds %struct.functor, ptr %0, i32 0, i32 0
  %1 = load ptr, ptr %in, align 8
  %2 = load i64, ptr %g, align 8
  %arrayidx = getelementptr inbounds i32, ptr %1, i64 %2
  %3 = load i32, ptr %arrayidx, align 4
  store i32 %3, ptr %x, align 4
  %4 = load ptr, ptr %f.addr, align 8
  %n = getelementptr inbounds %struct.functor, ptr %4, i32 0, i32 3
  %5 = load i32, ptr %n, align 8
  %cmp = icmp ugt i32 %5, 1
  br i1 %cmp, label %if.then, label %if.else

if.then:                                          ; preds = %entry
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %if.then
  %6 = load i32, ptr %i, align 4
  %7 = load ptr, ptr %f.addr, align 8
  %in4 = getelementptr inbounds %struct.functor, ptr %7, i32 0, i32 0
  %8 = load ptr, ptr %in4, align 8
  %arrayidx5 = getelementptr inbounds i32, ptr %8, i64 3
  %9 = load i32, ptr %arrayidx5, align 4
  %rem = urem i32 %9, 4
  %cmp6 = icmp ult i32 %6, %rem
  br i1 %cmp6, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %10 = load i32, ptr %x, align 4
  %mul = mul i32 %10, 5
  %11 = load ptr, ptr %f.addr, align 8
  %in7 = getelementptr inbounds %struct.functor, ptr %11, i32 0, i32 0
  %12 = load ptr, ptr %in7, align 8
  %13 = load i32, ptr %i, align 4
  %idxprom = zext i32 %13 to i64
  %arrayidx8 = getelementptr inbounds i32, ptr %12, i64 %idxprom
  %14 = load i32, ptr %arrayidx8, align 4
  %add = add i32 %mul, %14
  store i32 %add, ptr %x, align 4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %15 = load i32, ptr %i, align 4
  %inc = add i32 %15, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond, !llvm.loop !13

for.end:                                          ; preds = %for.cond
  br label %if.end28

if.else:                                          ; preds = %entry
  %16 = load i32, ptr %x, align 4
  %rem9 = urem i32 %16, 3
  %cmp10 = icmp eq i32 %rem9, 1
  br i1 %cmp10, label %if.then11, label %if.end

if.then11:                                        ; preds = %if.else
  store i32 0, ptr %i12, align 4
  br label %for.cond13

for.cond13:                                       ; preds = %for.inc23, %if.then11
  %17 = load i32, ptr %i12, align 4
  %18 = load i32, ptr %l, align 4
  %rem14 = urem i32 %18, 5
  %cmp15 = icmp ult i32 %17, %rem14
  br i1 %cmp15, label %for.body16, label %for.end25

for.body16:                                       ; preds = %for.cond13
  %19 = load ptr, ptr %f.addr, align 8
  %in17 = getelementptr inbounds %struct.functor, ptr %19, i32 0, i32 0
  %20 = load ptr, ptr %in17, align 8
  %21 = load i32, ptr %l, align 4
  %22 = load i32, ptr %i12, align 4
  %add18 = add i32 %21, %22
  %idxprom19 = zext i32 %add18 to i64
  %arrayidx20 = getelementptr inbounds i32, ptr %20, i64 %idxprom19
  %23 = load i32, ptr %arrayidx20, align 4
  %24 = load ptr, ptr %f.addr, align 8
  %out = getelementptr inbounds %struct.functor, ptr %24, i32 0, i32 1
  %25 = load ptr, ptr %out, align 8
  %26 = load i64, ptr %g, align 8
  %arrayidx21 = getelementptr inbounds i32, ptr %25, i64 %26
  %27 = load i32, ptr %arrayidx21, align 4
  %add22 = add i32 %27, %23
  store i32 %add22, ptr %arrayidx21, align 4
  br label %for.inc23

for.inc23:                                        ; preds = %for.body16
  %28 = load i32, ptr %i12, align 4
  %inc24 = add i32 %28, 1
  store i32 %inc24, ptr %i12, align 4
  br label %for.cond13, !llvm.loop !14

for.end25:                                        ; preds = %for.cond13
  br label %return

if.end:                                           ; preds = %if.else
  %29 = load i32, ptr %x, align 4
  %mul26 = mul i32 %29, 3
  %add27 = add i32 %mul26, 1
  store i32 %add27, ptr %x, align 4
  br label %if.end28

if.end28:                                         ; preds = %if.end, %for.end
  %30 = load i32, ptr %x, align 4
  %31 = load ptr, ptr %f.addr, align 8
  %out29 = getelementptr inbounds %struct.functor, ptr %31, i32 0, i32 1
  %32 = load ptr, ptr %out29, align 8
  %33 = load i64, ptr %g, align 8
  %arrayidx30 = getelementptr inbounds i32, ptr %32, i64 %33
  store i32 %30, ptr %arrayidx30, align 4
  br label %return

return:                                           ; preds = %if.end28, %for.end25
  ret void
}

; Function Attrs: mustprogress noinline uwtable
define dso_local void @private_array(ptr noundef %f) #0 {
entry:
  %f.addr = alloca ptr, align 8
  %l = alloca i32, align 4
  %size = alloca i32, align 4
  %g = alloca i64, align 8
  %s = alloca ptr, align 8
  %mine = alloca [8 x i32], align 16
  %i = alloca i32, align 4
  %i5 = alloca i32, align 4
  %sum = alloca i32, align 4
  %i26 = alloca i32, align 4
  store ptr %f, ptr %f.addr, align 8
  %call = call i32 @__ndweave_local_id(i32 noundef 0) #4
  store i32 %call, ptr %l, align 4
  %call1 = call i32 @__ndweave_local_range(i32 noundef 0) #4
  store i32 %call1, ptr %size, align 4
  %call2 = call i64 @__ndweave_global_id(i32 noundef 0) #4
  store i64 %call2, ptr %g, align 8
  %call3 = call ptr @__ndweave_local_memory() #4
  store ptr %call3, ptr %s, align 8
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4
  %cmp = icmp ult i32 %0, 8
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %1 = load ptr, ptr %f.addr, align 8
  %in = getelementptr inbounds %struct.functor, ptr %1, i32 0, i32 0
  %2 = load ptr, ptr %in, align 8
  %3 = load i64, ptr %g, align 8
  %4 = load i32, ptr %i, align 4
  %conv = zext i32 %4 to i64
  %add = add i64 %3, %conv
  %rem = urem i64 %add, 256
  %arrayidx = getelementptr inbounds i32, ptr %2, i64 %rem
  %5 = load i32, ptr %arrayidx, align 4
  %6 = load i32, ptr %i, align 4
  %idxprom = zext i32 %6 to i64
  %arrayidx4 = getelementptr inbounds [8 x i32], ptr %mine, i64 0, i64 %idxprom
  store i32 %5, ptr %arrayidx4, align 4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %7 = load i32, ptr %i, align 4
  %inc = add i32 %7, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond, !llvm.loop !15

for.end:                                          ; preds = %for.cond
  store i32 0, ptr %i5, align 4
  br label %for.cond6

for.cond6:                                        ; preds = %for.inc23, %for.end
  %8 = load i32, ptr %i5, align 4
  %9 = load ptr, ptr %f.addr, align 8
  %n = getelementptr inbounds %struct.functor, ptr %9, i32 0, i32 3
  %10 = load i32, ptr %n, align 8
  %cmp7 = icmp ult i32 %8, %10
  br i1 %cmp7, label %for.body8, label %for.end25

for.body8:                                        ; preds = %for.cond6
  %11 = load i32, ptr %l, align 4
  %12 = load i32, ptr %i5, align 4
  %add9 = add i32 %11, %12
  %rem10 = urem i32 %add9, 8
  %idxprom11 = zext i32 %rem10 to i64
  %arrayidx12 = getelementptr inbounds [8 x i32], ptr %mine, i64 0, i64 %idxprom11
  %13 = load i32, ptr %arrayidx12, align 4
  %14 = load ptr, ptr %s, align 8
  %15 = load i32, ptr %l, align 4
  %idxprom13 = zext i32 %15 to i64
  %arrayidx14 = getelementptr inbounds i32, ptr %14, i64 %idxprom13
  store i32 %13, ptr %arrayidx14, align 4
  call void @__ndweave_barrier() #5
  %16 = load i32, ptr %i5, align 4
  %17 = load ptr, ptr %s, align 8
  %18 = load i32, ptr %l, align 4
  %add15 = add i32 %18, 1
  %19 = load i32, ptr %size, align 4
  %rem16 = urem i32 %add15, %19
  %idxprom17 = zext i32 %rem16 to i64
  %arrayidx18 = getelementptr inbounds i32, ptr %17, i64 %idxprom17
  %20 = load i32, ptr %arrayidx18, align 4
  %rem19 = urem i32 %20, 8
  %idxprom20 = zext i32 %rem19 to i64
  %arrayidx21 = getelementptr inbounds [8 x i32], ptr %mine, i64 0, i64 %idxprom20
  %21 = load i32, ptr %arrayidx21, align 4
  %add22 = add i32 %21, %16
  store i32 %add22, ptr %arrayidx21, align 4
  call void @__ndweave_barrier() #5
  br label %for.inc23

for.inc23:                                        ; preds = %for.body8
  %22 = load i32, ptr %i5, align 4
  %inc24 = add i32 %22, 1
  store i32 %inc24, ptr %i5, align 4
  br label %for.cond6, !llvm.loop !16

for.end25:                                        ; preds = %for.cond6
  store i32 0, ptr %sum, align 4
  store i32 0, ptr %i26, align 4
  br label %for.cond27

for.cond27:                                       ; preds = %for.inc35, %for.end25
  %23 = load i32, ptr %i26, align 4
  %cmp28 = icmp ult i32 %23, 8
  br i1 %cmp28, label %for.body29, label %for.end37

for.body29:                                       ; preds = %for.cond27
  %24 = load i32, ptr %sum, align 4
  %mul = mul i32 %24, 3
  %25 = load i32, ptr %i26, align 4
  %26 = load i32, ptr %l, align 4
  %add30 = add i32 %25, %26
  %rem31 = urem i32 %add30, 8
  %idxprom32 = zext i32 %rem31 to i64
  %arrayidx33 = getelementptr inbounds [8 x i32], ptr %mine, i64 0, i64 %idxprom32
  %27 = load i32, ptr %arrayidx33, align 4
  %add34 = add i32 %mul, %27
  store i32 %add34, ptr %sum, align 4
  br label %for.inc35

for.inc35:                                        ; preds = %for.body29
  %28 = load i32, ptr %i26, align 4
  %inc36 = add i32 %28, 1
  store i32 %inc36, ptr %i26, align 4
  br label %for.cond27, !llvm.loop !17

for.end37:                                        ; preds = %for.cond27
  %29 = load i32, ptr %sum, align 4
  %30 = load ptr, ptr %f.addr, align 8
  %out = getelementptr inbounds %struct.functor, ptr %30, i32 0, i32 1
  %31 = load ptr, ptr %out, align 8
  %32 = load i64, ptr %g, align 8
  %arrayidx38 = getelementptr inbounds i32, ptr %31, i64 %32
  store i32 %29, ptr %arrayidx38, align 4
  ret void
}

; Function Attrs: mustprogress noinline nounwind uwtable
define dso_local void @divergent_loops(ptr noundef %f) #3 {
entry:
  %f.addr = alloca ptr, align 8
  %l = alloca i32, align 4
  %size = alloca i32, align 4
  %g = alloca i64, align 8
  %s = alloca ptr, align 8
  %x = alloca i32, align 4
  %steps = alloca i32, align 4
  %i = alloca i32, align 4
  store ptr %f, ptr %f.addr, align 8
  %call = call i32 @__ndweave_local_id(i32 noundef 0) #4
  store i32 %call, ptr %l, align 4
  %call1 = call i32 @__ndweave_local_range(i32 noundef 0) #4
  store i32 %call1, ptr %size, align 4
  %call2 = call i64 @__ndweave_global_id(i32 noundef 0) #4
  store i64 %call2, ptr %g, align 8
  %call3 = call ptr @__ndweave_local_memory() #4
  store ptr %call3, ptr %s, align 8
  %0 = load ptr, ptr %f.addr, align 8
  %in = getelementptr inbounds %struct.functor, ptr %0, i32 0, i32 0
  %1 = load ptr, ptr %in, align 8
  %2 = load i64, ptr %g, align 8
  %arrayidx = getelementptr inbounds i32, ptr %1, i64 %2
  %3 = load i32, ptr %arrayidx, align 4
  store i32 %3, ptr %x, align 4
  store i32 0, ptr %steps, align 4
  %4 = load i32, ptr %l, align 4
  %rem = urem i32 %4, 3
  %tobool = icmp ne i32 %rem, 0
  br i1 %tobool, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  br label %while.cond

while.cond:                                       ; preds = %for.end, %if.then
  %5 = load i32, ptr %x, align 4
  %rem4 = urem i32 %5, 16
  %tobool5 = icmp ne i32 %rem4, 0
  br i1 %tobool5, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %while.cond
  %6 = load i32, ptr %steps, align 4
  %cmp = icmp ult i32 %6, 40
  br label %land.end

land.end:                                         ; preds = %land.rhs, %while.cond
  %7 = phi i1 [ false, %while.cond ], [ %cmp, %land.rhs ]
  br i1 %7, label %while.body, label %while.end

while.body:                                       ; preds = %land.end
  %8 = load i32, ptr %x, align 4
  %rem6 = urem i32 %8, 2
  %tobool7 = icmp ne i32 %rem6, 0
  br i1 %tobool7, label %cond.true, label %cond.false

cond.true:                                        ; preds = %while.body
  %9 = load i32, ptr %x, align 4
  %mul = mul i32 3, %9
  %add = add i32 %mul, 1
  br label %cond.end

cond.false:                                       ; preds = %while.body
  %10 = load i32, ptr %x, align 4
  %div = udiv i32 %10, 2
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %add, %cond.true ], [ %div, %cond.false ]
  store i32 %cond, ptr %x, align 4
  %11 = load i32, ptr %steps, align 4
  %inc = add i32 %11, 1
  store i32 %inc, ptr %steps, align 4
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %cond.end
  %12 = load i32, ptr %i, align 4
  %13 = load i32, ptr %l, align 4
  %rem8 = urem i32 %13, 4
  %cmp9 = icmp ult i32 %12, %rem8
  br i1 %cmp9, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %14 = load i32, ptr %i, align 4
  %15 = load i32, ptr %x, align 4
  %add10 = add i32 %15, %14
  store i32 %add10, ptr %x, align 4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %16 = load i32, ptr %i, align 4
  %inc11 = add i32 %16, 1
  store i32 %inc11, ptr %i, align 4
  br label %for.cond, !llvm.loop !18

for.end:                                          ; preds = %for.cond
  br label %while.cond, !llvm.loop !19

while.end:                                        ; preds = %land.end
  %17 = load i32, ptr %steps, align 4
  %18 = load i32, ptr %x, align 4
  %add12 = add i32 %18, %17
  store i32 %add12, ptr %x, align 4
  br label %if.end

if.end:                                           ; preds = %while.end, %entry
  %19 = load i32, ptr %x, align 4
  %20 = load ptr, ptr %f.addr, align 8
  %out = getelementptr inbounds %struct.functor, ptr %20, i32 0, i32 1
  %21 = load ptr, ptr %out, align 8
  %22 = load i64, ptr %g, align 8
  %arrayidx13 = getelementptr inbounds i32, ptr %21, i64 %22
  store i32 %19, ptr %arrayidx13, align 4
  ret void
}

; Function Attrs: mustprogress noinline uwtable
define dso_local void @nested_rows(ptr noundef %f) #0 {
entry:
  %f.addr = alloca ptr, align 8
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  %columns = alloca i32, align 4
  %rows = alloca i32, align 4
  %s = alloca ptr, align 8
  %group = alloca i64, align 8
  %item = alloca i32, align 4
  %sum = alloca i32, align 4
  %t = alloca i32, align 4
  %k = alloca i32, align 4
  store ptr %f, ptr %f.addr, align 8
  %call = call i32 @__ndweave_local_id(i32 noundef 0) #4
  store i32 %call, ptr %x, align 4
  %call1 = call i32 @__ndweave_local_id(i32 noundef 1) #4
  store i32 %call1, ptr %y, align 4
  %call2 = call i32 @__ndweave_local_range(i32 noundef 0) #4
  store i32 %call2, ptr %columns, align 4
  %call3 = call i32 @__ndweave_local_range(i32 noundef 1) #4
  store i32 %call3, ptr %rows, align 4
  %call4 = call ptr @__ndweave_local_memory() #4
  store ptr %call4, ptr %s, align 8
  %call5 = call i64 @__ndweave_group_id(i32 noundef 0) #4
  store i64 %call5, ptr %group, align 8
  %0 = load i32, ptr %y, align 4
  %1 = load i32, ptr %columns, align 4
  %mul = mul i32 %0, %1
  %2 = load i32, ptr %x, align 4
  %add = add i32 %mul, %2
  store i32 %add, ptr %item, align 4
  store i32 0, ptr %sum, align 4
  store i32 0, ptr %t, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc23, %entry
  %3 = load i32, ptr %t, align 4
  %4 = load ptr, ptr %f.addr, align 8
  %n = getelementptr inbounds %struct.functor, ptr %4, i32 0, i32 3
  %5 = load i32, ptr %n, align 8
  %cmp = icmp ult i32 %3, %5
  br i1 %cmp, label %for.body, label %for.end25

for.body:                                         ; preds = %for.cond
  %6 = load ptr, ptr %f.addr, align 8
  %in = getelementptr inbounds %struct.functor, ptr %6, i32 0, i32 0
  %7 = load ptr, ptr %in, align 8
  %8 = load i32, ptr %item, align 4
  %9 = load i32, ptr %t, align 4
  %add6 = add i32 %8, %9
  %rem = urem i32 %add6, 256
  %idxprom = zext i32 %rem to i64
  %arrayidx = getelementptr inbounds i32, ptr %7, i64 %idxprom
  %10 = load i32, ptr %arrayidx, align 4
  %11 = load ptr, ptr %s, align 8
  %12 = load i32, ptr %item, align 4
  %idxprom7 = zext i32 %12 to i64
  %arrayidx8 = getelementptr inbounds i32, ptr %11, i64 %idxprom7
  store i32 %10, ptr %arrayidx8, align 4
  call void @__ndweave_barrier() #5
  store i32 0, ptr %k, align 4
  br label %for.cond9

for.cond9:                                        ; preds = %for.inc, %for.body
  %13 = load i32, ptr %k, align 4
  %14 = load i32, ptr %columns, align 4
  %cmp10 = icmp ult i32 %13, %14
  br i1 %cmp10, label %for.body11, label %for.end

for.body11:                                       ; preds = %for.cond9
  %15 = load ptr, ptr %s, align 8
  %16 = load i32, ptr %y, align 4
  %17 = load i32, ptr %columns, align 4
  %mul12 = mul i32 %16, %17
  %18 = load i32, ptr %k, align 4
  %add13 = add i32 %mul12, %18
  %idxprom14 = zext i32 %add13 to i64
  %arrayidx15 = getelementptr inbounds i32, ptr %15, i64 %idxprom14
  %19 = load i32, ptr %arrayidx15, align 4
  %20 = load ptr, ptr %s, align 8
  %21 = load i32, ptr %k, align 4
  %22 = load i32, ptr %rows, align 4
  %rem16 = urem i32 %21, %22
  %23 = load i32, ptr %columns, align 4
  %mul17 = mul i32 %rem16, %23
  %24 = load i32, ptr %x, align 4
  %add18 = add i32 %mul17, %24
  %idxprom19 = zext i32 %add18 to i64
  %arrayidx20 = getelementptr inbounds i32, ptr %20, i64 %idxprom19
  %25 = load i32, ptr %arrayidx20, align 4
  %mul21 = mul i32 %19, %25
  %26 = load i32, ptr %sum, align 4
  %add22 = add i32 %26, %mul21
  store i32 %add22, ptr %sum, align 4
  br label %for.inc

for.inc:                                          ; preds = %for.body11
  %27 = load i32, ptr %k, align 4
  %inc = add i32 %27, 1
  store i32 %inc, ptr %k, align 4
  br label %for.cond9, !llvm.loop !20

for.end:                                          ; preds = %for.cond9
  call void @__ndweave_barrier() #5
  br label %for.inc23

for.inc23:                                        ; preds = %for.end
  %28 = load i32, ptr %t, align 4
  %inc24 = add i32 %28, 1
  store i32 %inc24, ptr %t, align 4
  br label %for.cond, !llvm.loop !21

for.end25:                                        ; preds = %for.cond
  %29 = load i32, ptr %sum, align 4
  %30 = load ptr, ptr %f.addr, align 8
  %out = getelementptr inbounds %struct.functor, ptr %30, i32 0, i32 1
  %31 = load ptr, ptr %out, align 8
  %32 = load i64, ptr %group, align 8
  %33 = load i32, ptr %rows, align 4
  %conv = zext i32 %33 to i64
  %mul26 = mul i64 %32, %conv
  %34 = load i32, ptr %columns, align 4
  %conv27 = zext i32 %34 to i64
  %mul28 = mul i64 %mul26, %conv27
  %35 = load i32, ptr %item, align 4
  %conv29 = zext i32 %35 to i64
  %add30 = add i64 %mul28, %conv29
  %arrayidx31 = getelementptr inbounds i32, ptr %31, i64 %add30
  store i32 %29, ptr %arrayidx31, align 4
  ret void
}

; Function Attrs: mustprogress noinline uwtable
define dso_local void @guards(ptr noundef %f) #0 {
entry:
  %f.addr = alloca ptr, align 8
  %l = alloca i32, align 4
  %size = alloca i32, align 4
  %g = alloca i64, align 8
  %s = alloca ptr, align 8
  %n = alloca i32, align 4
  %m = alloca i32, align 4
  %last = alloca i32, align 4
  %signed_l = alloca i32, align 4
  %signed_n = alloca i32, align 4
  store ptr %f, ptr %f.addr, align 8
  %call = call i32 @__ndweave_local_id(i32 noundef 0) #4
  store i32 %call, ptr %l, align 4
  %call1 = call i32 @__ndweave_local_range(i32 noundef 0) #4
  store i32 %call1, ptr %size, align 4
  %call2 = call i64 @__ndweave_global_id(i32 noundef 0) #4
  store i64 %call2, ptr %g, align 8
  %call3 = call ptr @__ndweave_local_memory() #4
  store ptr %call3, ptr %s, align 8
  %0 = load ptr, ptr %f.addr, align 8
  %n4 = getelementptr inbounds %struct.functor, ptr %0, i32 0, i32 3
  %1 = load i32, ptr %n4, align 8
  store i32 %1, ptr %n, align 4
  %2 = load ptr, ptr %f.addr, align 8
  %m5 = getelementptr inbounds %struct.functor, ptr %2, i32 0, i32 4
  %3 = load i32, ptr %m5, align 4
  store i32 %3, ptr %m, align 4
  %4 = load i64, ptr %g, align 8
  %5 = load i32, ptr %l, align 4
  %conv = zext i32 %5 to i64
  %sub = sub i64 %4, %conv
  %conv6 = trunc i64 %sub to i32
  %6 = load i32, ptr %m, align 4
  %add = add i32 %conv6, %6
  store i32 %add, ptr %last, align 4
  %7 = load i32, ptr %l, align 4
  store i32 %7, ptr %signed_l, align 4
  %8 = load i32, ptr %n, align 4
  store i32 %8, ptr %signed_n, align 4
  %9 = load ptr, ptr %f.addr, align 8
  %in = getelementptr inbounds %struct.functor, ptr %9, i32 0, i32 0
  %10 = load ptr, ptr %in, align 8
  %11 = load i64, ptr %g, align 8
  %arrayidx = getelementptr inbounds i32, ptr %10, i64 %11
  %12 = load i32, ptr %arrayidx, align 4
  %13 = load ptr, ptr %s, align 8
  %14 = load i32, ptr %l, align 4
  %idxprom = zext i32 %14 to i64
  %arrayidx7 = getelementptr inbounds i32, ptr %13, i64 %idxprom
  store i32 %12, ptr %arrayidx7, align 4
  call void @__ndweave_barrier() #5
  %15 = load i32, ptr %l, align 4
  %16 = load i32, ptr %n, align 4
  %cmp = icmp ult i32 %15, %16
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %17 = load ptr, ptr %s, align 8
  %18 = load i32, ptr %l, align 4
  %idxprom8 = zext i32 %18 to i64
  %arrayidx9 = getelementptr inbounds i32, ptr %17, i64 %idxprom8
  %19 = load i32, ptr %arrayidx9, align 4
  %add10 = add i32 %19, 1
  store i32 %add10, ptr %arrayidx9, align 4
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  call void @__ndweave_barrier() #5
  %20 = load i32, ptr %m, align 4
  %21 = load i32, ptr %l, align 4
  %cmp11 = icmp uge i32 %20, %21
  br i1 %cmp11, label %if.then12, label %if.end16

if.then12:                                        ; preds = %if.end
  %22 = load ptr, ptr %s, align 8
  %23 = load i32, ptr %l, align 4
  %idxprom13 = zext i32 %23 to i64
  %arrayidx14 = getelementptr inbounds i32, ptr %22, i64 %idxprom13
  %24 = load i32, ptr %arrayidx14, align 4
  %add15 = add i32 %24, 10
  store i32 %add15, ptr %arrayidx14, align 4
  br label %if.end16

if.end16:                                         ; preds = %if.then12, %if.end
  call void @__ndweave_barrier() #5
  %25 = load i32, ptr %l, align 4
  %26 = load i32, ptr %n, align 4
  %cmp17 = icmp ugt i32 %25, %26
  br i1 %cmp17, label %if.then18, label %if.end22

if.then18:                                        ; preds = %if.end16
  %27 = load ptr, ptr %s, align 8
  %28 = load i32, ptr %l, align 4
  %idxprom19 = zext i32 %28 to i64
  %arrayidx20 = getelementptr inbounds i32, ptr %27, i64 %idxprom19
  %29 = load i32, ptr %arrayidx20, align 4
  %add21 = add i32 %29, 100
  store i32 %add21, ptr %arrayidx20, align 4
  br label %if.end22

if.end22:                                         ; preds = %if.then18, %if.end16
  call void @__ndweave_barrier() #5
  %30 = load i32, ptr %n, align 4
  %31 = load i32, ptr %l, align 4
  %cmp23 = icmp ule i32 %30, %31
  br i1 %cmp23, label %if.then24, label %if.end28

if.then24:                                        ; preds = %if.end22
  %32 = load ptr, ptr %s, align 8
  %33 = load i32, ptr %l, align 4
  %idxprom25 = zext i32 %33 to i64
  %arrayidx26 = getelementptr inbounds i32, ptr %32, i64 %idxprom25
  %34 = load i32, ptr %arrayidx26, align 4
  %add27 = add i32 %34, 1000
  store i32 %add27, ptr %arrayidx26, align 4
  br label %if.end28

if.end28:                                         ; preds = %if.then24, %if.end22
  call void @__ndweave_barrier() #5
  %35 = load i32, ptr %l, align 4
  %36 = load i32, ptr %n, align 4
  %cmp29 = icmp eq i32 %35, %36
  br i1 %cmp29, label %if.then30, label %if.end34

if.then30:                                        ; preds = %if.end28
  %37 = load ptr, ptr %s, align 8
  %38 = load i32, ptr %l, align 4
  %idxprom31 = zext i32 %38 to i64
  %arrayidx32 = getelementptr inbounds i32, ptr %37, i64 %idxprom31
  %39 = load i32, ptr %arrayidx32, align 4
  %add33 = add i32 %39, 10000
  store i32 %add33, ptr %arrayidx32, align 4
  br label %if.end34

if.end34:                                         ; preds = %if.then30, %if.end28
  call void @__ndweave_barrier() #5
  %40 = load i32, ptr %signed_l, align 4
  %sub35 = sub nsw i32 %40, 3
  %41 = load i32, ptr %signed_n, align 4
  %cmp36 = icmp slt i32 %sub35, %41
  br i1 %cmp36, label %if.then37, label %if.end41

if.then37:                                        ; preds = %if.end34
  %42 = load ptr, ptr %s, align 8
  %43 = load i32, ptr %l, align 4
  %idxprom38 = zext i32 %43 to i64
  %arrayidx39 = getelementptr inbounds i32, ptr %42, i64 %idxprom38
  %44 = load i32, ptr %arrayidx39, align 4
  %add40 = add i32 %44, 100000
  store i32 %add40, ptr %arrayidx39, align 4
  br label %if.end41

if.end41:                                         ; preds = %if.then37, %if.end34
  call void @__ndweave_barrier() #5
  %45 = load i32, ptr %signed_l, align 4
  %46 = load i32, ptr %signed_n, align 4
  %sub42 = sub nsw i32 %46, 2
  %cmp43 = icmp sge i32 %45, %sub42
  br i1 %cmp43, label %if.then44, label %if.end48

if.then44:                                        ; preds = %if.end41
  %47 = load ptr, ptr %s, align 8
  %48 = load i32, ptr %l, align 4
  %idxprom45 = zext i32 %48 to i64
  %arrayidx46 = getelementptr inbounds i32, ptr %47, i64 %idxprom45
  %49 = load i32, ptr %arrayidx46, align 4
  %add47 = add i32 %49, 1000000
  store i32 %add47, ptr %arrayidx46, align 4
  br label %if.end48

if.end48:                                         ; preds = %if.then44, %if.end41
  call void @__ndweave_barrier() #5
  %50 = load i32, ptr %l, align 4
  %51 = load i32, ptr %n, align 4
  %cmp49 = icmp uge i32 %50, %51
  br i1 %cmp49, label %land.lhs.true, label %if.end59

land.lhs.true:                                    ; preds = %if.end48
  %52 = load i32, ptr %l, align 4
  %53 = load i32, ptr %m, align 4
  %cmp50 = icmp ult i32 %52, %53
  br i1 %cmp50, label %land.lhs.true51, label %if.end59

land.lhs.true51:                                  ; preds = %land.lhs.true
  %54 = load ptr, ptr %f.addr, align 8
  %in52 = getelementptr inbounds %struct.functor, ptr %54, i32 0, i32 0
  %55 = load ptr, ptr %in52, align 8
  %56 = load i32, ptr %l, align 4
  %idxprom53 = zext i32 %56 to i64
  %arrayidx54 = getelementptr inbounds i32, ptr %55, i64 %idxprom53
  %57 = load i32, ptr %arrayidx54, align 4
  %rem = urem i32 %57, 2
  %cmp55 = icmp eq i32 %rem, 0
  br i1 %cmp55, label %if.then56, label %if.end59

if.then56:                                        ; preds = %land.lhs.true51
  %58 = load ptr, ptr %s, align 8
  %59 = load i32, ptr %l, align 4
  %idxprom57 = zext i32 %59 to i64
  %arrayidx58 = getelementptr inbounds i32, ptr %58, i64 %idxprom57
  %60 = load i32, ptr %arrayidx58, align 4
  %mul = mul i32 %60, 3
  store i32 %mul, ptr %arrayidx58, align 4
  br label %if.end59

if.end59:                                         ; preds = %if.then56, %land.lhs.true51, %land.lhs.true, %if.end48
  call void @__ndweave_barrier() #5
  %61 = load i32, ptr %l, align 4
  %62 = load i32, ptr %n, align 4
  %add60 = add i32 %61, %62
  %63 = load i32, ptr %m, align 4
  %cmp61 = icmp ugt i32 %add60, %63
  br i1 %cmp61, label %if.then67, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %if.end59
  %64 = load ptr, ptr %f.addr, align 8
  %in62 = getelementptr inbounds %struct.functor, ptr %64, i32 0, i32 0
  %65 = load ptr, ptr %in62, align 8
  %66 = load i32, ptr %l, align 4
  %idxprom63 = zext i32 %66 to i64
  %arrayidx64 = getelementptr inbounds i32, ptr %65, i64 %idxprom63
  %67 = load i32, ptr %arrayidx64, align 4
  %rem65 = urem i32 %67, 2
  %cmp66 = icmp eq i32 %rem65, 0
  br i1 %cmp66, label %if.then67, label %if.end71

if.then67:                                        ; preds = %lor.lhs.false, %if.end59
  %68 = load ptr, ptr %s, align 8
  %69 = load i32, ptr %l, align 4
  %idxprom68 = zext i32 %69 to i64
  %arrayidx69 = getelementptr inbounds i32, ptr %68, i64 %idxprom68
  %70 = load i32, ptr %arrayidx69, align 4
  %mul70 = mul i32 %70, 5
  store i32 %mul70, ptr %arrayidx69, align 4
  br label %if.end71

if.end71:                                         ; preds = %if.then67, %lor.lhs.false
  call void @__ndweave_barrier() #5
  %71 = load i64, ptr %g, align 8
  %72 = load i32, ptr %last, align 4
  %conv72 = zext i32 %72 to i64
  %cmp73 = icmp ult i64 %71, %conv72
  br i1 %cmp73, label %if.then74, label %if.end78

if.then74:                                        ; preds = %if.end71
  %73 = load ptr, ptr %s, align 8
  %74 = load i32, ptr %l, align 4
  %idxprom75 = zext i32 %74 to i64
  %arrayidx76 = getelementptr inbounds i32, ptr %73, i64 %idxprom75
  %75 = load i32, ptr %arrayidx76, align 4
  %mul77 = mul i32 %75, 7
  store i32 %mul77, ptr %arrayidx76, align 4
  br label %if.end78

if.end78:                                         ; preds = %if.then74, %if.end71
  call void @__ndweave_barrier() #5
  %76 = load ptr, ptr %s, align 8
  %77 = load i32, ptr %l, align 4
  %idxprom79 = zext i32 %77 to i64
  %arrayidx80 = getelementptr inbounds i32, ptr %76, i64 %idxprom79
  %78 = load i32, ptr %arrayidx80, align 4
  %79 = load ptr, ptr %f.addr, align 8
  %out = getelementptr inbounds %struct.functor, ptr %79, i32 0, i32 1
  %80 = load ptr, ptr %out, align 8
  %81 = load i64, ptr %g, align 8
  %arrayidx81 = getelementptr inbounds i32, ptr %80, i64 %81
  store i32 %78, ptr %arrayidx81, align 4
  ret void
}

; Function Attrs: mustprogress noinline uwtable
define dso_local void @sub_group_after_branches(ptr noundef %f) #0 {
entry:
  %f.addr = alloca ptr, align 8
  %l = alloca i32, align 4
  %size = alloca i32, align 4
  %g = alloca i64, align 8
  %s = alloca ptr, align 8
  %x = alloca i32, align 4
  %i = alloca i32, align 4
  %i10 = alloca i32, align 4
  store ptr %f, ptr %f.addr, align 8
  %call = call i32 @__ndweave_local_id(i32 noundef 0) #4
  store i32 %call, ptr %l, align 4
  %call1 = call i32 @__ndweave_local_range(i32 noundef 0) #4
  store i32 %call1, ptr %size, align 4
  %call2 = call i64 @__ndweave_global_id(i32 noundef 0) #4
  store i64 %call2, ptr %g, align 8
  %call3 = call ptr @__ndweave_local_memory() #4
  store ptr %call3, ptr %s, align 8
  %0 = load i32, ptr %l, align 4
  store i32 %0, ptr %x, align 4
  %1 = load i32, ptr %l, align 4
  %rem = urem i32 %1, 3
  %cmp = icmp eq i32 %rem, 0
  br i1 %cmp, label %if.then, label %if.else

if.then:                                          ; preds = %entry
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %if.then
  %2 = load i32, ptr %i, align 4
  %3 = load i32, ptr %l, align 4
  %rem4 = urem i32 %3, 4
  %cmp5 = icmp ult i32 %2, %rem4
  br i1 %cmp5, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %f.addr, align 8
  %in = getelementptr inbounds %struct.functor, ptr %4, i32 0, i32 0
  %5 = load ptr, ptr %in, align 8
  %6 = load i32, ptr %i, align 4
  %idxprom = zext i32 %6 to i64
  %arrayidx = getelementptr inbounds i32, ptr %5, i64 %idxprom
  %7 = load i32, ptr %arrayidx, align 4
  %8 = load i32, ptr %x, align 4
  %mul = mul i32 %7, %8
  %9 = load i32, ptr %x, align 4
  %add = add i32 %9, %mul
  store i32 %add, ptr %x, align 4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %10 = load i32, ptr %i, align 4
  %inc = add i32 %10, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond, !llvm.loop !22

for.end:                                          ; preds = %for.cond
  br label %if.end

if.else:                                          ; preds = %entry
  %11 = load ptr, ptr %f.addr, align 8
  %in6 = getelementptr inbounds %struct.functor, ptr %11, i32 0, i32 0
  %12 = load ptr, ptr %in6, align 8
  %13 = load i32, ptr %x, align 4
  %add7 = add i32 %13, 1
  %idxprom8 = zext i32 %add7 to i64
  %arrayidx9 = getelementptr inbounds i32, ptr %12, i64 %idxprom8
  %14 = load i32, ptr %arrayidx9, align 4
  %15 = load i32, ptr %x, align 4
  %xor = xor i32 %15, %14
  store i32 %xor, ptr %x, align 4
  br label %if.end

if.end:                                           ; preds = %if.else, %for.end
  store i32 0, ptr %i10, align 4
  br label %for.cond11

for.cond11:                                       ; preds = %for.inc21, %if.end
  %16 = load i32, ptr %i10, align 4
  %17 = load ptr, ptr %f.addr, align 8
  %in12 = getelementptr inbounds %struct.functor, ptr %17, i32 0, i32 0
  %18 = load ptr, ptr %in12, align 8
  %arrayidx13 = getelementptr inbounds i32, ptr %18, i64 2
  %19 = load i32, ptr %arrayidx13, align 4
  %rem14 = urem i32 %19, 4
  %cmp15 = icmp ult i32 %16, %rem14
  br i1 %cmp15, label %for.body16, label %for.end23

for.body16:                                       ; preds = %for.cond11
  %20 = load i32, ptr %x, align 4
  %call17 = call i32 @__ndweave_sub_group_local_id() #4
  %xor18 = xor i32 %call17, 1
  %call19 = call i32 @__ndweave_shuffle_u32(i32 noundef %20, i32 noundef %xor18) #5
  %21 = load i32, ptr %x, align 4
  %add20 = add i32 %21, %call19
  store i32 %add20, ptr %x, align 4
  br label %for.inc21

for.inc21:                                        ; preds = %for.body16
  %22 = load i32, ptr %i10, align 4
  %inc22 = add i32 %22, 1
  store i32 %inc22, ptr %i10, align 4
  br label %for.cond11, !llvm.loop !23

for.end23:                                        ; preds = %for.cond11
  %23 = load i32, ptr %x, align 4
  %24 = load ptr, ptr %f.addr, align 8
  %out = getelementptr inbounds %struct.functor, ptr %24, i32 0, i32 1
  %25 = load ptr, ptr %out, align 8
  %26 = load i64, ptr %g, align 8
  %arrayidx24 = getelementptr inbounds i32, ptr %25, i64 %26
  store i32 %23, ptr %arrayidx24, align 4
  ret void
}

; Function Attrs: convergent
declare i32 @__ndweave_shuffle_u32(i32 noundef, i32 noundef) #2

; Function Attrs: nounwind willreturn memory(none)
declare i32 @__ndweave_sub_group_local_id() #1

; Function Attrs: mustprogress noinline uwtable
define dso_local void @sub_group_sum(ptr noundef %f) #0 {
entry:
  %f.addr = alloca ptr, align 8
  %l = alloca i32, align 4
  %size = alloca i32, align 4
  %g = alloca i64, align 8
  %s = alloca ptr, align 8
  %v = alloca i32, align 4
  %lane = alloca i32, align 4
  %step = alloca i32, align 4
  store ptr %f, ptr %f.addr, align 8
  %call = call i32 @__ndweave_local_id(i32 noundef 0) #4
  store i32 %call, ptr %l, align 4
  %call1 = call i32 @__ndweave_local_range(i32 noundef 0) #4
  store i32 %call1, ptr %size, align 4
  %call2 = call i64 @__ndweave_global_id(i32 noundef 0) #4
  store i64 %call2, ptr %g, align 8
  %call3 = call ptr @__ndweave_local_memory() #4
  store ptr %call3, ptr %s, align 8
  %0 = load ptr, ptr %f.addr, align 8
  %in = getelementptr inbounds %struct.functor, ptr %0, i32 0, i32 0
  %1 = load ptr, ptr %in, align 8
  %2 = load i64, ptr %g, align 8
  %arrayidx = getelementptr inbounds i32, ptr %1, i64 %2
  %3 = load i32, ptr %arrayidx, align 4
  store i32 %3, ptr %v, align 4
  %call4 = call i32 @__ndweave_sub_group_local_id() #4
  store i32 %call4, ptr %lane, align 4
  store i32 8, ptr %step, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %4 = load i32, ptr %step, align 4
  %cmp = icmp ugt i32 %4, 0
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %5 = load i32, ptr %v, align 4
  %6 = load i32, ptr %lane, align 4
  %7 = load i32, ptr %step, align 4
  %xor = xor i32 %6, %7
  %call5 = call i32 @__ndweave_shuffle_u32(i32 noundef %5, i32 noundef %xor) #5
  %8 = load i32, ptr %v, align 4
  %add = add i32 %8, %call5
  store i32 %add, ptr %v, align 4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %9 = load i32, ptr %step, align 4
  %div = udiv i32 %9, 2
  store i32 %div, ptr %step, align 4
  br label %for.cond, !llvm.loop !24

for.end:                                          ; preds = %for.cond
  call void @__ndweave_sub_group_barrier() #5
  %10 = load i32, ptr %v, align 4
  %11 = load i32, ptr %v, align 4
  %12 = load i32, ptr %l, align 4
  %mul = mul i32 %11, %12
  %call6 = call i32 @__ndweave_shuffle_u32(i32 noundef %mul, i32 noundef 3) #5
  %add7 = add i32 %10, %call6
  %13 = load ptr, ptr %f.addr, align 8
  %out = getelementptr inbounds %struct.functor, ptr %13, i32 0, i32 1
  %14 = load ptr, ptr %out, align 8
  %15 = load i64, ptr %g, align 8
  %arrayidx8 = getelementptr inbounds i32, ptr %14, i64 %15
  store i32 %add7, ptr %arrayidx8, align 4
  ret void
}

; Function Attrs: convergent
declare void @__ndweave_sub_group_barrier() #2

; Function Attrs: mustprogress noinline uwtable
define dso_local void @divergent_shuffle(ptr noundef %f) #0 {
entry:
  %f.addr = alloca ptr, align 8
  %l = alloca i32, align 4
  %size = alloca i32, align 4
  %g = alloca i64, align 8
  %s = alloca ptr, align 8
  %v = alloca i32, align 4
  store ptr %f, ptr %f.addr, align 8
  %call = call i32 @__ndweave_local_id(i32 noundef 0) #4
  store i32 %call, ptr %l, align 4
  %call1 = call i32 @__ndweave_local_range(i32 noundef 0) #4
  store i32 %call1, ptr %size, align 4
  %call2 = call i64 @__ndweave_global_id(i32 noundef 0) #4
  store i64 %call2, ptr %g, align 8
  %call3 = call ptr @__ndweave_local_memory() #4
  store ptr %call3, ptr %s, align 8
  %0 = load ptr, ptr %f.addr, align 8
  %in = getelementptr inbounds %struct.functor, ptr %0, i32 0, i32 0
  %1 = load ptr, ptr %in, align 8
  %2 = load i64, ptr %g, align 8
  %arrayidx = getelementptr inbounds i32, ptr %1, i64 %2
  %3 = load i32, ptr %arrayidx, align 4
  store i32 %3, ptr %v, align 4
  %4 = load i32, ptr %l, align 4
  %cmp = icmp ult i32 %4, 16
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %5 = load i32, ptr %v, align 4
  %call4 = call i32 @__ndweave_shuffle_u32(i32 noundef %5, i32 noundef 0) #5
  store i32 %call4, ptr %v, align 4
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  %6 = load i32, ptr %v, align 4
  %7 = load ptr, ptr %f.addr, align 8
  %out = getelementptr inbounds %struct.functor, ptr %7, i32 0, i32 1
  %8 = load ptr, ptr %out, align 8
  %9 = load i64, ptr %g, align 8
  %arrayidx5 = getelementptr inbounds i32, ptr %8, i64 %9
  store i32 %6, ptr %arrayidx5, align 4
  ret void
}

attributes #0 = { mustprogress noinline uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind willreturn memory(none) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { convergent "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind willreturn memory(none) }
attributes #5 = { convergent }

!llvm.linker.options = !{}
!llvm.module.flags = !{!0, !1, !2, !3, !4}
!llvm.ident = !{!5}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{i32 7, !"frame-pointer", i32 2}
!5 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!6 = distinct !{!6, !7}
!7 = !{!"llvm.loop.mustprogress"}
!8 = distinct !{!8, !7}
!9 = distinct !{!9, !7}
!10 = distinct !{!10, !7}
!11 = distinct !{!11, !7}
!12 = distinct !{!12, !7}
!13 = distinct !{!13, !7}
!14 = distinct !{!14, !7}
!15 = distinct !{!15, !7}
!16 = distinct !{!16, !7}
!17 = distinct !{!17, !7}
!18 = distinct !{!18, !7}
!19 = distinct !{!19, !7}
!20 = distinct !{!20, !7}
!21 = distinct !{!21, !7}
!22 = distinct !{!22, !7}
!23 = distinct !{!23, !7}
!24 = distinct !{!24, !7}
