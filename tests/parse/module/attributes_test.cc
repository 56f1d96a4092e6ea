// Lists of attributes: which names are allowed, how often, in which order they print, and which are
// dropped or filled in; an error in a value is followed by one for its attribute. Each row has the
// right side of a root whose operands may be p, q and a.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/parse/module/parse_test_util.h"

namespace hlo_text_v1::attributes_test {

using namespace internal;

using test::PrintedRoot;

void ExpectRoots(const std::vector<Case>& cases) {
  ExpectCases(cases, [](const std::string& text) { return PrintedRoot(test::WithRoot(text)); });
}

TEST(AttributeListParser, SyntaxOfTheList) {
  ExpectRoots({
      {"f32[2] negate(p)", "%r = f32[2]{0} negate(%p)"},
      {"f32[2] negate(p),", "12:1: expects attribute name ;; 12:1: error parsing attributes"},
      {"f32[2] negate(p), foo=1",
       R"(11:30: unexpected attribute "foo". Allowed attributes: backend_config, control-predecessors, frontend_attributes, metadata, origin, parameter_replication, sharding, statistics)"},
      {"f32[2] negate(p), sharding",
       "11:30: expects attribute name ;; 11:30: error parsing attributes"},
      {"f32[2] negate(p), sharding = {replicated}",
       "11:30: expects attribute name: an attribute has no blank before its '=' ;; 11:30: error "
       "parsing attributes"},
      {"f32[2] negate(p), %sharding={replicated}",
       "11:30: expects attribute name ;; 11:30: error parsing attributes"},
      {"f32[2] negate(p), sharding:{replicated}",
       "11:30: expects attribute name ;; 11:30: error parsing attributes"},
      {R"(f32[2] negate(p), "sharding"={replicated})",
       "11:30: expects attribute name ;; 11:30: error parsing attributes"},
      {"f32[2] negate(p), sharding={replicated}, sharding={replicated}",
       "11:53: attribute sharding already exists"},
      {"f32[2] negate(p), metadata={}, metadata={}", "11:43: attribute metadata already exists"},
      {"f32[2] negate(p), sharding={", "13:1: expects name"},
      {"f32[2] negate(p), sharding=",
       "12:1: expected '{' to start sharding attribute ;; 11:30: error parsing attribute sharding"},
      {"f32[2] negate(p),, sharding={replicated}",
       "11:29: expects attribute name ;; 11:29: error parsing attributes"},
      {"f32[2] negate(p) sharding={replicated}",
       "11:29: expects name: an attribute needs a comma before it"},
      {R"(f32[2] negate(p),
 /*x*/ sharding={replicated} // y
 , metadata={op_name="x"})",
       R"(%r = f32[2]{0} negate(%p), sharding={replicated}, metadata={op_name="x"})"},
  });
}

TEST(AttributeListParser, RequiredAttributes) {
  ExpectRoots({
      {"f32[2] broadcast(p)", "12:1: attribute dimensions is expected but not seen"},
      {"f32[2] broadcast(a)", "%r = f32[2]{0} broadcast(%a), dimensions={}"},
      {"f32[2] broadcast(a), dimensions={}", "%r = f32[2]{0} broadcast(%a), dimensions={}"},
      {"f32[2,3] broadcast(p), dimensions={0}", "%r = f32[2,3]{1,0} broadcast(%p), dimensions={0}"},
      {"f32[2] gather(p, q)", "12:1: attribute collapsed_slice_dims is expected but not seen"},
      {"f32[] reduce(p, a), dimensions={0}", "11:30: attribute to_apply is expected but not seen"},
      {"f32[] reduce(p, a), to_apply=add", "11:30: attribute dimensions is expected but not seen"},
      {"f32[] reduce(p, a), to_apply=add, dimensions={0}",
       "%r = f32[] reduce(%p, %a), dimensions={0}, to_apply=%add"},
      {"f32[] reduce(p, a), dimensions={0}, to_apply=add",
       "%r = f32[] reduce(%p, %a), dimensions={0}, to_apply=%add"},
  });
}

TEST(AttributeListParser, Computations) {
  ExpectRoots({
      {"f32[] reduce(p, a), dimensions={0}, to_apply=f",
       "11:57: computation does not exist: f ;; 11:48: error parsing attribute to_apply"},
      {R"(f32[] reduce(p, a), dimensions={0}, to_apply="p")",
       "11:57: expects name ;; 11:57: expects computation name ;; 11:48: error parsing attribute "
       "to_apply"},
      {"f32[] reduce(p, a), dimensions={0}, to_apply=f32",
       "11:57: expects name ;; 11:57: expects computation name ;; 11:48: error parsing attribute "
       "to_apply"},
      {"f32[] reduce(p, a), dimensions={0}, to_apply=%add",
       "%r = f32[] reduce(%p, %a), dimensions={0}, to_apply=%add"},
      {"f32[] reduce(p, a), dimensions={0}, to_apply=add:",
       "%r = f32[] reduce(%p, %a), dimensions={0}, to_apply=%add"},
      {"f32[] reduce(p, a), dimensions={0}, to_apply={ROOT c = f32[] constant(1)}",
       "%r = f32[] reduce(%p, %a), dimensions={0}, to_apply=%_"},
  });
}

TEST(AttributeListParser, ListsOfIntegers) {
  ExpectRoots({
      {"f32[2] transpose(p), dimensions={0", "13:1: expects name"},
      {"f32[2] transpose(p), dimensions={", "13:1: expects name"},
      {"f32[2] transpose(p), dimensions={0,}",
       "11:47: expects integer ;; 11:33: error parsing attribute dimensions"},
      {"f32[2] transpose(p), dimensions={1_2}",
       "11:46: expects a list to end with kRbrace ;; 11:33: error parsing attribute dimensions"},
      {"f32[2] transpose(p), dimensions={a}",
       "11:45: expects integer ;; 11:33: error parsing attribute dimensions"},
      {"f32[2] transpose(p), dimensions={ 0 , 1 }",
       "%r = f32[2]{0} transpose(%p), dimensions={0,1}"},
      {"f32[2] transpose(p), dimensions={0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17}",
       "%r = f32[2]{0} transpose(%p), dimensions={0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17}"},
      {"f32[2] transpose(p), dimensions={9223372036854775807,18446744073709551615}",
       "%r = f32[2]{0} transpose(%p), dimensions={9223372036854775807,-1}"},
      {"f32[2] transpose(p), dimensions={18446744073709551616}",
       "11:45: expects integer ;; 11:33: error parsing attribute dimensions"},
      {"f32[2] transpose(p), dimensions={-1}", "%r = f32[2]{0} transpose(%p), dimensions={-1}"},
      {"f32[2] transpose(p), dimensions={99999999999999999999}",
       "11:45: expects integer ;; 11:33: error parsing attribute dimensions"},
      {"f32[2] transpose(p), dimensions={/*a*/0}", "%r = f32[2]{0} transpose(%p), dimensions={0}"},
      {"f32[2] transpose(p), dimensions={}", "%r = f32[2]{0} transpose(%p), dimensions={}"},
  });
}

TEST(AttributeListParser, ControlPredecessors) {
  ExpectRoots({
      {"f32[2] negate(p), control-predecessors={a}",
       "%r = f32[2]{0} negate(%p), control-predecessors={%a}"},
      {"f32[2] negate(p), control-predecessors={a, %p, a}",
       "%r = f32[2]{0} negate(%p), control-predecessors={%a, %p}"},
      {"f32[2] negate(p), control-predecessors=a",
       "11:51: expects '{' at the beginning of instruction name list ;; 11:30: error parsing "
       "attribute control-predecessors"},
      {"f32[2] negate(p), control-predecessors={}",
       "11:52: expects name ;; 11:52: expects a instruction name ;; 11:30: error parsing attribute "
       "control-predecessors"},
      {"f32[2] negate(p), control-predecessors={a,}",
       "11:54: expects name ;; 11:52: expects a instruction name ;; 11:30: error parsing attribute "
       "control-predecessors"},
      {"f32[2] negate(p), control-predecessors={zz}",
       "11:54: instruction 'zz' is not defined ;; 11:30: error parsing attribute "
       "control-predecessors"},
      {"f32[2] negate(p), control-predecessors={r}",
       "11:53: instruction 'r' is not defined ;; 11:30: error parsing attribute "
       "control-predecessors"},
      {"f32[2] negate(p), control-predecessors={a b}",
       "11:54: expects '}' at the end of instruction name list ;; 11:30: error parsing attribute "
       "control-predecessors"},
      {"f32[2] negate(p), control-predecessors={a", "13:1: expects name"},
      {R"(f32[2] negate(p), control-predecessors={"a"})",
       "11:52: expects name ;; 11:52: expects a instruction name ;; 11:30: error parsing attribute "
       "control-predecessors"},
      {"f32[2] negate(p), control-predecessors={a#0}",
       "11:53: expects '}' at the end of instruction name list ;; 11:30: error parsing attribute "
       "control-predecessors"},
  });
}

TEST(AttributeListParser, BackendConfig) {
  ExpectRoots({
      {R"(f32[2] negate(p), backend_config="x")",
       R"(%r = f32[2]{0} negate(%p), backend_config="x")"},
      {R"(f32[2] negate(p), backend_config={"a":1})",
       R"(%r = f32[2]{0} negate(%p), backend_config={"a":1})"},
      {R"(f32[2] negate(p), backend_config="")", "%r = f32[2]{0} negate(%p)"},
      {"f32[2] negate(p), backend_config={}", "%r = f32[2]{0} negate(%p), backend_config={}"},
      {R"(f32[2] negate(p), backend_config="{}")", "%r = f32[2]{0} negate(%p), backend_config={}"},
      {R"(f32[2] negate(p), backend_config=" {a} ")",
       "%r = f32[2]{0} negate(%p), backend_config= {a} "},
      {R"(f32[2] negate(p), backend_config="{a} // x")",
       "%r = f32[2]{0} negate(%p), backend_config={a} // x"},
      {R"(f32[2] negate(p), backend_config="{a} x")",
       R"(%r = f32[2]{0} negate(%p), backend_config="{a} x")"},
      {R"(f32[2] negate(p), backend_config={ "a" : "}" })",
       R"(%r = f32[2]{0} negate(%p), backend_config={ "a" : "}" })"},
      {"f32[2] negate(p), backend_config=3", "11:30: error parsing attribute backend_config"},
      {"f32[2] negate(p), backend_config=x", "11:30: error parsing attribute backend_config"},
      {R"(f32[2] negate(p), backend_config={"a)",
       "11:45: expects JSON dict ;; 11:30: error parsing attribute backend_config"},
      {R"(f32[2] negate(p), backend_config="a\n\x41")",
       R"(%r = f32[2]{0} negate(%p), backend_config="a\nA")"},
      {R"(f32[2] negate(p), backend_config='a"b')",
       R"(%r = f32[2]{0} negate(%p), backend_config="a\"b")"},
  });
}

TEST(AttributeListParser, OtherCommonAttributes) {
  ExpectRoots({
      {R"(f32[2] negate(p), frontend_attributes={b="x",a={"k":1}})",
       R"(%r = f32[2]{0} negate(%p), frontend_attributes={a={"k":1},b="x"})"},
      {R"(f32[2] negate(p), frontend_attributes={a="x",a="y"})",
       R"(%r = f32[2]{0} negate(%p), frontend_attributes={a="y"})"},
      {"f32[2] negate(p), frontend_attributes={}", "%r = f32[2]{0} negate(%p)"},
      {"f32[2] negate(p), frontend_attributes={a=b}",
       "11:30: error parsing attribute frontend_attributes"},
      {R"(f32[2] negate(p), frontend_attributes={a="x" b="y"})",
       "11:57: expects '}' at the end of frontend attributes ;; 11:30: error parsing attribute "
       "frontend_attributes"},
      {"f32[2] negate(p), frontend_attributes=x",
       "11:50: expected '{' to start frontend attributes ;; 11:30: error parsing attribute "
       "frontend_attributes"},
      {"f32[2] negate(p), statistics={}", "%r = f32[2]{0} negate(%p)"},
      {R"(f32[2] negate(p), metadata={op_name="x" stack_frame_id=3})",
       R"(%r = f32[2]{0} negate(%p), metadata={op_name="x"})"},
      {R"(f32[2] negate(p), metadata={op_type="t", op_name="x"})",
       R"(%r = f32[2]{0} negate(%p), metadata={op_type="t" op_name="x"})"},
      {"f32[2] negate(p), metadata={}", "%r = f32[2]{0} negate(%p)"},
      {"f32[2] negate(p), metadata={op_name=3}",
       "11:48: expects string ;; 11:40: error parsing attribute op_name ;; 11:30: error parsing "
       "attribute metadata"},
      {"f32[2] negate(p), metadata={foo=3}",
       R"(11:40: unexpected attribute "foo". Allowed attributes: deduplicated_name, metadata_payload, op_name, op_type, profile_type, scheduling_name, source_column, source_end_column, source_end_line, source_file, source_line, stack_frame_id ;; 11:30: error parsing attribute metadata)"},
      {R"(f32[2] negate(p), origin={{"q"}})", R"(%r = f32[2]{0} negate(%p), origin={{"q"}})"},
  });
}

TEST(AttributeListParser, ParameterReplication) {
  ExpectRoots({
      {"f32[2] parameter(3), parameter_replication={true}",
       "%r = f32[2]{0} parameter(3), parameter_replication={true}"},
      {"f32[2] parameter(3), parameter_replication={true,false}",
       "12:1: parameter has 1 leaf buffers, but parameter_replication has 2 elements."},
      {"(f32[2],s32[]) parameter(3), parameter_replication={true,false}",
       "%r = (f32[2]{0}, s32[]) parameter(3), parameter_replication={true,false}"},
      {"f32[2] negate(p), parameter_replication=true",
       "11:52: expected '{' to start parameter_replication attribute ;; 11:30: error parsing "
       "attribute parameter_replication"},
      {"f32[2] negate(p), parameter_replication={1}",
       "11:30: error parsing attribute parameter_replication"},
  });
}

TEST(AttributeListParser, OrderOfTheCommonAttributes) {
  ExpectRoots({
      {R"(f32[2] exponential(p), backend_config={}, metadata={op_name="x"}, origin={{"q"}}, result_accuracy={mode=highest}, statistics={visualizing_index=0,x=1}, control-predecessors={p}, frontend_attributes={a="b"}, sharding={replicated})",
       R"(%r = f32[2]{0} exponential(%p), sharding={replicated}, frontend_attributes={a="b"}, control-predecessors={%p}, statistics={visualizing_index=0,x=1}, result_accuracy={mode=highest}, origin={{"q"}}, metadata={op_name="x"}, backend_config={})"},
      {"f32[2] exponential(p), result_accuracy={mode=default}", "%r = f32[2]{0} exponential(%p)"},
      {"f32[2] negate(p), result_accuracy={mode=highest}",
       R"(11:30: unexpected attribute "result_accuracy". Allowed attributes: backend_config, control-predecessors, frontend_attributes, metadata, origin, parameter_replication, sharding, statistics)"},
  });
}

TEST(AttributeListParser, Words) {
  ExpectRoots({
      {"pred[2] compare(p, p), direction=LT", "%r = pred[2]{0} compare(%p, %p), direction=LT"},
      {"pred[2] compare(p, p), direction=LTX",
       "11:45: expects comparison direction but sees: LTX; did you mean LT? ;; 11:35: error "
       "parsing attribute direction"},
      {R"(pred[2] compare(p, p), direction="LT")",
       "11:45: expects comparison direction ;; 11:35: error parsing attribute direction"},
      {"pred[2] compare(p, p)", "12:1: attribute direction is expected but not seen"},
      {"c64[2] fft(p), fft_type=5, fft_length={2}",
       "11:36: expects fft type ;; 11:27: error parsing attribute fft_type"},
      {"f32[2] rng(a, a), distribution=RNG_Normal",
       "%r = f32[2]{0} rng(%a, %a), distribution=rng_normal"},
      {"(u64[2], u32[4]) rng-bit-generator(p), algorithm=Rng_Philox",
       "%r = (u64[2]{0}, u32[4]{0}) rng-bit-generator(%p), algorithm=rng_philox"},
      {"f32[2] negate(p), channel_id=1",
       R"(11:30: unexpected attribute "channel_id". Allowed attributes: backend_config, control-predecessors, frontend_attributes, metadata, origin, parameter_replication, sharding, statistics)"},
      {"f32[2] all-reduce(p), channel_id=x, to_apply=add",
       "11:45: expects integer ;; 11:34: error parsing attribute channel_id"},
      {"f32[2] all-reduce(p), channel_id=-1, to_apply=add",
       "%r = f32[2]{0} all-reduce(%p), channel_id=-1, replica_groups={}, to_apply=%add"},
      {"f32[2] all-reduce(p), constrain_layout=1, to_apply=add",
       "11:51: expects true or false ;; 11:34: error parsing attribute constrain_layout"},
      {"f32[2] all-reduce(p), constrain_layout=true, to_apply=add",
       "%r = f32[2]{0} all-reduce(%p), replica_groups={}, constrain_layout=true, to_apply=%add"},
      {"f32[2] all-reduce(p), constrain_layout=false, to_apply=add",
       "%r = f32[2]{0} all-reduce(%p), replica_groups={}, to_apply=%add"},
  });
}

TEST(AttributeListParser, Numbers) {
  ExpectRoots({
      {"f32[2] reduce-precision(p), exponent_bits=5, mantissa_bits=4294967298",
       "%r = f32[2]{0} reduce-precision(%p), exponent_bits=5, mantissa_bits=2"},
      {"f32[2] reduce-precision(p), exponent_bits=5",
       "11:38: attribute mantissa_bits is expected but not seen"},
      {"f32[2] reduce-precision(p), mantissa_bits=5",
       "11:38: attribute exponent_bits is expected but not seen"},
      {"f32[2] copy-start(p), cross_program_prefetch_index=4294967296",
       "11:63: value out of range for int32_t ;; 11:34: error parsing attribute "
       "cross_program_prefetch_index"},
      {"f32[2] copy-start(p), cross_program_prefetch_index=-1",
       "%r = f32[2]{0} copy-start(%p), cross_program_prefetch_index=-1"},
      {"(f32[2], f32[2], f32[2]) batch-norm-training(p, p, p), epsilon=1e-5, feature_index=0",
       "%r = (f32[2]{0}, f32[2]{0}, f32[2]{0}) batch-norm-training(%p, %p, %p), epsilon=1e-05, "
       "feature_index=0"},
      {"(f32[2], f32[2], f32[2]) batch-norm-training(p, p, p), epsilon=inf, feature_index=0",
       "11:75: value out of range for float ;; 11:67: error parsing attribute epsilon"},
      {"(f32[2], f32[2], f32[2]) batch-norm-training(p, p, p), epsilon=1e39, feature_index=0",
       "11:75: value out of range for float ;; 11:67: error parsing attribute epsilon"},
      {"(f32[2], f32[2], f32[2]) batch-norm-training(p, p, p), epsilon=x, feature_index=0",
       "11:75: expects decimal or integer ;; 11:67: error parsing attribute epsilon"},
      {"(f32[2], f32[2], f32[2]) batch-norm-training(p, p, p), epsilon=1e400, feature_index=0",
       "11:75: Constant is out of range for double (+/-1.79769e+308) and so is unparsable. ;; "
       "11:67: error parsing attribute epsilon"},
  });
}

TEST(AttributeListParser, Callees) {
  ExpectRoots({
      {"f32[2] call(p, q), to_apply=add, is_composite=true",
       "%r = f32[2]{0} call(%p, %q), to_apply=%add, is_composite=true"},
      {"f32[2] fusion(p), kind=kLoop, calls=add",
       "%r = f32[2]{0} fusion(%p), kind=kLoop, calls=%add"},
      {"f32[2] fusion(p), kind=loop, calls=add",
       "11:35: expects fusion kind but sees: loop, error: Unknown fusion kind: loop; did you mean "
       "kLoop? ;; 11:30: error parsing attribute kind"},
      {"f32[2] fusion(p), calls=add", "11:28: attribute kind is expected but not seen"},
      {R"(f32[2] custom-call(p), custom_call_target="a\"b")",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="a\"b")"},
      {"f32[2] custom-call(p)", "12:1: attribute custom_call_target is expected but not seen"},
      {"f32[2] custom-call(p), custom_call_target=x",
       "11:54: expects string ;; 11:35: error parsing attribute custom_call_target"},
      {R"(f32[2] custom-call(p), custom_call_target="x", called_computations={add, %add, {ROOT c = f32[] constant(1)}})",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="x", called_computations={%add, %add, %_})"},
      {R"(f32[2] custom-call(p), custom_call_target="x", called_computations={})",
       R"(%r = f32[2]{0} custom-call(%p), custom_call_target="x")"},
      {R"(f32[2] custom-call(p), custom_call_target="x", called_computations=add)",
       "11:79: expects a list starting with kLbrace ;; 11:59: error parsing attribute "
       "called_computations"},
      {R"(f32[2] custom-call(p), custom_call_target="x", called_computations={add)",
       "13:1: expects name"},
      {R"(f32[2] custom-call(p), custom_call_target="x", called_computations={add add})",
       "11:84: expects a list to end with kRbrace ;; 11:59: error parsing attribute "
       "called_computations"},
      {R"(f32[2] custom-call(p), custom_call_target="x", called_computations={add,})",
       "11:84: expects name ;; 11:84: expects computation name ;; 11:59: error parsing attribute "
       "called_computations"},
  });
}

TEST(AttributeListParser, FilledInAndDropped) {
  ExpectRoots({
      {"f32[4] all-gather(p), use_global_device_ids=true, constrain_layout=true, dimensions={0}, "
       "replica_groups={{0,1}}, channel_id=3",
       "%r = f32[4]{0} all-gather(%p), channel_id=3, replica_groups={{0,1}}, "
       "constrain_layout=true, dimensions={0}, use_global_device_ids=true"},
      {"f32[2] all-reduce(p), replica_groups={}, to_apply=add",
       "%r = f32[2]{0} all-reduce(%p), replica_groups={}, to_apply=%add"},
      {"f32[2] all-reduce(p), to_apply=add, replica_groups=[2,1]<=[2], sharding={devices=[2]0,1}",
       "%r = f32[2]{0} all-reduce(%p), replica_groups=[2,1]<=[2], to_apply=%add, "
       "sharding={devices=[2]0,1}"},
      {"f32[2] iota(), iota_dimension=0", "%r = f32[2]{0} iota(), iota_dimension=0"},
      {"f32[2] iota()", "12:1: attribute iota_dimension is expected but not seen"},
      {"f32[2] slice(p), slice={[0:2]}", "%r = f32[2]{0} slice(%p), slice={[0:2]}"},
      {"f32[2] slice(p), slice={[0:2:1], [0:4:2]}",
       "%r = f32[2]{0} slice(%p), slice={[0:2:1], [0:4:2]}"},
      {"f32[2] dot(p, p), lhs_contracting_dims={}, rhs_contracting_dims={}",
       "%r = f32[2]{0} dot(%p, %p), lhs_contracting_dims={}, rhs_contracting_dims={}"},
      {"f32[] dot(p, p), lhs_contracting_dims={0}, rhs_contracting_dims={0}, "
       "operand_precision={default,default}",
       "%r = f32[] dot(%p, %p), lhs_contracting_dims={0}, rhs_contracting_dims={0}"},
      {"f32[] dot(p, p), lhs_contracting_dims={0}, rhs_contracting_dims={0}, "
       "operand_precision={HIGH,default}",
       "%r = f32[] dot(%p, %p), lhs_contracting_dims={0}, rhs_contracting_dims={0}, "
       "operand_precision={high,default}"},
      {R"((s32[], f32[2]) infeed(token[] after-all()), infeed_config="a")",
       R"(%r = (s32[], token[]) infeed(%after-all.anon), infeed_config="a")"},
  });
}

// XLA gives no reason for these, or crashes.
TEST(AttributeListParser, RefusesInWordsOfItsOwn) {
  ExpectRoots({
      {"f32[2] negate(p), parameter_replication={true}",
       "12:1: parameter_replication is only allowed on a parameter"},
  });
}

}  // namespace hlo_text_v1::attributes_test
