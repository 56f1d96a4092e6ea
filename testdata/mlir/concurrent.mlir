module @concurrent {
  async.func private @async_wrapped(%async_param: tensor<4xf32>) -> !async.value<tensor<4xf32>> attributes {hlo.execution_thread = "main"} {
    %negate = "hlo.negate"(%async_param) : (tensor<4xf32>) -> tensor<4xf32>
    return %negate : tensor<4xf32>
  }
  async.func private @async_wrapped.1(%async_param.1: tensor<4xf32>) -> !async.value<tensor<4xf32>> attributes {hlo.execution_thread = "main"} {
    %abs = "hlo.abs"(%async_param.1) : (tensor<4xf32>) -> tensor<4xf32>
    return %abs : tensor<4xf32>
  }
  func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> attributes {hlo.entry} {
    %first = async.call @async_wrapped(%a) {hlo.shape = "((f32[4]{0}), f32[4]{0}, s32[])"} : (tensor<4xf32>) -> !async.value<tensor<4xf32>>
    %second = async.call @async_wrapped.1(%b) {hlo.shape = "((f32[4]{0}), f32[4]{0}, s32[])"} : (tensor<4xf32>) -> !async.value<tensor<4xf32>>
    %first.done = async.await %first : !async.value<tensor<4xf32>>
    %scaled = "hlo.multiply"(%first.done, %first.done) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %second.done = async.await %second : !async.value<tensor<4xf32>>
    %sum = "hlo.add"(%scaled, %second.done) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    return %sum : tensor<4xf32>
  }
}
