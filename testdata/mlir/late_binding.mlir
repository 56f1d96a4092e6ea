module @late_binding attributes {hlo.header = "is_scheduled=true"} {
  func.func private @foo(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
    %sum = "hlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return %sum : tensor<f32>
  }
  async.func private @async_wrapped(%async_param: tensor<f32>, %async_param.1: tensor<f32>) -> !async.value<tensor<f32>> attributes {hlo.execution_thread = "main"} {
    %call = func.call @foo(%async_param, %async_param.1) {hlo.attributes = {metadata = "{op_name=\"first\"}"}} : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return %call : tensor<f32>
  }
  func.func @main(%a: tensor<f32>) -> tensor<f32> attributes {hlo.entry} {
    %b = "hlo.negate"(%a) : (tensor<f32>) -> tensor<f32>
    %update.2 = async.call @async_wrapped(%a, %b) {hlo.start = "start", hlo.bound = [0, 1, 1], hlo.links = [{hlo.shape = "((), (), s32[])", hlo.after = "a", hlo.attributes = {metadata = "{op_name=\"start\"}"}}, {hlo.name = "update.1", hlo.shape = "((f32[]), (), s32[])", hlo.after = "start", hlo.attributes = {metadata = "{op_name=\"first\"}"}}], hlo.updates = [{hlo.name = "update.3", hlo.shape = "((f32[], f32[]), f32[], s32[])", hlo.after = "c"}], hlo.shape = "((f32[], f32[]), (), u32[])"} : (tensor<f32>, tensor<f32>) -> !async.value<tensor<f32>>
    %c = "hlo.abs"(%b) : (tensor<f32>) -> tensor<f32>
    %done = async.await %update.2 : !async.value<tensor<f32>>
    %r = "hlo.add"(%c, %done) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return %r : tensor<f32>
  }
}
