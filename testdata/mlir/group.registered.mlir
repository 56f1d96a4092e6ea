!tuple0 = tuple<tuple<tensor<8xf32>, tensor<8xf32>, tuple<tensor<8xf32>, tensor<4xf32>>>, tensor<8xf32>, tuple<tensor<8xf32>, tensor<8xf32>>>
module @group {
  func.func private @hlo$add(tensor<f32>, tensor<f32>) -> tensor<f32> attributes {hlo.opcode = "add"}
  func.func private @hlo$all_reduce(tensor<8xf32>) -> tensor<8xf32> attributes {hlo.opcode = "all-reduce", hlo.attributes = {channel_id = 4, replica_groups = "{{0,1}}", use_global_device_ids = true, to_apply = @sum}}
  func.func private @hlo$all_reduce$1(tensor<8xf32>) -> tensor<8xf32> attributes {hlo.opcode = "all-reduce", hlo.attributes = {channel_id = 5, replica_groups = "{{0,1}}", use_global_device_ids = true, to_apply = @sum}}
  func.func private @hlo$tuple(tensor<8xf32>, tensor<8xf32>) -> tuple<tensor<8xf32>, tensor<8xf32>> attributes {hlo.opcode = "tuple"}
  func.func private @hlo$all_reduce$2(tensor<8xf32>) -> tensor<8xf32> attributes {hlo.opcode = "all-reduce", hlo.attributes = {channel_id = 1, replica_groups = "{{0,1}}", use_global_device_ids = true, to_apply = @sum}}
  func.func private @hlo$all_gather(tensor<4xf32>) -> tensor<8xf32> attributes {hlo.opcode = "all-gather", hlo.attributes = {channel_id = 2, replica_groups = "{{0,1}}", dimensions = [0], use_global_device_ids = true}}
  func.func private @hlo$all_reduce$3(tensor<8xf32>, tensor<4xf32>) -> tuple<tensor<8xf32>, tensor<4xf32>> attributes {hlo.opcode = "all-reduce", hlo.attributes = {channel_id = 3, replica_groups = "{{0,1}}", use_global_device_ids = true, to_apply = @sum}}
  func.func private @hlo$negate(tensor<8xf32>) -> tensor<8xf32> attributes {hlo.opcode = "negate"}
  func.func private @hlo$tuple$1(tuple<tensor<8xf32>, tensor<8xf32>, tuple<tensor<8xf32>, tensor<4xf32>>>, tensor<8xf32>, tuple<tensor<8xf32>, tensor<8xf32>>) -> !tuple0 attributes {hlo.opcode = "tuple"}
  func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
    %add = func.call @hlo$add(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return %add : tensor<f32>
  }
  async.func private @twice(%left.1: tensor<8xf32>, %right.1: tensor<8xf32>) -> (!async.value<tensor<8xf32>>, !async.value<tensor<8xf32>>) attributes {hlo.execution_thread = "main"} {
    %first = func.call @hlo$all_reduce(%left.1) : (tensor<8xf32>) -> tensor<8xf32>
    %second = func.call @hlo$all_reduce$1(%right.1) : (tensor<8xf32>) -> tensor<8xf32>
    %results.1 = func.call @hlo$tuple(%first, %second) : (tensor<8xf32>, tensor<8xf32>) -> tuple<tensor<8xf32>, tensor<8xf32>>
    %results.1$leaves:2 = builtin.unrealized_conversion_cast %results.1 : tuple<tensor<8xf32>, tensor<8xf32>> to tensor<8xf32>, tensor<8xf32>
    return %results.1$leaves#0, %results.1$leaves#1 : tensor<8xf32>, tensor<8xf32>
  }
  func.func @main(%a: tensor<8xf32>, %b: tensor<4xf32>) -> !tuple0 attributes {hlo.entry} {
    %start$size = arith.constant 3 : index
    %start = async.create_group %start$size : !async.group {hlo.calls = "collectives", hlo.parameters = ["left", "right"], hlo.root = "results", hlo.shape = "((f32[8]{0}, f32[4]{0}), (f32[8]{0}, f32[8]{0}, (f32[8]{0}, f32[4]{0})), s32[])", hlo.attributes = {frontend_attributes = "{_collectives_group=\"\"}"}}
    %start$0$token, %start$0 = async.execute -> !async.value<tensor<8xf32>> {
      %start$0$work = func.call @hlo$all_reduce$2(%a) {hlo.name = "all-reduce"} : (tensor<8xf32>) -> tensor<8xf32>
      async.yield %start$0$work : tensor<8xf32>
    }
    %start$0$rank = async.add_to_group %start$0$token, %start : !async.token
    %start$1$token, %start$1 = async.execute -> !async.value<tensor<8xf32>> {
      %start$1$work = func.call @hlo$all_gather(%b) {hlo.name = "all-gather"} : (tensor<4xf32>) -> tensor<8xf32>
      async.yield %start$1$work : tensor<8xf32>
    }
    %start$1$rank = async.add_to_group %start$1$token, %start : !async.token
    %start$2$token, %start$2:2 = async.execute -> (!async.value<tensor<8xf32>>, !async.value<tensor<4xf32>>) {
      %start$2$work = func.call @hlo$all_reduce$3(%a, %b) {hlo.name = "both"} : (tensor<8xf32>, tensor<4xf32>) -> tuple<tensor<8xf32>, tensor<4xf32>>
      %start$2$work$leaves:2 = builtin.unrealized_conversion_cast %start$2$work : tuple<tensor<8xf32>, tensor<4xf32>> to tensor<8xf32>, tensor<4xf32>
      async.yield %start$2$work$leaves#0, %start$2$work$leaves#1 : tensor<8xf32>, tensor<4xf32>
    }
    %start$2$rank = async.add_to_group %start$2$token, %start : !async.token
    %n = func.call @hlo$negate(%a) : (tensor<8xf32>) -> tensor<8xf32>
    %start.1:2 = async.call @twice(%n, %n) {hlo.shape = "((f32[8]{0}, f32[8]{0}), (f32[8]{0}, f32[8]{0}), s32[])", hlo.attributes = {frontend_attributes = "{_collectives_group=\"\"}"}} : (tensor<8xf32>, tensor<8xf32>) -> (!async.value<tensor<8xf32>>, !async.value<tensor<8xf32>>)
    async.await_all %start
    %done$0 = async.await %start$0 : !async.value<tensor<8xf32>>
    %done$1 = async.await %start$1 : !async.value<tensor<8xf32>>
    %done$2 = async.await %start$2#0 : !async.value<tensor<8xf32>>
    %done$3 = async.await %start$2#1 : !async.value<tensor<4xf32>>
    %done = builtin.unrealized_conversion_cast %done$0, %done$1, %done$2, %done$3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4xf32> to tuple<tensor<8xf32>, tensor<8xf32>, tuple<tensor<8xf32>, tensor<4xf32>>>
    %done.1$0 = async.await %start.1#0 : !async.value<tensor<8xf32>>
    %done.1$1 = async.await %start.1#1 : !async.value<tensor<8xf32>>
    %done.1 = builtin.unrealized_conversion_cast %done.1$0, %done.1$1 : tensor<8xf32>, tensor<8xf32> to tuple<tensor<8xf32>, tensor<8xf32>>
    %t = func.call @hlo$tuple$1(%done, %n, %done.1) : (tuple<tensor<8xf32>, tensor<8xf32>, tuple<tensor<8xf32>, tensor<4xf32>>>, tensor<8xf32>, tuple<tensor<8xf32>, tensor<8xf32>>) -> !tuple0
    return %t : !tuple0
  }
}
