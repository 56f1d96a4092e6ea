!tuple0 = tuple<tuple<tensor<8x4xf32>, tuple<>, tuple<tensor<i32>, !hlo.token>>, tuple<>, !hlo.token>
module @results attributes {hlo.header = "entry_computation_layout={(f32[8,4]{0,1})->((f32[8,4]{0,1}, (), (s32[], token[])), (), token[])}"} {
  async.func private @async_wrapped(%async_param: tensor<8x4xf32> {hlo.shape = "f32[8,4]{0,1}"}) -> (!async.value<tensor<8x4xf32>>, !async.value<tensor<i32>>, !async.value<!hlo.token>) attributes {hlo.execution_thread = "main"} {
    %custom-call = "hlo.custom-call"(%async_param) {custom_call_target = "many", hlo.shape = "(f32[8,4]{0,1}, (), (s32[], token[]))"} : (tensor<8x4xf32>) -> tuple<tensor<8x4xf32>, tuple<>, tuple<tensor<i32>, !hlo.token>>
    %custom-call$leaves:3 = builtin.unrealized_conversion_cast %custom-call : tuple<tensor<8x4xf32>, tuple<>, tuple<tensor<i32>, !hlo.token>> to tensor<8x4xf32>, tensor<i32>, !hlo.token
    return %custom-call$leaves#0, %custom-call$leaves#1, %custom-call$leaves#2 : tensor<8x4xf32>, tensor<i32>, !hlo.token
  }
  async.func private @async_wrapped.1(%async_param.1: tensor<8x4xf32> {hlo.shape = "f32[8,4]{0,1}"}, %async_param.2: !hlo.token) -> !async.token attributes {hlo.execution_thread = "main", hlo.root = "custom-call.1"} {
    %custom-call.1 = "hlo.custom-call"(%async_param.1, %async_param.2) {custom_call_target = "none", custom_call_has_side_effect = true} : (tensor<8x4xf32>, !hlo.token) -> tuple<>
    return
  }
  async.func private @async_wrapped.2(%async_param.3: !hlo.token) -> !async.value<!hlo.token> attributes {hlo.execution_thread = "main"} {
    %after-all = "hlo.after-all"(%async_param.3) : (!hlo.token) -> !hlo.token
    return %after-all : !hlo.token
  }
  func.func @main(%a: tensor<8x4xf32> {hlo.shape = "f32[8,4]{0,1}"}) -> !tuple0 attributes {hlo.entry} {
    %t = "hlo.after-all"() : () -> !hlo.token
    %s:3 = async.call @async_wrapped(%a) {hlo.shape = "((f32[8,4]{0,1}), (f32[8,4]{0,1}, (), (s32[], token[])), u32[])"} : (tensor<8x4xf32>) -> (!async.value<tensor<8x4xf32>>, !async.value<tensor<i32>>, !async.value<!hlo.token>)
    %e.s = async.call @async_wrapped.1(%a, %t) {hlo.shape = "((f32[8,4]{0,1}, token[]), (), u32[])"} : (tensor<8x4xf32>, !hlo.token) -> !async.token
    %o.s = async.call @async_wrapped.2(%t) : (!hlo.token) -> !async.value<!hlo.token>
    %d$0 = async.await %s#0 : !async.value<tensor<8x4xf32>>
    %d$1 = async.await %s#1 : !async.value<tensor<i32>>
    %d$2 = async.await %s#2 : !async.value<!hlo.token>
    %d = builtin.unrealized_conversion_cast %d$0, %d$1, %d$2 : tensor<8x4xf32>, tensor<i32>, !hlo.token to tuple<tensor<8x4xf32>, tuple<>, tuple<tensor<i32>, !hlo.token>> {hlo.shape = "(f32[8,4]{0,1}, (), (s32[], token[]))"}
    async.await %e.s : !async.token
    %e = builtin.unrealized_conversion_cast %e.s : !async.token to tuple<>
    %o = async.await %o.s : !async.value<!hlo.token>
    %r = "hlo.tuple"(%d, %e, %o) {hlo.shape = "((f32[8,4]{0,1}, (), (s32[], token[])), (), token[])"} : (tuple<tensor<8x4xf32>, tuple<>, tuple<tensor<i32>, !hlo.token>>, tuple<>, !hlo.token) -> !tuple0
    return %r : !tuple0
  }
}
