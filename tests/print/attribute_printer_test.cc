// Prints values of each type, read from text that is spelled differently wherever possible: each
// row has the right side of a root, and its printed line.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/parse/module/parse_test_util.h"

namespace hlo_text_v1::attribute_printer_test {

using namespace internal;

using test::PrintedRoot;

void ExpectRoots(const std::vector<Case>& cases) {
  ExpectCases(cases, [](const std::string& text) { return PrintedRoot(test::WithRoot(text)); });
}

TEST(AttributePrinter, BooleansIntegersAndFloats) {
  ExpectRoots({
      {"f32[2] all-reduce(p), to_apply=add, constrain_layout=true",
       "%r = f32[2]{0} all-reduce(%p), replica_groups={}, constrain_layout=true, to_apply=%add"},
      {"f32[2] iota(), iota_dimension=007", "%r = f32[2]{0} iota(), iota_dimension=7"},
      {"f32[2] rng-get-and-update-state(), delta=18446744073709551615",
       "%r = f32[2]{0} rng-get-and-update-state(), delta=-1"},
      {"(f32[2], f32[2], f32[2]) batch-norm-training(p, p, p), feature_index=-0, epsilon=0.1234567",
       "%r = (f32[2]{0}, f32[2]{0}, f32[2]{0}) batch-norm-training(%p, %p, %p), epsilon=0.123457, "
       "feature_index=0"},
      {"(f32[2], f32[2], f32[2]) batch-norm-training(p, p, p), feature_index=0, epsilon=100000000",
       "%r = (f32[2]{0}, f32[2]{0}, f32[2]{0}) batch-norm-training(%p, %p, %p), epsilon=1e+08, "
       "feature_index=0"},
      {"(f32[2], f32[2], f32[2]) batch-norm-training(p, p, p), feature_index=0, epsilon=nan",
       "%r = (f32[2]{0}, f32[2]{0}, f32[2]{0}) batch-norm-training(%p, %p, %p), epsilon=nan, "
       "feature_index=0"},
      {"f32[2] copy-start(p), cross_program_prefetch_index=0",
       "%r = f32[2]{0} copy-start(%p), cross_program_prefetch_index=0"},
  });
}

TEST(AttributePrinter, Strings) {
  ExpectRoots({
      {R"(f32[2] custom-call(p), custom_call_target="x", backend_config="a\"b\\c\n\t\x01\177")",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="x", backend_config="a\"b\\c\n\t\001\177")"},
      {R"(f32[2] custom-call(p), custom_call_target='it\'s "x"')",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="it\'s \"x\"")"},
      {"f32[2] custom-call(p), custom_call_target=\"\303\251\"",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="\303\251")"},
      {R"(f32[2] custom-call(p), custom_call_target="x", backend_config={ "a" : [1, "}"]  })",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="x", backend_config={ "a" : [1, "}"]  })"},
      {R"(f32[2] custom-call(p), custom_call_target="x", backend_config="{}")",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="x", backend_config={})"},
      {R"(f32[2] custom-call(p), custom_call_target="x", backend_config="{} x")",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="x", backend_config="{} x")"},
  });
}

TEST(AttributePrinter, Lists) {
  ExpectRoots({
      {"f32[2] transpose(p), dimensions={ 0 , 1,02 }",
       "%r = f32[2]{0} transpose(%p), dimensions={0,1,2}"},
      {"f32[2] collective-permute(p), source_target_pairs={ {0,1}, {1,0} }",
       "%r = f32[2]{0} collective-permute(%p), source_target_pairs={{0,1},{1,0}}"},
      {"f32[2] collective-permute(p), source_target_pairs={}",
       "%r = f32[2]{0} collective-permute(%p), source_target_pairs={}"},
      {"f32[2] parameter(3), parameter_replication={ true }",
       "%r = f32[2]{0} parameter(3), parameter_replication={true}"},
      {"f32[] dot(p, p), lhs_contracting_dims={ 0 }, rhs_contracting_dims={0}, operand_precision={ "
       "HIGHEST , Default }",
       "%r = f32[] dot(%p, %p), lhs_contracting_dims={0}, rhs_contracting_dims={0}, "
       "operand_precision={highest,default}"},
      {R"(f32[2] custom-call(p), custom_call_target="x", operand_layout_constraints={ f32[2] })",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="x", operand_layout_constraints={f32[2]{0}})"},
      {R"(f32[2] custom-call(p), custom_call_target="x", called_computations={ add , add:, %add })",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="x", called_computations={%add, %add, %add})"},
      {"f32[2] negate(p), control-predecessors={ %a , q }",
       "%r = f32[2]{0} negate(%p), control-predecessors={%a, %q}"},
  });
}

TEST(AttributePrinter, Enumerations) {
  ExpectRoots({
      {"pred[2] compare(p, p), direction=GE, order=TOTAL",
       "%r = pred[2]{0} compare(%p, %p), direction=GE, order=TOTAL"},
      {"f32[2] rng(a, a), distribution=RNG_UNIFORM",
       "%r = f32[2]{0} rng(%a, %a), distribution=rng_uniform"},
      {"f32[] dot(p, p), lhs_contracting_dims={ 0 }, rhs_contracting_dims={0}, "
       "algorithm=DOT_F32_F32_F32",
       "%r = f32[] dot(%p, %p), lhs_contracting_dims={0}, rhs_contracting_dims={0}, "
       "algorithm=dot_f32_f32_f32"},
      {R"(f32[2] custom-call(p), custom_call_target="x", schedule=schedule_latest, api_version=api_version_status_returning)",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="x", schedule=SCHEDULE_LATEST, api_version=API_VERSION_STATUS_RETURNING)"},
      {R"(f32[2] custom-call(p), custom_call_target="x", padding_type=PADDING_SAME)",
       R"(%r = f32[2]{0} custom-call(%p), padding_type=PADDING_SAME, custom_call_target="x")"},
      {"f32[2] triangular-solve(p, p), transpose_a=ADJOINT, lower=true",
       "%r = f32[2]{0} triangular-solve(%p, %p), lower=true, transpose_a=ADJOINT"},
  });
}

TEST(AttributePrinter, Structures) {
  ExpectRoots({
      {"f32[2] reduce-window(p, a), window={pad=1_2 size=3 rhs_reversal=1}, to_apply=add",
       "%r = f32[2]{0} reduce-window(%p, %a), window={size=3 pad=1_2 rhs_reversal=1}, "
       "to_apply=%add"},
      {"f32[2] pad(p, a), padding=1_2_0", "%r = f32[2]{0} pad(%p, %a), padding=1_2"},
      {"f32[1] slice(p), slice={ [0:1:1] }", "%r = f32[1]{0} slice(%p), slice={[0:1]}"},
      {"f32[1,2] slice(p), slice={[0:1], [0:4:2]}",
       "%r = f32[1,2]{1,0} slice(%p), slice={[0:1:1], [0:4:2]}"},
      {"f32[1,1,1] convolution(p, p), dim_labels=b0f_0io->b0f, window={size=1}, "
       "feature_group_count=2",
       "%r = f32[1,1,1]{2,1,0} convolution(%p, %p), window={size=1}, dim_labels=b0f_0io->b0f, "
       "feature_group_count=2"},
      {"f32[2] all-reduce(p), replica_groups={ {0,1} , {2,3} }, to_apply=add",
       "%r = f32[2]{0} all-reduce(%p), replica_groups={{0,1},{2,3}}, to_apply=%add"},
      {"f32[2] all-reduce(p), replica_groups=[2,2]<=[2,2]T(1,0), to_apply=add",
       "%r = f32[2]{0} all-reduce(%p), replica_groups=[2,2]<=[2,2]T(1,0), to_apply=%add"},
      {"f32[2] negate(p), sharding={ devices=[2]<=[2] }",
       "%r = f32[2]{0} negate(%p), sharding={devices=[2]<=[2]}"},
      {R"(f32[2] custom-call(p), custom_call_target="x", literal=s32[2]{0} { 1,2 })",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="x", literal=s32[2]{0} {1, 2})"},
      {R"(f32[2] custom-call(p), custom_call_target="x", output_to_operand_aliasing={ {}: (0, {}) })",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="x", output_to_operand_aliasing={{}: (0, {})})"},
      {R"(f32[2] negate(p), frontend_attributes={ b="1", a={ "x":2 } })",
       R"(%r = f32[2]{0} negate(%p), frontend_attributes={a={ "x":2 },b="1"})"},
      {"f32[2] negate(p), statistics={ visualizing_index=0, x=1 }",
       "%r = f32[2]{0} negate(%p), statistics={visualizing_index=0,x=1}"},
      {R"(f32[2] negate(p), origin={ {"a" {1}} })",
       R"(%r = f32[2]{0} negate(%p), origin={{"a" {1}}})"},
      {"f32[2] exponential(p), result_accuracy={ tolerance={atol=0.5, rtol=0, ulps=2} }",
       "%r = f32[2]{0} exponential(%p), result_accuracy={tolerance={atol=0.5,rtol=0,ulps=2}}"},
      {R"(f32[2] domain(p), domain={kind="sharding", entry={replicated}, exit={maximal device=0}})",
       R"(%r = f32[2]{0} domain(%p), domain={kind="sharding", entry={replicated}, exit={maximal device=0}})"},
      {"f32[] dot(p, p), lhs_contracting_dims={ 0 }, rhs_contracting_dims={0}, sparsity_config={ "
       "rhs={idx=3 sparsity=2x4} }",
       "%r = f32[] dot(%p, %p), lhs_contracting_dims={0}, rhs_contracting_dims={0}, "
       "sparsity_config={rhs={sparsity=2x4 dimension=0 stride=0 idx=3}}"},
  });
}

TEST(AttributePrinter, Metadata) {
  ExpectRoots({
      {R"(f32[2] negate(p), metadata={op_type="t" op_name="n" source_file="f" source_line=3})",
       R"(%r = f32[2]{0} negate(%p), metadata={op_type="t" op_name="n" source_file="f" source_line=3})"},
      {R"(f32[2] negate(p), metadata={ op_name="n", op_type="t" , source_line=3 })",
       R"(%r = f32[2]{0} negate(%p), metadata={op_type="t" op_name="n" source_line=3})"},
      {R"(f32[2] negate(p), metadata={op_name="\x41"})",
       R"(%r = f32[2]{0} negate(%p), metadata={op_name="A"})"},
      {"f32[2] negate(p), metadata={op_name='n'}",
       R"(%r = f32[2]{0} negate(%p), metadata={op_name="n"})"},
      {R"(f32[2] negate(p), metadata={op_name=""})", "%r = f32[2]{0} negate(%p)"},
      {"f32[2] negate(p), metadata={source_line=0}", "%r = f32[2]{0} negate(%p)"},
      {R"(f32[2] negate(p), metadata={op_name="n" stack_frame_id=7})",
       R"(%r = f32[2]{0} negate(%p), metadata={op_name="n"})"},
      {R"(f32[2] negate(p), metadata={op_name="a" /*x*/ source_line=1})",
       R"(%r = f32[2]{0} negate(%p), metadata={op_name="a" source_line=1})"},
  });
}

}  // namespace hlo_text_v1::attribute_printer_test
