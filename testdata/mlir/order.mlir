module @order {
  async.func private @async_wrapped(%async_param: tensor<8xf32>) -> !async.value<tensor<8xf32>> attributes {hlo.execution_thread = "main"} {
    %negate = "hlo.negate"(%async_param) : (tensor<8xf32>) -> tensor<8xf32>
    return %negate : tensor<8xf32>
  }
  async.func private @async_wrapped.1(%async_param.1: tensor<8xf32>) -> (!async.value<tensor<8xf32>>, !async.value<tensor<i32>>) attributes {hlo.execution_thread = "main"} {
    %custom-call = "hlo.custom-call"(%async_param.1) {custom_call_target = "pair"} : (tensor<8xf32>) -> tuple<tensor<8xf32>, tensor<i32>>
    %custom-call$leaves:2 = builtin.unrealized_conversion_cast %custom-call : tuple<tensor<8xf32>, tensor<i32>> to tensor<8xf32>, tensor<i32>
    return %custom-call$leaves#0, %custom-call$leaves#1 : tensor<8xf32>, tensor<i32>
  }
  async.func private @async_wrapped.2(%async_param.2: tensor<8xf32>) -> !async.token attributes {hlo.execution_thread = "main", hlo.root = "custom-call.1"} {
    %custom-call.1 = "hlo.custom-call"(%async_param.2) {custom_call_target = "effect"} : (tensor<8xf32>) -> tuple<>
    return
  }
  func.func @main(%a: tensor<8xf32>) -> tuple<tensor<8xf32>, tuple<tensor<8xf32>, tensor<i32>>, tuple<>> attributes {hlo.entry} {
    %first$token, %first = async.execute -> !async.value<tensor<8xf32>> {
      %first$call = async.call @async_wrapped(%a) {hlo.shape = "((f32[8]{0}), f32[8]{0}, s32[])"} : (tensor<8xf32>) -> !async.value<tensor<8xf32>>
      %first$value0 = async.await %first$call : !async.value<tensor<8xf32>>
      async.yield %first$value0 : tensor<8xf32>
    }
    %x = async.await %first : !async.value<tensor<8xf32>>
    %second$token, %second:2 = async.execute [%first$token] -> (!async.value<tensor<8xf32>>, !async.value<tensor<i32>>) {
      %second$call:2 = async.call @async_wrapped.1(%a) {hlo.shape = "((f32[8]{0}), (f32[8]{0}, s32[]), s32[])"} : (tensor<8xf32>) -> (!async.value<tensor<8xf32>>, !async.value<tensor<i32>>)
      %second$value0 = async.await %second$call#0 : !async.value<tensor<8xf32>>
      %second$value1 = async.await %second$call#1 : !async.value<tensor<i32>>
      async.yield %second$value0, %second$value1 : tensor<8xf32>, tensor<i32>
    }
    %y$0 = async.await %second#0 : !async.value<tensor<8xf32>>
    %y$1 = async.await %second#1 : !async.value<tensor<i32>>
    %y = builtin.unrealized_conversion_cast %y$0, %y$1 : tensor<8xf32>, tensor<i32> to tuple<tensor<8xf32>, tensor<i32>>
    %third = async.execute [%second$token] attributes {hlo.control_predecessors = ["a", 0]} {
      %third$call = async.call @async_wrapped.2(%a) {hlo.shape = "((f32[8]{0}), (), s32[])"} : (tensor<8xf32>) -> !async.token
      async.await %third$call : !async.token
      async.yield
    }
    async.await %third : !async.token
    %z = builtin.unrealized_conversion_cast %third : !async.token to tuple<>
    %r = "hlo.tuple"(%x, %y, %z) : (tensor<8xf32>, tuple<tensor<8xf32>, tensor<i32>>, tuple<>) -> tuple<tensor<8xf32>, tuple<tensor<8xf32>, tensor<i32>>, tuple<>>
    return %r : tuple<tensor<8xf32>, tuple<tensor<8xf32>, tensor<i32>>, tuple<>>
  }
}
