module @concurrent {
  func.func private @hlo$negate(tensor<4xf32>) -> tensor<4xf32> attributes {hlo.opcode = "negate"}
  func.func private @hlo$abs(tensor<4xf32>) -> tensor<4xf32> attributes {hlo.opcode = "abs"}
  func.func private @hlo$multiply(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> attributes {hlo.opcode = "multiply"}
  func.func private @hlo$add(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> attributes {hlo.opcode = "add"}
  async.func private @async_wrapped(%async_param: tensor<4xf32>) -> !async.value<tensor<4xf32>> attributes {hlo.execution_thread = "main"} {
    %negate = func.call @hlo$negate(%async_param) : (tensor<4xf32>) -> tensor<4xf32>
    return %negate : tensor<4xf32>
  }
  async.func private @async_wrapped.1(%async_param.1: tensor<4xf32>) -> !async.value<tensor<4xf32>> attributes {hlo.execution_thread = "main"} {
    %abs = func.call @hlo$abs(%async_param.1) : (tensor<4xf32>) -> tensor<4xf32>
    return %abs : tensor<4xf32>
  }
  func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> attributes {hlo.entry} {
    %first = async.call @async_wrapped(%a) {hlo.shape = "((f32[4]{0}), f32[4]{0}, s32[])"} : (tensor<4xf32>) -> !async.value<tensor<4xf32>>
    %second = async.call @async_wrapped.1(%b) {hlo.shape = "((f32[4]{0}), f32[4]{0}, s32[])"} : (tensor<4xf32>) -> !async.value<tensor<4xf32>>
    %first.done = async.await %first : !async.value<tensor<4xf32>>
    %scaled = func.call @hlo$multiply(%first.done, %first.done) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %second.done = async.await %second : !async.value<tensor<4xf32>>
    %sum = func.call @hlo$add(%scaled, %second.done) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    return %sum : tensor<4xf32>
  }
}
