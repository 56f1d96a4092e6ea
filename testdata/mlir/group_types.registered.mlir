!tuple0 = tuple<tuple<tensor<8xf32>, tensor<8xf32>, tuple<tensor<8xf32>, tensor<4xf32>>>, tensor<8xf32>>
module @group {
  func.func private @hlo$add(tensor<f32>, tensor<f32>) -> tensor<f32> attributes {hlo.opcode = "add"}
  func.func private @hlo$all_reduce(tensor<8xf32>) -> tensor<8xf32> attributes {hlo.opcode = "all-reduce", hlo.attributes = {channel_id = 1, replica_groups = "{{0,1}}", use_global_device_ids = true, to_apply = @sum}}
  func.func private @hlo$all_gather(tensor<4xf32>) -> tensor<8xf32> attributes {hlo.opcode = "all-gather", hlo.attributes = {channel_id = 2, replica_groups = "{{0,1}}", dimensions = [0], use_global_device_ids = true}}
  func.func private @hlo$all_reduce$1(tensor<8xf32>, tensor<4xf32>) -> tuple<tensor<8xf32>, tensor<4xf16>> attributes {hlo.opcode = "all-reduce", hlo.attributes = {channel_id = 3, replica_groups = "{{0,1}}", use_global_device_ids = true, to_apply = @sum}}
  func.func private @hlo$tuple(tensor<8xf32>, tensor<8xf32>, tuple<tensor<8xf32>, tensor<4xf16>>) -> tuple<tensor<8xf32>, tensor<8xf32>, tuple<tensor<8xf32>, tensor<4xf32>>> attributes {hlo.opcode = "tuple"}
  func.func private @hlo$negate(tensor<8xf32>) -> tensor<8xf32> attributes {hlo.opcode = "negate"}
  func.func private @hlo$tuple$1(tuple<tensor<8xf32>, tensor<8xf32>, tuple<tensor<8xf32>, tensor<4xf32>>>, tensor<8xf32>) -> !tuple0 attributes {hlo.opcode = "tuple"}
  func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
    %add = func.call @hlo$add(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return %add : tensor<f32>
  }
  async.func private @collectives(%left: tensor<8xf32>, %right: tensor<4xf32>) -> (!async.value<tensor<8xf32>>, !async.value<tensor<8xf32>>, !async.value<tensor<8xf32>>, !async.value<tensor<4xf32>>) attributes {hlo.execution_thread = "main"} {
    %all-reduce = func.call @hlo$all_reduce(%left) : (tensor<8xf32>) -> tensor<8xf32>
    %all-gather = func.call @hlo$all_gather(%right) : (tensor<4xf32>) -> tensor<8xf32>
    %both = func.call @hlo$all_reduce$1(%left, %right) : (tensor<8xf32>, tensor<4xf32>) -> tuple<tensor<8xf32>, tensor<4xf16>>
    %results = func.call @hlo$tuple(%all-reduce, %all-gather, %both) : (tensor<8xf32>, tensor<8xf32>, tuple<tensor<8xf32>, tensor<4xf16>>) -> tuple<tensor<8xf32>, tensor<8xf32>, tuple<tensor<8xf32>, tensor<4xf32>>>
    %results$leaves:4 = builtin.unrealized_conversion_cast %results : tuple<tensor<8xf32>, tensor<8xf32>, tuple<tensor<8xf32>, tensor<4xf32>>> to tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4xf32>
    return %results$leaves#0, %results$leaves#1, %results$leaves#2, %results$leaves#3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4xf32>
  }
  func.func @main(%a: tensor<8xf32>, %b: tensor<4xf32>) -> !tuple0 attributes {hlo.entry} {
    %start:4 = async.call @collectives(%a, %b) {hlo.shape = "((f32[8]{0}, f32[4]{0}), (f32[8]{0}, f32[8]{0}, (f32[8]{0}, f32[4]{0})), s32[])", hlo.attributes = {frontend_attributes = "{_collectives_group=\"\"}"}} : (tensor<8xf32>, tensor<4xf32>) -> (!async.value<tensor<8xf32>>, !async.value<tensor<8xf32>>, !async.value<tensor<8xf32>>, !async.value<tensor<4xf32>>)
    %n = func.call @hlo$negate(%a) : (tensor<8xf32>) -> tensor<8xf32>
    %done$0 = async.await %start#0 : !async.value<tensor<8xf32>>
    %done$1 = async.await %start#1 : !async.value<tensor<8xf32>>
    %done$2 = async.await %start#2 : !async.value<tensor<8xf32>>
    %done$3 = async.await %start#3 : !async.value<tensor<4xf32>>
    %done = builtin.unrealized_conversion_cast %done$0, %done$1, %done$2, %done$3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4xf32> to tuple<tensor<8xf32>, tensor<8xf32>, tuple<tensor<8xf32>, tensor<4xf32>>>
    %t = func.call @hlo$tuple$1(%done, %n) : (tuple<tensor<8xf32>, tensor<8xf32>, tuple<tensor<8xf32>, tensor<4xf32>>>, tensor<8xf32>) -> !tuple0
    return %t : !tuple0
  }
}
