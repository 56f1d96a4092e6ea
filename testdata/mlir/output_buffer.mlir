module @output_buffer {
  func.func private @foo(%x: tensor<1024xf32>) -> tuple<tensor<1024xf32>> {
    %z = "hlo.negate"(%x) : (tensor<1024xf32>) -> tensor<1024xf32>
    %k = "hlo.tuple"(%z) : (tensor<1024xf32>) -> tuple<tensor<1024xf32>>
    return %k : tuple<tensor<1024xf32>>
  }
  async.func private @async_wrapped(%async_param: tensor<1024xf32>) -> !async.value<tensor<1024xf32>> attributes {hlo.execution_thread = "main"} {
    %call = func.call @foo(%async_param) : (tensor<1024xf32>) -> tuple<tensor<1024xf32>>
    %call$leaves = builtin.unrealized_conversion_cast %call : tuple<tensor<1024xf32>> to tensor<1024xf32>
    return %call$leaves : tensor<1024xf32>
  }
  func.func @main(%input_buffer: tensor<1024xf32>) -> tuple<tensor<1024xf32>> attributes {hlo.entry} {
    %call-start = async.call @async_wrapped(%input_buffer) {hlo.updates = [{hlo.name = "call-update", hlo.shape = "((f32[1024]{0}), (f32[1024]{0}), s32[])", hlo.after = "output_buffer", hlo.buffers = ["output_buffer"]}], hlo.shape = "((f32[1024]{0}), (), s32[])"} : (tensor<1024xf32>) -> !async.value<tensor<1024xf32>>
    %output_buffer = "hlo.custom-call"() {custom_call_target = "AllocateBuffer"} : () -> tensor<1024xf32>
    %result$0 = async.await %call-start : !async.value<tensor<1024xf32>>
    %result = builtin.unrealized_conversion_cast %result$0 : tensor<1024xf32> to tuple<tensor<1024xf32>>
    return %result : tuple<tensor<1024xf32>>
  }
}
