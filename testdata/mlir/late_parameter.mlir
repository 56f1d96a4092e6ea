module @late_parameter {
  async.func private @async_wrapped(%async_param: tensor<4xf32>, %async_param.1: tensor<4xf32>) -> !async.value<tensor<4xf32>> attributes {hlo.execution_thread = "main"} {
    %subtract = "hlo.subtract"(%async_param, %async_param.1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    return %subtract : tensor<4xf32>
  }
  func.func @main(%first: tensor<4xf32> {hlo.after = "start"}, %second: tensor<4xf32> {hlo.after = "one"}, %last: tensor<4xf32> {hlo.after = ""}) -> tuple<tensor<4xf32>, tensor<4xf32>> attributes {hlo.entry} {
    %early = "hlo.negate"(%last) : (tensor<4xf32>) -> tensor<4xf32>
    %two = async.call @async_wrapped(%first, %second) {hlo.start = "start", hlo.bound = [0, 1, 1], hlo.links = [{hlo.shape = "((), (), s32[])", hlo.after = "early", hlo.attributes = {"control-predecessors" = ["early"]}}, {hlo.name = "one", hlo.shape = "((f32[4]{0}), (), s32[])", hlo.after = "first"}], hlo.shape = "((f32[4]{0}, f32[4]{0}), f32[4]{0}, s32[])"} : (tensor<4xf32>, tensor<4xf32>) -> !async.value<tensor<4xf32>>
    %done = async.await %two : !async.value<tensor<4xf32>>
    %both = "hlo.tuple"(%done, %early) : (tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
    return %both : tuple<tensor<4xf32>, tensor<4xf32>>
  }
}
