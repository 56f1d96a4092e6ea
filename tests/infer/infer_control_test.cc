// map, scan, call, while, conditional, tuples.
#include "tests/infer/infer_test_util.h"

namespace hlo_text_v1::test::infer_control_test {

constexpr InferCase kShapes[] = {
    {"", "call(), to_apply=c", "()", "c: -> ()"},
    {"f32[0]{0}", "call(p0), to_apply=c", "u32[]", "c: f32[0]{0} -> u32[]"},
    {"u8[<=5]; ()", "call(p0, p1), to_apply=c", "token[]", "c: u8[<=5]; () -> token[]"},
    {"f32[?,5,2,<=3]", "call(p0), to_apply=c", "u8[]", "c: f32[?,5,2,<=3] -> u8[]"},
    {"f32[4]{0}; s2[<=5]", "call(p0, p1), to_apply=c", "pred[2]{0}",
     "c: f32[4]{0}; s2[<=5] -> pred[2]{0}"},
    {"u32[<=4,?,1,<=2]{2,3,0,1:T(8,128)}", "call(p0), to_apply=c", "f6e3m2fn[3]{0:S(1)}",
     "c: u32[<=4,?,1,<=2]{2,3,0,1:T(8,128)} -> f6e3m2fn[3]{0:S(1)}"},
    {"(f32[?], f6e3m2fn[1,6]{0,1}); s2[3,3,4]", "call(p0, p1), to_apply=c", "()",
     "c: (f32[?], f6e3m2fn[1,6]); s2[3,3,4] -> ()"},
    {"((f8e4m3b11fnuz[2,3,5,2], u2[]), (), s16[]); (c128[?], f8e5m2[2,5,1,6], (token[], u64[])); "
     "pred[3,6,6]",
     "call(p0, p1, p2), to_apply=c", "()",
     "c: ((f8e4m3b11fnuz[2,3,5,2], u2[]), (), s16[]); (c128[?], f8e5m2[2,5,1,6], (token[], "
     "u64[])); pred[3,6,6] -> ()"},
    {"s32[]; ()", "conditional(p0, p1), branch_computations={b0}", "pred[]", "b0: () -> pred[]"},
    {"s32[]; f32[<=3]", "conditional(p0, p1), branch_computations={b0}", "bf16[6]{0}",
     "b0: f32[<=3] -> bf16[6]"},
    {"s32[]; s4[]; ()", "conditional(p0, p1, p2), branch_computations={b0, b1}", "u32[]",
     "b0: s4[] -> u32[] | b1: () -> u32[]"},
    {"s32[]; f16[4]{0}", "conditional(p0, p1), branch_computations={b0}", "()", "b0: f16[4] -> ()"},
    {"s32[]; pred[6,?,<=1]", "conditional(p0, p1), branch_computations={b0}", "f6e3m2fn[]",
     "b0: pred[6,?,<=1] -> f6e3m2fn[]"},
    {"s32[]; pred[3,?,<=3]{2,1,0}", "conditional(p0, p1), branch_computations={b0}",
     "c128[3,<=2,4]{2,1,0}", "b0: pred[3,?,<=3]{2,1,0} -> c128[3,<=2,4]"},
    {"s32[]; pred[<=5,2,1]{0,1,2}", "conditional(p0, p1), branch_computations={b0}", "()",
     "b0: pred[<=5,2,1]{0,1,2} -> ()"},
    {"s32[]; s16[<=1]{0}; f8e3m4[]", "conditional(p0, p1, p2), branch_computations={b0, b1}",
     "f8e8m0fnu[]", "b0: s16[<=1]{0} -> f8e8m0fnu[] | b1: f8e3m4[] -> f8e8m0fnu[]"},
    {"s32[]; (); f6e3m2fn[0,2]{0,1}", "conditional(p0, p1, p2), branch_computations={b0, b1}",
     "s4[]", "b0: () -> s4[] | b1: f6e3m2fn[0,2]{0,1} -> s4[]"},
    {"s32[]; f8e3m4[?,1,?]; u32[1,3,6]", "conditional(p0, p1, p2), branch_computations={b0, b1}",
     "f8e5m2fnuz[0]{0}", "b0: f8e3m4[?,1,?] -> f8e5m2fnuz[0] | b1: u32[1,3,6] -> f8e5m2fnuz[0]"},
    {"s32[]; f8e3m4[]; f8e4m3[2,<=1,<=5]", "conditional(p0, p1, p2), branch_computations={b0, b1}",
     "f32[<=4]{0}", "b0: f8e3m4[] -> f32[<=4] | b1: f8e4m3[2,<=1,<=5] -> f32[4]"},
    {"s32[]; f32[6,6,1,2]; f8e4m3[4,3,<=5,?]",
     "conditional(p0, p1, p2), branch_computations={b0, b1}", "f32[<=1,<=1]{1,0}",
     "b0: f32[6,6,1,2] -> f32[1,1] | b1: f8e4m3[4,3,<=5,?] -> f32[?,<=1]"},
    {"s32[]; f8e5m2fnuz[0,4,5,2]{1,0,2,3}; u1[?]",
     "conditional(p0, p1, p2), branch_computations={b0, b1}", "f32[6]{0}",
     "b0: f8e5m2fnuz[0,4,5,2]{1,0,2,3} -> f32[6] | b1: u1[?] -> f32[6]"},
    {"pred[]; (s32[4]{0}, f8e4m3b11fnuz[<=0,?]); ()",
     "conditional(p0, p1, p2), true_computation=b0, false_computation=b1", "()",
     "b0: (s32[4]{0}, f8e4m3b11fnuz[<=0,?]) -> () | b1: () -> ()"},
    {"(())", "get-tuple-element(p0), index=0", "()"},
    {"(f16[1,?])", "get-tuple-element(p0), index=0", "f16[1,?]{1,0}"},
    {"(c64[3]{0:L(4)})", "get-tuple-element(p0), index=0", "c64[3]{0:L(4)}"},
    {"(c64[<=3,3], s32[6])", "get-tuple-element(p0), index=1", "s32[6]{0}"},
    {"((), u8[?,<=3], s64[1,3,4,3])", "get-tuple-element(p0), index=0", "()"},
    {"(pred[6]{0}, (), pred[<=2]{0})", "get-tuple-element(p0), index=1", "()"},
    {"(f8e4m3fnuz[?,6,<=6]{0,1,2:L(4)})", "get-tuple-element(p0), index=0",
     "f8e4m3fnuz[?,6,<=6]{0,1,2:L(4)}"},
    {"((c64[?,3,4,?], u32[3]{0:S(1)}), f64[5,1])", "get-tuple-element(p0), index=1",
     "f64[5,1]{1,0}"},
    {"f32[]", "map(p0), dimensions={}, to_apply=c", "f32[]", "c: f32[] -> f32[]"},
    {"u2[2,6]", "map(p0), dimensions={0,1}, to_apply=c", "s32[2,6]{1,0}", "c: u2[] -> s32[]"},
    {"f32[?,<=1]", "map(p0), dimensions={0,1}, to_apply=c", "f8e5m2[?,<=1]{1,0}",
     "c: f32[] -> f8e5m2[]"},
    {"s64[4,?,4]", "map(p0), dimensions={0,1,2}, to_apply=c", "f6e3m2fn[4,?,4]{2,1,0}",
     "c: s64[] -> f6e3m2fn[]"},
    {"f32[1,<=6]", "map(p0), dimensions={0,1}, to_apply=c", "s32[1,<=6]{1,0}", "c: f32[] -> s32[]"},
    {"s64[4,2]{1,0}", "map(p0), dimensions={0,1}, to_apply=c", "f32[4,2]{1,0}",
     "c: s64[] -> f32[]"},
    {"f8e4m3[<=2,5]{1,0}", "map(p0), dimensions={0,1}, to_apply=c", "f64[<=2,5]{1,0}",
     "c: f8e4m3[] -> f64[]"},
    {"f8e4m3fn[2,0]; f64[?,0]{0,1}", "map(p0, p1), dimensions={0,1}, to_apply=c", "bf16[2,0]{1,0}",
     "c: f8e4m3fn[]; f64[] -> bf16[]"},
    {"c64[0,3,1]{1,2,0}; c64[0,?,<=1]", "map(p0, p1), dimensions={0,1,2}, to_apply=c",
     "u64[0,3,1]{2,1,0}", "c: c64[]; c64[] -> u64[]"},
    {"f32[5]", "scan(p0), num_carries=0, dimensions={0}, to_apply=c", "f32[5,3,4]{1,0,2}",
     "c: f32[] -> f32[3,4]{0,1}"},
    {"f32[2,5]", "scan(p0), num_carries=0, dimensions={1}, to_apply=c", "f32[3,5,4]{0,2,1}",
     "c: f32[2] -> f32[3,4]{0,1}"},
    {"f32[1]{0}", "scan(p0), dimensions={0}, num_carries=0, to_apply=c", "f6e3m2fn[1,3]{1,0}",
     "c: f16[2,1] -> f6e3m2fn[3]"},
    {"s4[<=4]{0}", "scan(p0), dimensions={0}, num_carries=0, to_apply=c",
     "(f8e3m4[4,6,1,3,4]{4,3,2,1,0})", "c: c64[2,4,5]{1,0,2:S(1)} -> (f8e3m4[6,1,3,4])"},
    {"f32[2,2,5]", "scan(p0), num_carries=0, dimensions={2}, to_apply=c", "f32[3,4,5]{2,0,1}",
     "c: f32[2,2] -> f32[3,4]{0,1}"},
    {"f8e5m2fnuz[3]", "scan(p0), dimensions={0}, num_carries=0, to_apply=c", "u1[3]{0}",
     "c: u1[0,1,0] -> u1[]"},
    {"f32[5]; f32[]", "scan(p0, p1), num_carries=1, dimensions={0}, to_apply=c",
     "(f32[5]{0}, f32[])", "c: f32[]; f32[] -> (f32[], f32[])"},
    {"u8[4,1,3,<=1]", "scan(p0), dimensions={2}, num_carries=0, to_apply=c", "pred[2,1,3]{2,1,0}",
     "c: f6e2m3fn[] -> pred[2,1]"},
    {"pred[4]; c128[?]", "scan(p0, p1), dimensions={0}, num_carries=0, to_apply=c",
     "(bf16[4,3,3,3]{3,2,1,0})", "c: f8e5m2fnuz[]; f8e4m3b11fnuz[5,4,6] -> (bf16[<=3,<=3,<=3])"},
    {"c128[6,4,2]{0,2,1:E(4)}; f6e2m3fn[?,4,2]",
     "scan(p0, p1), dimensions={0}, num_carries=0, to_apply=c", "(pred[6,3,0]{2,1,0})",
     "c: f6e2m3fn[4]; f8e5m2[2,2,1] -> (pred[3,0])"},
    {"f32[2,6,3,2]; f8e4m3[<=2,<=6,<=3,?]; f32[4]",
     "scan(p0, p1, p2), dimensions={2}, num_carries=1, to_apply=c", "f64[4]{0}",
     "c: f8e5m2[3,5,2]{2,1,0:S(1)}; c64[3,2]; c128[] -> f64[4]"},
    {"f8e5m2[?,5,3,<=6]{1,3,2,0:T(2)S(1)}; f8e5m2fnuz[]; token[]",
     "scan(p0, p1, p2), dimensions={2}, num_carries=2, to_apply=c", "f4e2m1fn[4,1]{1,0}",
     "c: u2[]; bf16[]; f32[1,1,2,5]{3,0,1,2} -> f4e2m1fn[4,1]"},
    {"", "tuple()", "()"},
    {"s64[3]{0}", "tuple(p0)", "(s64[3]{0})"},
    {"u8[?,?,3]", "tuple(p0)", "(u8[?,?,3]{2,1,0})"},
    {"u64[<=4,3]", "tuple(p0)", "(u64[<=4,3]{1,0})"},
    {"s16[?,2,<=4]", "tuple(p0)", "(s16[?,2,<=4]{2,1,0})"},
    {"f8e4m3fnuz[1,?]{1,0:T(8,128)}", "tuple(p0)", "(f8e4m3fnuz[1,?]{1,0:T(8,128)})"},
    {"s64[<=0,0,<=2]{2,1,0:T(8,128)}", "tuple(p0)", "(s64[<=0,0,<=2]{2,1,0:T(8,128)})"},
    {"f32[<=1,3,3,1]{1,2,3,0}; pred[?]; f64[4,4]", "tuple(p0, p1, p2)",
     "(f32[<=1,3,3,1]{1,2,3,0}, pred[?]{0}, f64[4,4]{1,0})"},
    {"()", "while(p0), condition=c, body=b", "()", "c: () -> pred[] | b: () -> ()"},
    {"f32[?]", "while(p0), condition=c, body=b", "f32[?]{0}",
     "c: f32[?] -> pred[] | b: f32[?] -> f32[?]"},
    {"f32[<=3]", "while(p0), condition=c, body=b", "f32[<=3]{0}",
     "c: f32[<=3] -> pred[] | b: f32[<=3] -> f32[<=3]"},
    {"u4[1]{0}", "while(p0), condition=c, body=b", "u4[1]{0}",
     "c: u4[1]{0} -> pred[] | b: u4[1]{0} -> u4[1]"},
    {"f8e4m3[?,<=5]", "while(p0), condition=c, body=b", "f8e4m3[?,<=5]{1,0}",
     "c: f8e4m3[?,<=5] -> pred[] | b: f8e4m3[?,<=5] -> f8e4m3[?,<=5]"},
    {"(f32[<=4]{0:S(1)})", "while(p0), condition=c, body=b", "(f32[<=4]{0:S(1)})",
     "c: (f32[<=4]{0:S(1)}) -> pred[] | b: (f32[<=4]{0:S(1)}) -> (f32[<=4]{0:S(1)})"},
    {"f16[2,?,2]{1,2,0:T(2)S(1)}", "while(p0), condition=c, body=b", "f16[2,?,2]{1,2,0:T(2)S(1)}",
     "c: f16[2,?,2] -> pred[] | b: f16[2,?,2] -> f16[2,?,2]{1,2,0:T(2)S(1)}"},
    {"(c128[<=5,1,?], (f8e8m0fnu[4]{0}))", "while(p0), condition=c, body=b",
     "(c128[<=5,1,?]{2,1,0}, (f8e8m0fnu[4]{0}))",
     "c: (c128[<=5,1,?], (f8e8m0fnu[4]{0})) -> pred[] | b: (c128[<=5,1,?], (f8e8m0fnu[4]{0})) -> "
     "(c128[<=5,1,?], (f8e8m0fnu[4]{0}))"},
};

constexpr InferCase kErrors[] = {
    {"()", "call(p0), to_apply=c",
     "Call applied function arity must match number of arguments; got: arity: 0, arguments: 1; "
     "computation signature: () -> (); argument shapes: [()].",
     "c: -> ()"},
    {"c128[3,2,1,5]; (())", "call(p0, p1), to_apply=c",
     "Call applied function arity must match number of arguments; got: arity: 1, arguments: 2; "
     "computation signature: (a: (())) -> (); argument shapes: [c128[3,2,1,5], (())].",
     "c: (()) -> ()"},
    {"token[]; (); f32[]", "call(p0, p1, p2), to_apply=c",
     "Call applied function arity must match number of arguments; got: arity: 2, arguments: 3; "
     "computation signature: (a: (()), b: f32[]) -> f8e5m2fnuz[]; argument shapes: [token[], (), "
     "f32[]].",
     "c: (()); f32[] -> f8e5m2fnuz[]"},
    {"((f8e4m3fnuz[], token[], f8e4m3b11fnuz[4])); (); f8e5m2[]", "call(p0, p1, p2), to_apply=c",
     "Call applied function arity must match number of arguments; got: arity: 2, arguments: 3; "
     "computation signature: (a: (), b: f8e5m2[]) -> (f8e4m3fnuz[1,2], (), (s2[3,2,5])); argument "
     "shapes: [((f8e4m3fnuz[], token[], f8e4m3b11fnuz[4])), (), f8e5m2[]].",
     "c: (); f8e5m2[] -> (f8e4m3fnuz[1,2], (), (s2[3,2,5]))"},
    {"f8e4m3fn[1]{0:T(8,128)}; f8e4m3b11fnuz[4,2,4,4]{1,3,0,2}; "
     "(bf16[1,2,2]{2,0,1:T(8,128)(2,1)M(8)}, f32[2,4]{0,1:T(8,128)}, (f6e3m2fn[2,3,2], "
     "f8e8m0fnu[6,2]{0,1}, f32[2]))",
     "call(p0, p1, p2), to_apply=c",
     "Call parameter must match argument; got parameter 0 shape: (bf16[3,6,4,2], (), ()), argument "
     "shape: f8e4m3fn[1].",
     "c: (bf16[3,6,4,2], (), ()); f8e4m3b11fnuz[4,2,4,4]{1,3,0,2}; "
     "(bf16[1,2,2]{2,0,1:T(8,128)(2,1)M(8)}, f32[2,4]{0,1:T(8,128)}, (f6e3m2fn[2,3,2], "
     "f8e8m0fnu[6,2]{0,1}, f32[2])) -> s32[6]{0}"},
    {"s2[]", "call(p0), to_apply=c",
     "Call parameter must match argument; got parameter 0 shape: c128[], argument shape: s2[].",
     "c: c128[] -> f8e3m4[4,6,0,6]"},
    {"s32[]; u1[]", "conditional(p0, p1), branch_computations={b0}",
     "branch computation 0 must take 1 argument; got 2.", "b0: u1[]; u1[] -> f8e4m3fn[1]"},
    {"s32[]; (f32[2], s32[])", "conditional(p0, p1), branch_computations={b0}",
     "branch operand 0 must match the shape of the only parameter of branch computation 0: got "
     "operand: (f32[2], s32[]); computation: (a: (f8e4m3[3,5,?], (f6e2m3fn[6], f32[6,3], "
     "c64[1,?,0]), f6e2m3fn[2])) -> ().",
     "b0: (f8e4m3[3,5,?], (f6e2m3fn[6], f32[6,3]{0,1}, c64[1,?,0]), f6e2m3fn[2]) -> ()"},
    {"s32[]; opaque[]", "conditional(p0, p1), branch_computations={b0}",
     "branch operand 0 must match the shape of the only parameter of branch computation 0: got "
     "operand: opaque[]; computation: (a: s8[]) -> s8[1].",
     "b0: s8[] -> s8[1]{0:E(4)}"},
    {"s32[]; f6e3m2fn[6,3,3,4]; (); (f32[2], s32[])",
     "conditional(p0, p1, p2, p3), branch_computations={b0, b1, b2}",
     "branch operand 2 must match the shape of the only parameter of branch computation 2: got "
     "operand: (f32[2], s32[]); computation: (a: ((f64[1,1,2,1], f8e8m0fnu[], bf16[2,2]), "
     "(token[]), ())) -> f32[0,5,2].",
     "b0: f6e3m2fn[6,3,3,4] -> f32[0,5,2] | b1: () -> f32[0,5,2] | b2: ((f64[1,1,2,1], "
     "f8e8m0fnu[], bf16[2,2]), (token[]), ()) -> f32[0,5,2]"},
    {"s32[]; pred[3]; f4e2m1fn[4]; token[]",
     "conditional(p0, p1, p2, p3), branch_computations={b0, b1, b2}",
     "branch operand 2 must match the shape of the only parameter of branch computation 2: got "
     "operand: token[]; computation: (a: (f8e4m3b11fnuz[0,1], (pred[3,?,3,<=1]))) -> ((), ()).",
     "b0: pred[3] -> ((), ()) | b1: f4e2m1fn[4] -> ((), ()) | b2: (f8e4m3b11fnuz[0,1], "
     "(pred[3,?,3,<=1])) -> ((), ())"},
    {"pred[]; token[]; (c128[2,4,4])",
     "conditional(p0, p1, p2), true_computation=b0, false_computation=b1",
     "the result of branch 0 computation and branch 1 computation must have the same shape: got "
     "branch 0 computation result: ((s2[4], f6e3m2fn[4,1]), (s32[0,0,3])); branch 1 computation "
     "result: f8e4m3b11fnuz[].",
     "b0: token[] -> ((s2[4], f6e3m2fn[4,1]), (s32[0,0,3])) | b1: (c128[2,4,4]) -> "
     "f8e4m3b11fnuz[]"},
    {"pred[]; f32[2]; ()", "conditional(p0, p1, p2), true_computation=b0, false_computation=b1",
     "the result of branch 0 computation and branch 1 computation must have the same shape: got "
     "branch 0 computation result: (); branch 1 computation result: c128[].",
     "b0: f32[2] -> () | b1: () -> c128[]"},
    {"(f32[2])", "get-tuple-element(p0), index=-1",
     "Cannot infer shape: attempt to index out of tuple bounds: -1 >= 1 in shape (f32[2])."},
    {"f32[2]", "get-tuple-element(p0), index=0",
     "Cannot infer shape: attempting to index into non-tuple: f32[2]."},
    {"(f32[2])", "get-tuple-element(p0), index=1",
     "Cannot infer shape: attempt to index out of tuple bounds: 1 >= 1 in shape (f32[2])."},
    {"c128[?]; ()", "map(p0, p1), dimensions={0}, to_apply=c",
     "Expected array argument for operand of map, but got ().", "c: c128[]; c128[] -> s32[]"},
    {"f32[]", "map(p0), dimensions={}, to_apply=c",
     "Map applied function arity must match number of arguments; got: arity: 0, arguments: 1.",
     "c: -> u1[]"},
    {"f6e2m3fn[?]", "map(p0), dimensions={}, to_apply=c",
     "Map applied to a subset of dimensions currently not supported: arg_dimension_size: 1, "
     "requested_map_dimensions_size: 0.",
     "c: -> s2[]"},
    {"", "map(), dimensions={}, to_apply=c", "Map expects at least one argument.", "c: -> f32[]"},
    {"(); u8[2,6]", "map(p0, p1), dimensions={0,1}, to_apply=c",
     "Map operation requires all operands to have the same shape; got: (), u8[2,6].",
     "c: u8[2]; u8[] -> pred[]"},
    {"f32[]; f32[6,3]{1,0}", "map(p0, p1), dimensions={1,0}, to_apply=c",
     "Map requires monotonically increasing dimension numbers; got: 1, 0.",
     "c: f32[]; f32[] -> f64[]"},
    {"f32[]", "map(p0), to_apply=c", "Map without a shape needs dimensions.", "c: f32[] -> f32[]"},
    {"u64[4]", "map(p0), dimensions={0}, to_apply=c",
     "Mapped computation's parameter has to be a scalar; got parameter 0 shape: u64[2].",
     "c: u64[2] -> f32[]"},
    {"pred[3]", "map(p0), dimensions={0}, to_apply=c",
     "Mapped computation's parameter type has to match argument element type; got parameter 0 "
     "shape: c128[], argument shape: pred[3].",
     "c: c128[] -> u8[]"},
    {"u1[]", "map(p0), dimensions={}, to_apply=c",
     "Mapped computation's result has to be a scalar; got: u64[1].", "c: u1[] -> u64[1]"},
    {"u32[6,3]", "scan(p0), dimensions={0}, num_carries=1, to_apply=c",
     "Cannot infer shape for scan with no inputs", "c: pred[1,4,2,1] -> c64[4,0,5]{0,2,1}"},
    {"f32[5]", "scan(p0), num_carries=0, dimensions={0}, to_apply=c",
     "Results of scan cannot be stacked in dimension 0: (f32[]).", "c: f32[] -> ((f32[]))"},
    {"f32[5]", "scan(p0), num_carries=0, dimensions={0}, to_apply=c",
     "Results of scan with unbounded dimensions cannot be stacked: f32[?]", "c: f32[] -> f32[?]"},
    {"f32[]", "scan(p0), dimensions={0}, num_carries=0, to_apply=c",
     "scan dimension 0 is out of range for operand of rank 0", "c: f8e4m3[5,2,2] -> u2[]"},
    {"()", "while(p0), condition=c, body=b", "Body must take 1 arguments; got 0.",
     "c: () -> pred[] | b: -> ()"},
    {"(())", "while(p0), condition=c, body=b",
     "Condition must return a boolean; got Condition: (a: (())) -> pred[1]; body: (a: (())) -> "
     "(()); init: (())..",
     "c: (()) -> pred[1] | b: (()) -> (())"},
    {"((token[]), f32[?,3,2]{0,1,2}, ())", "while(p0), condition=c, body=b",
     "Condition must return a boolean; got Condition: (a: ((token[]), f32[?,3,2], ())) -> pred[1]; "
     "body: (a: ((token[]), f32[?,3,2], ())) -> ((token[]), f32[?,3,2], ()); init: ((token[]), "
     "f32[?,3,2], ())..",
     "c: ((token[]), f32[?,3,2]{0,1,2}, ()) -> pred[1] | b: ((token[]), f32[?,3,2], ()) -> "
     "((token[]), f32[?,3,2], ())"},
    {"()", "while(p0), condition=c, body=b",
     "Condition must return a boolean; got Condition: (a: ()) -> s32[]; body: (a: ()) -> (); init: "
     "()..",
     "c: () -> s32[] | b: () -> ()"},
    {"()", "while(p0), condition=c, body=b", "Condition must take 1 arguments; got 2.",
     "c: (); () -> pred[] | b: () -> ()"},
    {"u64[2,1]", "while(p0), condition=c, body=b",
     "The parameter of condition and body, the result of the body, and init must all have the same "
     "shape; got Condition: (a: ((), s32[0,0,4,0])) -> pred[]; body: (a: u64[2,1]) -> u64[2,1]; "
     "init: u64[2,1]..",
     "c: ((), s32[0,0,4,0]) -> pred[] | b: u64[2,1] -> u64[2,1]"},
    {"((f32[6]), (), f32[])", "while(p0), condition=c, body=b",
     "The parameter of condition and body, the result of the body, and init must all have the same "
     "shape; got Condition: (a: ((f32[6]), (), f32[])) -> pred[]; body: (a: ((f32[6]), (), f32[])) "
     "-> c128[4,2,1,3]; init: ((f32[6]), (), f32[])..",
     "c: ((f32[6]), (), f32[]) -> pred[] | b: ((f32[6]), (), f32[]) -> c128[4,2,1,3]"},
    {"(c64[4,0], c128[6]{0:T(8,128)(2,1)M(8)}, ())", "while(p0), condition=c, body=b",
     "The parameter of condition and body, the result of the body, and init must all have the same "
     "shape; got Condition: (a: ((f6e3m2fn[4,2], f32[]), pred[])) -> pred[]; body: (a: (c64[4,0], "
     "c128[6], ())) -> (c64[4,0], c128[6], ()); init: (c64[4,0], c128[6], ())..",
     "c: ((f6e3m2fn[4,2]{0,1}, f32[]), pred[]) -> pred[] | b: (c64[4,0], c128[6], ()) -> "
     "(c64[4,0], c128[6]{0:T(8,128)(2,1)M(8)}, ())"},
    {"((f8e4m3fn[], f8e5m2[3,0], f4e2m1fn[1,2]), (f8e5m2fnuz[0,5,5], f4e2m1fn[4], f32[3,3]))",
     "while(p0), condition=c, body=b",
     "The parameter of condition and body, the result of the body, and init must all have the same "
     "shape; got Condition: (a: ((f8e4m3fn[], f8e5m2[3,0], f4e2m1fn[1,2]), (f8e5m2fnuz[0,5,5], "
     "f4e2m1fn[4], f32[3,3]))) -> pred[]; body: (a: pred[5,2,1]) -> ((f8e4m3fn[], f8e5m2[3,0], "
     "f4e2m1fn[1,<=2]), (f8e5m2fnuz[<=0,5,5], f4e2m1fn[4], f32[<=3,3])); init: ((f8e4m3fn[], "
     "f8e5m2[3,0], f4e2m1fn[1,2]), (f8e5m2fnuz[0,5,5], f4e2m1fn[4], f32[3,3]))..",
     "c: ((f8e4m3fn[], f8e5m2[3,0], f4e2m1fn[1,2]), (f8e5m2fnuz[0,5,5], f4e2m1fn[4], f32[3,3])) -> "
     "pred[] | b: pred[5,2,1] -> ((f8e4m3fn[], f8e5m2[3,0], f4e2m1fn[1,<=2]), "
     "(f8e5m2fnuz[<=0,5,5], f4e2m1fn[4], f32[<=3,3]))"},
    {"()", "while(p0), condition=c, body=b",
     "The parameter of condition and body, the result of the body, and init must all have the same "
     "shape; got Condition: (a: ()) -> pred[]; body: (a: f32[5]) -> (); init: ()..",
     "c: () -> pred[] | b: f32[5] -> ()"},
    {"(u4[2,0,4,1], (), (f8e4m3fnuz[1,4,4,6]{2,1,0,3:L(4)}))", "while(p0), condition=c, body=b",
     "The parameter of condition and body, the result of the body, and init must all have the same "
     "shape; got Condition: (a: f8e4m3b11fnuz[]) -> pred[]; body: (a: (u4[2,0,4,1], (), "
     "(f8e4m3fnuz[1,4,4,6]))) -> (u4[2,0,4,1], (), (f8e4m3fnuz[1,4,4,6])); init: (u4[2,0,4,1], (), "
     "(f8e4m3fnuz[1,4,4,6]))..",
     "c: f8e4m3b11fnuz[] -> pred[] | b: (u4[2,0,4,1], (), (f8e4m3fnuz[1,4,4,6])) -> (u4[2,0,4,1], "
     "(), (f8e4m3fnuz[1,4,4,6]{2,1,0,3:L(4)}))"},
    {"u4[3]", "while(p0), condition=c, body=b",
     "The parameter of condition and body, the result of the body, and init must all have the same "
     "shape; got Condition: (a: u4[3]) -> pred[]; body: (a: ((token[]))) -> u4[3]; init: u4[3]..",
     "c: u4[3] -> pred[] | b: ((token[])) -> u4[3]"},
};

TEST(InferControlTest, Shapes) {
  for (const InferCase& c : kShapes) ExpectInferred(c);
}

TEST(InferControlTest, Errors) {
  for (const InferCase& c : kErrors) ExpectInferred(c);
}

}  // namespace hlo_text_v1::test::infer_control_test
