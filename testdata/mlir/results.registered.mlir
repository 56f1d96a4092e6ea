!tuple0 = tuple<tuple<tensor<8x4xf32>, tuple<>, tuple<tensor<i32>, tensor<i1, "token">>>, tuple<>, tensor<i1, "token">>
module @results attributes {hlo.header = "entry_computation_layout={(f32[8,4]{0,1})->((f32[8,4]{0,1}, (), (s32[], token[])), (), token[])}"} {
  func.func private @hlo$custom_call(tensor<8x4xf32>) -> tuple<tensor<8x4xf32>, tuple<>, tuple<tensor<i32>, tensor<i1, "token">>> attributes {hlo.opcode = "custom-call", hlo.attributes = {custom_call_target = "many"}}
  func.func private @hlo$custom_call$1(tensor<8x4xf32>, tensor<i1, "token">) -> tuple<> attributes {hlo.opcode = "custom-call", hlo.attributes = {custom_call_target = "none", custom_call_has_side_effect = true}}
  func.func private @hlo$after_all(tensor<i1, "token">) -> tensor<i1, "token"> attributes {hlo.opcode = "after-all"}
  func.func private @hlo$after_all$1() -> tensor<i1, "token"> attributes {hlo.opcode = "after-all"}
  func.func private @hlo$tuple(tuple<tensor<8x4xf32>, tuple<>, tuple<tensor<i32>, tensor<i1, "token">>>, tuple<>, tensor<i1, "token">) -> !tuple0 attributes {hlo.opcode = "tuple"}
  async.func private @async_wrapped(%async_param: tensor<8x4xf32> {hlo.shape = "f32[8,4]{0,1}"}) -> (!async.value<tensor<8x4xf32>>, !async.value<tensor<i32>>, !async.value<tensor<i1, "token">>) attributes {hlo.execution_thread = "main"} {
    %custom-call = func.call @hlo$custom_call(%async_param) {hlo.shape = "(f32[8,4]{0,1}, (), (s32[], token[]))"} : (tensor<8x4xf32>) -> tuple<tensor<8x4xf32>, tuple<>, tuple<tensor<i32>, tensor<i1, "token">>>
    %custom-call$leaves:3 = builtin.unrealized_conversion_cast %custom-call : tuple<tensor<8x4xf32>, tuple<>, tuple<tensor<i32>, tensor<i1, "token">>> to tensor<8x4xf32>, tensor<i32>, tensor<i1, "token">
    return %custom-call$leaves#0, %custom-call$leaves#1, %custom-call$leaves#2 : tensor<8x4xf32>, tensor<i32>, tensor<i1, "token">
  }
  async.func private @async_wrapped.1(%async_param.1: tensor<8x4xf32> {hlo.shape = "f32[8,4]{0,1}"}, %async_param.2: tensor<i1, "token">) -> !async.token attributes {hlo.execution_thread = "main", hlo.root = "custom-call.1"} {
    %custom-call.1 = func.call @hlo$custom_call$1(%async_param.1, %async_param.2) : (tensor<8x4xf32>, tensor<i1, "token">) -> tuple<>
    return
  }
  async.func private @async_wrapped.2(%async_param.3: tensor<i1, "token">) -> !async.value<tensor<i1, "token">> attributes {hlo.execution_thread = "main"} {
    %after-all = func.call @hlo$after_all(%async_param.3) : (tensor<i1, "token">) -> tensor<i1, "token">
    return %after-all : tensor<i1, "token">
  }
  func.func @main(%a: tensor<8x4xf32> {hlo.shape = "f32[8,4]{0,1}"}) -> !tuple0 attributes {hlo.entry} {
    %t = func.call @hlo$after_all$1() : () -> tensor<i1, "token">
    %s:3 = async.call @async_wrapped(%a) {hlo.shape = "((f32[8,4]{0,1}), (f32[8,4]{0,1}, (), (s32[], token[])), u32[])"} : (tensor<8x4xf32>) -> (!async.value<tensor<8x4xf32>>, !async.value<tensor<i32>>, !async.value<tensor<i1, "token">>)
    %e.s = async.call @async_wrapped.1(%a, %t) {hlo.shape = "((f32[8,4]{0,1}, token[]), (), u32[])"} : (tensor<8x4xf32>, tensor<i1, "token">) -> !async.token
    %o.s = async.call @async_wrapped.2(%t) : (tensor<i1, "token">) -> !async.value<tensor<i1, "token">>
    %d$0 = async.await %s#0 : !async.value<tensor<8x4xf32>>
    %d$1 = async.await %s#1 : !async.value<tensor<i32>>
    %d$2 = async.await %s#2 : !async.value<tensor<i1, "token">>
    %d = builtin.unrealized_conversion_cast %d$0, %d$1, %d$2 : tensor<8x4xf32>, tensor<i32>, tensor<i1, "token"> to tuple<tensor<8x4xf32>, tuple<>, tuple<tensor<i32>, tensor<i1, "token">>> {hlo.shape = "(f32[8,4]{0,1}, (), (s32[], token[]))"}
    async.await %e.s : !async.token
    %e = builtin.unrealized_conversion_cast %e.s : !async.token to tuple<>
    %o = async.await %o.s : !async.value<tensor<i1, "token">>
    %r = func.call @hlo$tuple(%d, %e, %o) {hlo.shape = "((f32[8,4]{0,1}, (), (s32[], token[])), (), token[])"} : (tuple<tensor<8x4xf32>, tuple<>, tuple<tensor<i32>, tensor<i1, "token">>>, tuple<>, tensor<i1, "token">) -> !tuple0
    return %r : !tuple0
  }
}
