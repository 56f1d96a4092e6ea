module @nested {
  func.func private @inner(%x: tensor<8xf32>) -> tensor<8xf32> attributes {hlo.execution_thread = "sparsecore"} {
    %n = "hlo.negate"(%x) : (tensor<8xf32>) -> tensor<8xf32>
    return %n : tensor<8xf32>
  }
  async.func private @async_wrapped(%async_param: tensor<8xf32>) -> !async.value<tensor<8xf32>> attributes {hlo.execution_thread = "sparsecore"} {
    %call = func.call @inner(%async_param) : (tensor<8xf32>) -> tensor<8xf32>
    return %call : tensor<8xf32>
  }
  async.func private @outer(%y: tensor<8xf32>) -> !async.value<tensor<8xf32>> attributes {hlo.execution_thread = "sparsecore"} {
    %s = async.call @async_wrapped(%y) {hlo.shape = "((f32[8]{0}), f32[8]{0}, s32[])"} : (tensor<8xf32>) -> !async.value<tensor<8xf32>>
    %m = "hlo.multiply"(%y, %y) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %d = async.await %s : !async.value<tensor<8xf32>>
    %sum = "hlo.add"(%m, %d) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    return %sum : tensor<8xf32>
  }
  func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> attributes {hlo.entry} {
    %s.1 = async.call @outer(%a) {hlo.shape = "((f32[8]{0}), f32[8]{0}, s32[])"} : (tensor<8xf32>) -> !async.value<tensor<8xf32>>
    %d.1 = async.await %s.1 : !async.value<tensor<8xf32>>
    return %d.1 : tensor<8xf32>
  }
}
