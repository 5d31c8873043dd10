; Where a vector function may overflow too early, the scalar one decides.
; RUN: %opt -passes=recompute-infinities %s | FileCheck %s

; exp overflows early for arguments above 709.78 only: two calls whose arguments are there share a branch.
; CHECK-LABEL: define void @arguments
define void @arguments(ptr %p, <4 x double> %x, <4 x double> %y) {
; CHECK-DAG: [[A:%.*]] = fcmp ogt <4 x double> %x, <double 7.097800e+02, double
; CHECK-DAG: [[B:%.*]] = fcmp ogt <4 x double> %y, <double 7.097800e+02, double
; CHECK: [[EITHER:%.*]] = or <4 x i1> [[A]], [[B]]
; CHECK: br i1 {{.*}}, label %[[CAREFUL:.*]], label %[[USUAL:[^,]*]], !prof
; CHECK: {{^}}[[CAREFUL]]:
; CHECK-COUNT-2: call <4 x double> @ndweave.careful.__ndweave_sleef._ZGVdN4v_exp(
; CHECK: {{^}}[[USUAL]]:
; CHECK-COUNT-2: call <4 x double> @__ndweave_sleef._ZGVdN4v_exp(
; CHECK-COUNT-2: phi <4 x double>
  %a = call <4 x double> @__ndweave_sleef._ZGVdN4v_exp(<4 x double> %x)
  %b = call <4 x double> @__ndweave_sleef._ZGVdN4v_exp(<4 x double> %y)
  store volatile <4 x double> %a, ptr %p
  store volatile <4 x double> %b, ptr %p
  ret void
}

; Under fast-math, too: infinite is what the vector function gives, not what the program computes.
; CHECK-LABEL: define <4 x double> @fast
define <4 x double> @fast(<4 x double> %x) {
; CHECK-NOT: call {{.*}}fast <4 x double> @{{.*}}_ZGVdN4v_exp
; CHECK: ret
  %a = call fast <4 x double> @__ndweave_sleef._ZGVdN4v_exp(<4 x double> %x)
  ret <4 x double> %a
}

; The hardest case: the second argument is made of the first result, and there is no sharing.
; CHECK-LABEL: define <4 x double> @in_a_row
define <4 x double> @in_a_row(<4 x double> %x) {
; CHECK: br i1
; CHECK: br i1
; CHECK: ret
  %a = call <4 x double> @__ndweave_sleef._ZGVdN4v_exp(<4 x double> %x)
  %half = fmul <4 x double> %a, splat (double 0.5)
  %b = call <4 x double> @__ndweave_sleef._ZGVdN4v_exp(<4 x double> %half)
  ret <4 x double> %b
}

; Nobody knows for which two arguments pow overflows early: its result is looked at.
; CHECK-LABEL: define <4 x double> @pow
define <4 x double> @pow(<4 x double> %x, <4 x double> %y) {
; CHECK: [[GIVEN:%.*]] = call <4 x double> @__ndweave_sleef._ZGVdN4vv_pow(<4 x double> %x, <4 x double> %y)
; CHECK: [[SIZE:%.*]] = call <4 x double> @llvm.fabs.v4f64(<4 x double> [[GIVEN]])
; CHECK: fcmp oeq <4 x double> [[SIZE]], <double 0x7FF0000000000000, double
; CHECK: br i1
; CHECK: call <4 x double> @ndweave.careful.__ndweave_sleef._ZGVdN4vv_pow(<4 x double> %x, <4 x double> %y)
; CHECK: phi <4 x double> [ [[GIVEN]],
  %a = call <4 x double> @__ndweave_sleef._ZGVdN4vv_pow(<4 x double> %x, <4 x double> %y)
  ret <4 x double> %a
}

; Functions that overflow where they ought to, of another library, and scalar ones stay.
; CHECK-LABEL: define void @others
define void @others(ptr %p, <4 x double> %x, double %s) {
; CHECK-NOT: br i1
; CHECK: ret void
  %a = call <4 x double> @__ndweave_sleef._ZGVdN4v_sin(<4 x double> %x)
  store volatile <4 x double> %a, ptr %p
  %b = call <4 x double> @__ndweave_libmvec._ZGVdN4v_exp(<4 x double> %x)
  store volatile <4 x double> %b, ptr %p
  %c = call double @exp(double %s)
  store volatile double %c, ptr %p
  ret void
}

; The careful version asks the scalar function in lanes where the vector one is infinite for an argument that allows a
; finite result.
; CHECK-LABEL: define internal <4 x double> @ndweave.careful.__ndweave_sleef._ZGVdN4v_exp
; CHECK: fcmp ole <4 x double> {{%.*}}, <double 0x40862E
; CHECK-COUNT-4: call double @exp(double
; CHECK: select <4 x i1>

declare <4 x double> @__ndweave_sleef._ZGVdN4v_exp(<4 x double>)
declare <4 x double> @__ndweave_sleef._ZGVdN4v_sin(<4 x double>)
declare <4 x double> @__ndweave_sleef._ZGVdN4vv_pow(<4 x double>, <4 x double>)
declare <4 x double> @__ndweave_libmvec._ZGVdN4v_exp(<4 x double>)
declare double @exp(double)
