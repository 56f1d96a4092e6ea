// Checks of operands, attributes and shapes by opcode; the position of the error; rewritten shapes.
// Each row has the right side of a root in line 15; its operands are the parameters of Module().
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/parse/module/parse_test_util.h"

namespace hlo_text_v1::checks_test {

using namespace internal;

using test::PrintedRoot;

std::string Module(const std::string& root) {
  return "HloModule m\n"
         "add {\n"
         "  x = f32[] parameter(0)\n"
         "  y = f32[] parameter(1)\n"
         "  ROOT z = f32[] add(x, y)\n"
         "}\n"
         "ENTRY e {\n"
         "  p = f32[2] parameter(0)\n"
         "  i = s32[] parameter(1)\n"
         "  b = pred[] parameter(2)\n"
         "  k = token[] parameter(3)\n"
         "  t = (f32[2], s32[]) parameter(4)\n"
         "  o = opaque[] parameter(5)\n"
         "  u = f32[?] parameter(6)\n"
         "  ROOT r = " +
         root + "\n}\n";
}

void ExpectRoots(const std::vector<Case>& cases) {
  ExpectCases(cases, [](const std::string& text) { return PrintedRoot(Module(text)); });
}

TEST(InstructionChecks, OperandCounts) {
  ExpectRoots({
      {"f32[2] select(b, p)", "15:25: expects 3 operands, but has 2 operands"},
      {"u32[] replica-id(p)", "15:28: expects 0 operands, but has 1 operands"},
      {"f32[2] clamp(p, p, p, p)", "15:24: expects 3 operands, but has 4 operands"},
      {"f32[2] tan(p), foo=1",
       R"(15:27: unexpected attribute "foo". Allowed attributes: backend_config, control-predecessors, frontend_attributes, metadata, origin, parameter_replication, result_accuracy, sharding, statistics)"},
  });
}

TEST(InstructionChecks, Tuples) {
  ExpectRoots({
      {"(s32[4]) tuple(p)", "%r = (s32[4]{0}) tuple(%p)"},
      {"() tuple()", "%r = () tuple()"},
      {"tuple()", "%r = () tuple()"},
      {"tuple(p, t)", "%r = (f32[2]{0}, (f32[2]{0}, s32[])) tuple(%p, %t)"},
  });
}

TEST(InstructionChecks, Conditionals) {
  ExpectRoots({
      {"s32[] conditional()", "16:1: conditional requires at least one operand"},
      {"f32[2] conditional(p, p), branch_computations={add}",
       "15:36: The first operand must be a scalar"},
      {"f32[2] conditional(u, p), branch_computations={add}",
       "15:36: The first operand must be a scalar"},
      {"f32[2] conditional(t, p), branch_computations={add}",
       "15:36: The first operand must be a scalar"},
      {"s32[] conditional(a)",
       "15:30: cannot parse as an instruction name or as a nested instruction: instruction does "
       "not exist: a"},
      {"u8[] conditional(u8[] constant(1), p), branch_computations={add}",
       "15:49: The first operand must be a scalar of PRED or S32"},
      {"f32[] conditional(i, p), branch_computations={add}",
       "%r = f32[] conditional(%i, %p), branch_computations={%add}"},
      {"f32[] conditional(b, p, p), true_computation=add, false_computation=add",
       "%r = f32[] conditional(%b, %p, %p), true_computation=%add, false_computation=%add"},
      {"f32[] conditional(b, p, p), branch_computations={add, add}",
       R"(15:40: unexpected attribute "branch_computations". Allowed attributes: backend_config, control-predecessors, false_computation, frontend_attributes, metadata, origin, parameter_replication, sharding, statistics, true_computation)"},
      {"f32[] conditional(i, p, p), true_computation=add, false_computation=add",
       R"(15:40: unexpected attribute "true_computation". Allowed attributes: backend_config, branch_computations, control-predecessors, frontend_attributes, metadata, origin, parameter_replication, sharding, statistics)"},
      {"f32[] conditional(b, p, p), true_computation=add",
       "15:38: attribute false_computation is expected but not seen"},
  });
}

TEST(InstructionChecks, OneDimension) {
  ExpectRoots({
      {"f32[2] all-to-all(p)", "%r = f32[2]{0} all-to-all(%p), replica_groups={}"},
      {"f32[2] ragged-all-to-all(p, p), dimensions={0}",
       "%r = f32[2]{0} ragged-all-to-all(%p, %p), replica_groups={}"},
      {"s32[] get-dimension-size(p), dimensions={0}",
       "%r = s32[] get-dimension-size(%p), dimensions={0}"},
  });
}

TEST(InstructionChecks, GlobalDeviceIds) {
  ExpectRoots({
      {"f32[2] all-reduce(p), use_global_device_ids=true, to_apply=add",
       "15:29: Cannot have use_global_device_ids=true without channel_id"},
      {"f32[2] all-reduce(p), use_global_device_ids=true, to_apply=add, channel_id=1",
       "%r = f32[2]{0} all-reduce(%p), channel_id=1, replica_groups={}, "
       "use_global_device_ids=true, to_apply=%add"},
      {"f32[2] all-reduce(p), use_global_device_ids=true, to_apply=add, mode=flattened_id",
       "%r = f32[2]{0} all-reduce(%p), replica_groups={}, use_global_device_ids=true, "
       "to_apply=%add"},
      {"f32[2] all-reduce(p), use_global_device_ids=false, to_apply=add",
       "%r = f32[2]{0} all-reduce(%p), replica_groups={}, to_apply=%add"},
      {"f32[2] all-reduce-start(p), use_global_device_ids=true, to_apply=add",
       "15:35: Cannot have use_global_device_ids=true without channel_id"},
      {"f32[2] reduce-scatter(p), use_global_device_ids=true, to_apply=add, dimensions={0}",
       "15:33: Cannot have use_global_device_ids=true without channel_id"},
      {"f32[4] all-gather(p), use_global_device_ids=true, dimensions={0}",
       "%r = f32[4]{0} all-gather(%p), replica_groups={}, dimensions={0}, "
       "use_global_device_ids=true"},
      {"f32[2] all-reduce(p), to_apply=add, mode=foo",
       "15:53: expects collective op group mode but sees: foo, error: Invalid collective op group "
       "mode: foo ;; 15:48: error parsing attribute mode"},
  });
}

TEST(InstructionChecks, CollectivePermute) {
  ExpectRoots({
      {"f32[2] collective-permute(p), source_target_pairs={}",
       "%r = f32[2]{0} collective-permute(%p), source_target_pairs={}"},
      {"f32[2] collective-permute(p, p, i, i), source_target_pairs={{0,1}}, "
       "slice_sizes={{1},{2,3}}",
       "%r = f32[2]{0} collective-permute(%p, %p, %i, %i), source_target_pairs={{0,1}}, "
       "slice_sizes={{1},{2,3}}"},
      {"f32[2] collective-permute-start(p, p), source_target_pairs={{0,1}}, slice_sizes={{1}}",
       "16:1: CollectivePermute and CollectivePermuteStart must have exactly four operands for "
       "dynamic-slice and in-place update."},
      {"f32[2] collective-permute(p), source_target_pairs={0,1}",
       "15:63: expects a list to end with kRbrace ;; 15:42: error parsing attribute "
       "source_target_pairs"},
      {"f32[2] collective-permute(p), source_target_pairs={{0,1}", "17:1: expects name"},
  });
}

TEST(InstructionChecks, ShapesMadeAnew) {
  ExpectRoots({
      {"f32[2] collective-broadcast(p), replica_groups={{0,1}}",
       "%r = f32[2]{0} collective-broadcast(%p), replica_groups={{0,1}}, has_dynamic_root=false"},
      {"f32[9] add-dependency(p, k)", "%r = f32[2]{0} add-dependency(%p, %k)"},
      {"f32[9] after-all(k, k)", "%r = token[] after-all(%k, %k)"},
      {"f32[9] after-all()", "%r = token[] after-all()"},
      {"f32[9] outfeed(p, k)", "%r = token[] outfeed(%p, %k), outfeed_shape=f32[2]{0}"},
      {"token[] outfeed(p, k), outfeed_shape=f32[2]",
       "%r = token[] outfeed(%p, %k), outfeed_shape=f32[2]{0}"},
      {R"(token[] outfeed(p, k), outfeed_config="a\"b")",
       R"(%r = token[] outfeed(%p, %k), outfeed_shape=f32[2]{0}, outfeed_config="a\"b")"},
      {"f32[2] infeed(k)", "16:1: infeed must have a non-empty tuple shape"},
      {"(f32[3]{0}, token[], f32[]) infeed(k)", "%r = (f32[3]{0}, token[]) infeed(%k)"},
      {"f32[2] recv(k)", "16:1: recv must have a non-empty tuple shape"},
      {"() recv(k)", "16:1: recv must have a non-empty tuple shape"},
      {"(f32[2]) recv(k), channel_id=1", "%r = (f32[2]{0}, u32[], token[]) recv(%k), channel_id=1"},
      {"(s8[]) send(p, k), channel_id=1, is_host_transfer=true",
       "%r = (f32[2]{0}, u32[], token[]) send(%p, %k), channel_id=1, is_host_transfer=true"},
      {"f32[3] send-done(k)", "%r = token[] send-done(%k)"},
      {"(f32[3]) recv-done(t)", "%r = (f32[2]{0}, token[]) recv-done(%t)"},
      {"(f32[3]) recv-done(())",
       "15:31: cannot parse as an instruction name or as a nested instruction: expects name"},
      {"u32[] replica-id()", "%r = u32[] replica-id()"},
      {"replica-id()", "%r = u32[] replica-id()"},
      {"partition-id()", "%r = u32[] partition-id()"},
  });
}

TEST(InstructionChecks, ChannelsOfDones) {
  ExpectRoots({
      {"token[] send-done(send(p, k))",
       "15:30: cannot parse as an instruction name or as a nested instruction: cannot infer shape "
       "for opcode: send"},
      {"token[] send-done((f32[2],u32[],token[]) send(p, k))",
       "%r = token[] send-done(%send.anon)"},
      {"token[] send-done(t), channel_id=1", "%r = token[] send-done(%t), channel_id=1"},
      {"token[] send-done((f32[2],s32[]) all-reduce-done(p)), channel_id=1",
       "%r = token[] send-done(%all-reduce-done.anon), channel_id=1"},
  });
}

TEST(InstructionChecks, Scatter) {
  ExpectRoots({
      {"f32[2] scatter(p, i)", "16:1: attribute index_vector_dim is expected but not seen"},
      {"f32[2] scatter(), update_window_dims={}, inserted_window_dims={}, "
       "scatter_dims_to_operand_dims={}, index_vector_dim=0, to_apply=add",
       "16:1: expects an odd number of operands, but has 0 operands"},
      {"f32[2] scatter(p), update_window_dims={}, inserted_window_dims={}, "
       "scatter_dims_to_operand_dims={}, index_vector_dim=0, to_apply=add",
       "%r = f32[2]{0} scatter(%p), update_window_dims={}, inserted_window_dims={}, "
       "scatter_dims_to_operand_dims={}, index_vector_dim=0, to_apply=%add"},
  });
}

TEST(InstructionChecks, ReductionsAndDots) {
  ExpectRoots({
      {"f32[] reduce(p), dimensions={0}, to_apply=add",
       "16:1: expects an even number of operands, but has 1 operands"},
      {"f32[] reduce(p, p, p), dimensions={0}, to_apply=add",
       "16:1: expects an even number of operands, but has 3 operands"},
      {"f32[] reduce(), dimensions={0}, to_apply=add",
       "%r = f32[] reduce(), dimensions={0}, to_apply=%add"},
      {"f32[2] reduce-window(), window={size=1}, to_apply=add",
       "16:1: reduce-window expects at least one input and init operand"},
      {"f32[2] reduce-window(p), window={size=1}, to_apply=add",
       "16:1: expects an even number of operands, but has 1 operands"},
      {"f32[2] reduce-window(p, p), window={size=1}, to_apply=add",
       "%r = f32[2]{0} reduce-window(%p, %p), window={size=1}, to_apply=%add"},
      {"f32[2] reduce-window(p, p), to_apply=add",
       "%r = f32[2]{0} reduce-window(%p, %p), to_apply=%add"},
      {"f32[] dot(p), lhs_contracting_dims={0}, rhs_contracting_dims={0}",
       "16:1: expects at least 2 operands"},
      {"f32[] dot(p)", "16:1: expects at least 2 operands"},
      {"f32[] dot()", "16:1: expects at least 2 operands"},
      {"f32[] convolution(p)", "16:1: attribute dim_labels is expected but not seen"},
      {"f32[] convolution(p), dim_labels=bf_io->bf", "16:1: expects at least 2 operands"},
      {"f32[] ragged-dot(p, p)", "15:28: expects 3 operands, but has 2 operands"},
      {"f32[] ragged-dot(p, p, p, p)", "15:28: expects 3 operands, but has 4 operands"},
      {"f32[] scaled-dot(p, p, p)", "15:28: expects 4 operands, but has 3 operands"},
  });
}

TEST(InstructionChecks, Reshape) {
  ExpectRoots({
      {"f32[7] reshape(p)",
       "16:1: expects the same number of elements in result shape f32[7] and operand shape f32[2]"},
      {"f32[2,1] reshape(p)", "%r = f32[2,1]{1,0} reshape(%p)"},
      {"f32[1,2] reshape(p), inferred_dimension=1",
       "%r = f32[1,2]{1,0} reshape(%p), inferred_dimension=1"},
      {"f32[1,2] reshape(p), inferred_dimension=-1", "%r = f32[1,2]{1,0} reshape(%p)"},
      {"f32[7] reshape(u)", "%r = f32[7]{0} reshape(%u)"},
      {"f32[<=2] reshape(p)", "%r = f32[<=2]{0} reshape(%p)"},
      {"(f32[2]) reshape(p)",
       "16:1: expects the same number of elements in result shape (f32[2]) and operand shape "
       "f32[2]"},
      {"f32[2] reshape(t)",
       "16:1: expects the same number of elements in result shape f32[2] and operand shape "
       "(f32[2], s32[])"},
      {"f32[?] reshape(p)",
       "16:1: expects the same number of elements in result shape f32[?] and operand shape f32[2]"},
      {"f32[0,99999999999,99999999999] reshape(p)",
       "16:1: expects the same number of elements in result shape f32[0,99999999999,99999999999] "
       "and operand shape f32[2]"},
      {"f32[2] dynamic-reshape()", "16:1: DynamicReshape requires at least one operand."},
      {"f32[3] dynamic-reshape(p, i)",
       "16:1: expects the same number of elements in result shape f32[3] and operand shape f32[2]"},
      {"f32[<=2] dynamic-reshape(p, i)", "%r = f32[<=2]{0} dynamic-reshape(%p, %i)"},
      {"f32[<=2] dynamic-reshape(p, i, i)",
       "16:1: expects one dim size operand per result dimension; got 2 for 1 result dimensions"},
      {"f32[<=2] dynamic-reshape(u, i)",
       "16:1: expects the same number of elements in result shape f32[<=2] and operand shape "
       "f32[?]"},
  });
}

TEST(InstructionChecks, DynamicSlice) {
  ExpectRoots({
      {"f32[1] dynamic-slice(), dynamic_slice_sizes={1}", "16:1: Expected at least one operand."},
      {"f32[1] dynamic-slice(p), dynamic_slice_sizes={1}", "16:1: Wrong number of operands."},
      {"f32[1] dynamic-slice(p, i), dynamic_slice_sizes={1}",
       "%r = f32[1]{0} dynamic-slice(%p, %i), dynamic_slice_sizes={1}"},
      {"f32[1] dynamic-slice(p, p), dynamic_slice_sizes={1}",
       "%r = f32[1]{0} dynamic-slice(%p, %p), dynamic_slice_sizes={1}"},
      {"f32[1] dynamic-slice(p, i, i), dynamic_slice_sizes={1}", "16:1: Wrong number of operands."},
      {"f32[1] dynamic-slice(i, p), dynamic_slice_sizes={}",
       "%r = f32[1]{0} dynamic-slice(%i, %p), dynamic_slice_sizes={}"},
      {"f32[1] dynamic-slice(i), dynamic_slice_sizes={}",
       "%r = f32[1]{0} dynamic-slice(%i), dynamic_slice_sizes={}"},
      {"f32[2] dynamic-update-slice()", "16:1: Expected at least two operands."},
      {"f32[2] dynamic-update-slice(p)", "16:1: Expected at least two operands."},
      {"f32[2] dynamic-update-slice(p, p)", "16:1: Wrong number of operands."},
      {"f32[2] dynamic-update-slice(p, p, i)", "%r = f32[2]{0} dynamic-update-slice(%p, %p, %i)"},
      {"f32[2] dynamic-update-slice(p, p, p)", "%r = f32[2]{0} dynamic-update-slice(%p, %p, %p)"},
      {"f32[2] dynamic-update-slice(i, i)", "%r = f32[2]{0} dynamic-update-slice(%i, %i)"},
      {"f32[1] dynamic-slice(p, i)",
       "16:1: attribute dynamic_slice_sizes is expected but not seen"},
  });
}

TEST(InstructionChecks, Compare) {
  ExpectRoots({
      {"pred[2] compare(p, p), direction=LT, order=TOTAL, type=FLOAT",
       "16:1: Cannot specify both 'type' and 'order' attributes on compare"},
      {"pred[2] compare(p, p), direction=LT, type=FLOAT",
       "%r = pred[2]{0} compare(%p, %p), direction=LT"},
      {"pred[2] compare(p, p), direction=LT, type=TOTALORDER",
       "%r = pred[2]{0} compare(%p, %p), direction=LT, order=TOTAL"},
      {"pred[2] compare(p, p), direction=LT, order=PARTIAL",
       "%r = pred[2]{0} compare(%p, %p), direction=LT"},
      {"pred[2] compare(p, p), direction=LT, order=TOTAL",
       "%r = pred[2]{0} compare(%p, %p), direction=LT, order=TOTAL"},
      {"pred[] compare(i, i), direction=LT, order=TOTAL",
       "%r = pred[] compare(%i, %i), direction=LT"},
      {"pred[] compare(i, i), direction=LT, order=PARTIAL",
       "%r = pred[] compare(%i, %i), direction=LT, order=PARTIAL"},
      {"pred[] compare(i, i), direction=LT, type=SIGNED",
       "%r = pred[] compare(%i, %i), direction=LT"},
      {"pred[] compare(i, i), direction=LT, type=FLOAT",
       "%r = pred[] compare(%i, %i), direction=LT, order=PARTIAL"},
      {"pred[] compare(b, b), direction=EQ, type=UNSIGNED",
       "%r = pred[] compare(%b, %b), direction=EQ"},
      {"pred[2] compare(p, p), direction=LT, type=foo",
       "15:54: expects comparison type but sees: foo ;; 15:49: error parsing attribute type"},
      {"pred[2] compare(p, p), direction=LT, order=foo",
       "15:55: expects comparison order but sees: foo ;; 15:49: error parsing attribute order"},
  });
}

TEST(InstructionChecks, CustomCall) {
  ExpectRoots({
      {R"(f32[2] custom-call(p), custom_call_target="x", api_version=api_version_typed_ffi)",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="x", api_version=API_VERSION_TYPED_FFI)"},
      {R"(f32[2] custom-call(p), custom_call_target="x", api_version=foo)",
       "15:71: expects custom-call API version but sees: foo, error: Unknown API version ;; 15:59: "
       "error parsing attribute api_version"},
      {R"(f32[2] custom-call(p), custom_call_target="x", to_apply=add)",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="x", called_computations={%add})"},
      {R"(f32[2] custom-call(p), custom_call_target="x", called_computations={add, add})",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="x", called_computations={%add, %add})"},
      {R"(f32[2] custom-call(p), custom_call_target="x", operand_layout_constraints={f32[3]})",
       "16:1: Operand layout constraint shape f32[3]{0} for operand 0 is not compatible with "
       "operand shape f32[2]{0}"},
      {R"(f32[2] custom-call(p), custom_call_target="x", operand_layout_constraints={f32[2]}, called_computations={add})",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="x", operand_layout_constraints={f32[2]{0}})"},
      {R"(f32[2] custom-call(p), custom_call_target="x", operand_layout_constraints={f32[2]{0:S(1)}}, to_apply=add)",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="x", operand_layout_constraints={f32[2]{0:S(1)}})"},
      {R"(f32[2] custom-call(), custom_call_target="x", operand_layout_constraints={})",
       R"(%r = f32[2]{0} custom-call(), custom_call_target="x", operand_layout_constraints={})"},
      {R"(f32[2] custom-call(p, p), custom_call_target="x", operand_layout_constraints={f32[2]})",
       "16:1: Expected 2 operand layout constraints, 1 given"},
      {R"(f32[2] custom-call(p), custom_call_target="x", schedule=SCHEDULE_NONE)",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="x")"},
      {R"(f32[2] custom-call(p), custom_call_target="x", schedule=schedule_latest)",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="x", schedule=SCHEDULE_LATEST)"},
      {R"(f32[2] custom-call(p), custom_call_target="x", window={}, feature_group_count=1, padding_type=PADDING_INVALID)",
       R"(%r = f32[2]{0} custom-call(%p), window={}, custom_call_target="x")"},
  });
}

TEST(InstructionChecks, CopyAndMap) {
  ExpectRoots({
      {"o2 = opaque[] copy(o)",
       "15:12: expects opcode but sees: o2, error: Unknown opcode: o2; did you mean or?"},
      {"f32[2] copy(p)", "%r = f32[2]{0} copy(%p)"},
      {"f32[2] map(p, p), to_apply=add",
       "%r = f32[2]{0} map(%p, %p), dimensions={0}, to_apply=%add"},
      {"f32[2] map(p, p), to_apply=add, dimensions={7,8}",
       "%r = f32[2]{0} map(%p, %p), dimensions={0}, to_apply=%add"},
      {"f32[2] map(p, p), dimensions={0}", "15:28: attribute to_apply is expected but not seen"},
  });
}

TEST(InstructionChecks, Scan) {
  ExpectRoots({
      {"f32[2] scan(p, p, p), dimensions={0}, num_carries=1, to_apply=add",
       "16:1: expects 3 operands to match the number of parameters of to_apply, but to_apply has 2 "
       "parameters"},
      {"(f32[], f32[2]) scan(p, p), dimensions={0,1}, num_carries=1, to_apply=add",
       "16:1: expects exactly one dimension"},
      {"(f32[], f32[2]) scan(p, p), dimensions={0}, num_carries=3, to_apply=add",
       "16:1: expects at least 3 operands to match the number of carries, but has 2 operands"},
      {"(f32[], f32[2]) scan(p, p), dimensions={0}, num_carries=1, to_apply=add",
       "%r = (f32[], f32[2]{0}) scan(%p, %p), dimensions={0}, num_carries=1, is_associative=false, "
       "to_apply=%add"},
      {"(f32[], f32[2]) scan(p, p), dimensions={0}, num_carries=-1, to_apply=add",
       "16:1: expects at least -1 operands to match the number of carries, but has 2 operands"},
  });
}

TEST(InstructionChecks, Others) {
  ExpectRoots({
      {"f32[2] shuffle(p)", "16:1: attribute dimensions is expected but not seen"},
      {"f32[2] reduce-precision(p), exponent_bits=4294967298, mantissa_bits=-1",
       "%r = f32[2]{0} reduce-precision(%p), exponent_bits=2, mantissa_bits=-1"},
      {"f32[2] triangular-solve(p, p), transpose_a=5",
       "15:55: expects an enumeration value ;; 15:43: error parsing attribute transpose_a"},
      {"f32[2] triangular-solve(p, p), transpose_a=NO_TRANSPOSE, lower=false",
       "%r = f32[2]{0} triangular-solve(%p, %p), transpose_a=NO_TRANSPOSE"},
      {"f32[2] cholesky(p)", "%r = f32[2]{0} cholesky(%p)"},
      {"f32[2] get-tuple-element(t), index=0", "%r = f32[2]{0} get-tuple-element(%t), index=0"},
      {"f32[2] get-tuple-element(t), index=7", "%r = f32[2]{0} get-tuple-element(%t), index=7"},
      {"f32[2] pad(p, i), padding=0_0", "%r = f32[2]{0} pad(%p, %i), padding=0_0"},
      {"f32[2] bitcast(p)", "%r = f32[2]{0} bitcast(%p)"},
      {R"(f32[2] domain(p), domain={kind="sharding", entry={replicated}, exit={maximal device=0}})",
       R"(%r = f32[2]{0} domain(%p), domain={kind="sharding", entry={replicated}, exit={maximal device=0}})"},
  });
}

// XLA gives no reason for these, or crashes.
TEST(InstructionChecks, RefusesInWordsOfItsOwn) {
  ExpectRoots({
      {"f32[2] tuple(p)", "16:1: tuple must have a tuple shape"},
      {"f32[] conditional(i, p), branch_computations={add, add}",
       "16:1: conditional expects 3 operands, an index and one for each branch, but has 2"},
      {"f32[] conditional(b, p), true_computation=add, false_computation=add",
       "16:1: conditional expects 3 operands, an index and one for each branch, but has 2"},
      {"f32[2] all-gather-start(p), dimensions={0,1}",
       "16:1: dimensions must hold exactly one value"},
      {"f32[2] reduce-scatter(p), dimensions={0,1}, to_apply=add",
       "16:1: dimensions must hold exactly one value"},
      {"f32[2] all-to-all(p), dimensions={0,1}", "16:1: dimensions must hold exactly one value"},
      {"f32[2] ragged-all-to-all(p, p), dimensions={0,1}",
       "16:1: dimensions must hold exactly one value"},
      {"f32[2] concatenate(p), dimensions={0,1}", "16:1: dimensions must hold exactly one value"},
      {"f32[2] sort(p), dimensions={0,1}, to_apply=add",
       "16:1: dimensions must hold exactly one value"},
      {"s32[] get-dimension-size(p), dimensions={}",
       "16:1: dimensions must hold exactly one value"},
      {"f32[<=2] set-dimension-size(p, i), dimensions={0,0}",
       "16:1: dimensions must hold exactly one value"},
      {"() infeed(k)", "16:1: infeed must have a non-empty tuple shape"},
      {"(f32[3]) recv-done(p)", "16:1: the operand of recv-done must be a non-empty tuple"},
      {"s32[] replica-id()", "16:1: replica-id must have the shape u32[]"},
      {"u32[2] partition-id()", "16:1: partition-id must have the shape u32[]"},
      {"f32[] replica-id()", "16:1: replica-id must have the shape u32[]"},
      {"token[] send-done((f32[2],u32[],token[]) send(p, k)), channel_id=1",
       "16:1: channel_id of send-done must match that of its operand send.anon"},
      {"(f32[2],token[]) recv-done((f32[2],u32[],token[]) recv(k)), channel_id=3",
       "16:1: channel_id of recv-done must match that of its operand recv.anon"},
      {"f32[1] dynamic-slice(t, i), dynamic_slice_sizes={1}",
       "16:1: operand and indices of dynamic-slice must be arrays"},
      {"f32[1] dynamic-slice(p, k), dynamic_slice_sizes={1}",
       "16:1: operand and indices of dynamic-slice must be arrays"},
      {"f32[2] dynamic-update-slice(p, p, t)",
       "16:1: operand and indices of dynamic-update-slice must be arrays"},
      {"pred[] compare(t, t), direction=EQ", "16:1: the operands of compare must be arrays"},
      {"opaque[] copy(o)", "16:1: an opaque value cannot be copied"},
      {"(f32[2], s32[]) map(t), to_apply=add", "16:1: map must have an array shape"},
      {"f32[2] triangular-solve(p, p), transpose_a=foo",
       "15:55: expects TRANSPOSE_INVALID, NO_TRANSPOSE, TRANSPOSE or ADJOINT but sees: foo ;; "
       "15:43: error parsing attribute transpose_a"},
      {"get-tuple-element(t), index=7",
       "16:1: failed to infer shape for opcode: get-tuple-element, error: Cannot infer shape: "
       "attempt to index out of tuple bounds: 7 >= 2 in shape (f32[2], s32[])."},
      {"get-tuple-element(p), index=0",
       "16:1: failed to infer shape for opcode: get-tuple-element, error: Cannot infer shape: "
       "attempting to index into non-tuple: f32[2]."},
  });
}

TEST(InstructionChecks, ToApplyWinsOverCalledComputations) {
  ExpectRoots({
      {R"(f32[2] custom-call(p), custom_call_target="x", to_apply=add, called_computations={add, add})",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="x", called_computations={%add})"},
      {R"(f32[2] custom-call(p), custom_call_target="x", called_computations={add, add}, to_apply=add)",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="x", called_computations={%add})"},
  });
}

}  // namespace hlo_text_v1::checks_test
