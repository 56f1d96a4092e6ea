module @chain {
  func.func private @hlo$custom_call(tensor<64xf32>) -> tensor<32xf32> attributes {hlo.opcode = "custom-call", hlo.attributes = {custom_call_target = "foo"}}
  async.func private @work(%x: tensor<64xf32>) -> !async.value<tensor<32xf32>> attributes {hlo.execution_thread = "main"} {
    %custom-call = func.call @hlo$custom_call(%x) : (tensor<64xf32>) -> tensor<32xf32>
    return %custom-call : tensor<32xf32>
  }
  func.func @main(%p: tensor<64xf32>) -> tensor<32xf32> attributes {hlo.entry} {
    %start = async.call @work(%p) {hlo.updates = [{hlo.name = "update", hlo.shape = "((f32[64]{0}), f32[32]{0}, s32[])", hlo.after = "start"}], hlo.shape = "((f32[64]{0}), f32[32]{0}, s32[])"} : (tensor<64xf32>) -> !async.value<tensor<32xf32>>
    %result = async.await %start : !async.value<tensor<32xf32>>
    return %result : tensor<32xf32>
  }
}
