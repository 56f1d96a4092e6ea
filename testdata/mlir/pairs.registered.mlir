module @pairs attributes {hlo.header = "is_scheduled=true, replica_count=2"} {
  func.func private @hlo$add(tensor<f32>, tensor<f32>) -> tensor<f32> attributes {hlo.opcode = "add"}
  func.func private @hlo$after_all() -> tensor<i1, "token"> attributes {hlo.opcode = "after-all"}
  func.func private @hlo$copy(tensor<8xf32>) -> tensor<8xf32> attributes {hlo.opcode = "copy", hlo.attributes = {cross_program_prefetch_index = 0}}
  func.func private @hlo$recv(tensor<i1, "token">) -> tuple<tensor<8xf32>, tensor<i1, "token">> attributes {hlo.opcode = "recv", hlo.attributes = {channel_id = 1}}
  func.func private @hlo$send(tensor<8xf32>, tensor<i1, "token">) -> tensor<i1, "token"> attributes {hlo.opcode = "send", hlo.attributes = {channel_id = 1}}
  func.func private @hlo$all_reduce(tensor<8xf32>) -> tensor<8xf32> attributes {hlo.opcode = "all-reduce", hlo.attributes = {channel_id = 2, replica_groups = "{{0,1}}", use_global_device_ids = true, to_apply = @add}}
  func.func private @hlo$all_gather(tensor<8xf32>) -> tensor<16xf32> attributes {hlo.opcode = "all-gather", hlo.attributes = {replica_groups = "{{0,1}}", dimensions = [0]}}
  func.func private @hlo$collective_permute(tensor<8xf32>) -> tensor<8xf32> attributes {hlo.opcode = "collective-permute", hlo.attributes = {source_target_pairs = [[0, 1], [1, 0]]}}
  func.func private @hlo$copy$1(tensor<16xf32>) -> tensor<16xf32> attributes {hlo.opcode = "copy"}
  func.func private @hlo$get_tuple_element(tuple<tensor<8xf32>, tensor<i1, "token">>) -> tensor<8xf32> attributes {hlo.opcode = "get-tuple-element", hlo.attributes = {index = 0}}
  func.func private @hlo$tuple(tensor<8xf32>, tensor<16xf32>, tensor<8xf32>, tensor<8xf32>) -> tuple<tensor<8xf32>, tensor<16xf32>, tensor<8xf32>, tensor<8xf32>> attributes {hlo.opcode = "tuple"}
  func.func private @add(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
    %sum = func.call @hlo$add(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return %sum : tensor<f32>
  }
  func.func @main(%a: tensor<8xf32>) -> tuple<tensor<8xf32>, tensor<16xf32>, tensor<8xf32>, tensor<8xf32>> attributes {hlo.entry} {
    %after-all = func.call @hlo$after_all() : () -> tensor<i1, "token">
    %copy-start$token, %copy-start = async.execute -> !async.value<tensor<8xf32>> attributes {hlo.shape = "(f32[8]{0}, f32[8]{0:S(5)}, u32[])"} {
      %copy-start$work = func.call @hlo$copy(%a) : (tensor<8xf32>) -> tensor<8xf32>
      async.yield %copy-start$work : tensor<8xf32>
    }
    %recv$token, %recv:2 = async.execute -> (!async.value<tensor<8xf32>>, !async.value<tensor<i1, "token">>) attributes {hlo.shape = "(f32[8]{0}, u32[], token[])"} {
      %recv$work = func.call @hlo$recv(%after-all) : (tensor<i1, "token">) -> tuple<tensor<8xf32>, tensor<i1, "token">>
      %recv$work$leaves:2 = builtin.unrealized_conversion_cast %recv$work : tuple<tensor<8xf32>, tensor<i1, "token">> to tensor<8xf32>, tensor<i1, "token">
      async.yield %recv$work$leaves#0, %recv$work$leaves#1 : tensor<8xf32>, tensor<i1, "token">
    }
    %send$token, %send = async.execute -> !async.value<tensor<i1, "token">> attributes {hlo.control_predecessors = ["recv"], hlo.shape = "(f32[8]{0}, u32[], token[])"} {
      %send$work = func.call @hlo$send(%a, %after-all) : (tensor<8xf32>, tensor<i1, "token">) -> tensor<i1, "token">
      async.yield %send$work : tensor<i1, "token">
    }
    %recv-done$0 = async.await %recv#0 : !async.value<tensor<8xf32>>
    %recv-done$1 = async.await %recv#1 : !async.value<tensor<i1, "token">>
    %recv-done = builtin.unrealized_conversion_cast %recv-done$0, %recv-done$1 : tensor<8xf32>, tensor<i1, "token"> to tuple<tensor<8xf32>, tensor<i1, "token">> {hlo.attributes = {channel_id = 1}}
    %send-done = async.await %send : !async.value<tensor<i1, "token">> {hlo.attributes = {channel_id = 1, "control-predecessors" = ["recv-done"]}}
    %copy-done = async.await %copy-start : !async.value<tensor<8xf32>>
    %all-reduce-start$token, %all-reduce-start = async.execute -> !async.value<tensor<8xf32>> attributes {hlo.shape = "f32[8]{0}"} {
      %all-reduce-start$work = func.call @hlo$all_reduce(%copy-done) : (tensor<8xf32>) -> tensor<8xf32>
      async.yield %all-reduce-start$work : tensor<8xf32>
    }
    %all-gather-start$token, %all-gather-start = async.execute -> !async.value<tensor<16xf32>> attributes {hlo.shape = "(f32[8]{0}, f32[16]{0})"} {
      %all-gather-start$work = func.call @hlo$all_gather(%a) : (tensor<8xf32>) -> tensor<16xf32>
      async.yield %all-gather-start$work : tensor<16xf32>
    }
    %permute-start$token, %permute-start = async.execute -> !async.value<tensor<8xf32>> attributes {hlo.shape = "(f32[8]{0}, f32[8]{0}, u32[], u32[])"} {
      %permute-start$work = func.call @hlo$collective_permute(%a) : (tensor<8xf32>) -> tensor<8xf32>
      async.yield %permute-start$work : tensor<8xf32>
    }
    %all-reduce-done = async.await %all-reduce-start : !async.value<tensor<8xf32>>
    %all-gather-done = async.await %all-gather-start : !async.value<tensor<16xf32>>
    %permute-done = async.await %permute-start : !async.value<tensor<8xf32>>
    %again$token, %again = async.execute [%permute-start$token, %all-reduce-start$token] -> !async.value<tensor<16xf32>> attributes {hlo.control_predecessors = [0, "a", 1], hlo.shape = "(f32[16]{0}, f32[16]{0}, u32[])"} {
      %again$work = func.call @hlo$copy$1(%all-gather-done) : (tensor<16xf32>) -> tensor<16xf32>
      async.yield %again$work : tensor<16xf32>
    }
    %b = async.await %again : !async.value<tensor<16xf32>>
    %data = func.call @hlo$get_tuple_element(%recv-done) : (tuple<tensor<8xf32>, tensor<i1, "token">>) -> tensor<8xf32>
    %r = func.call @hlo$tuple(%all-reduce-done, %b, %permute-done, %data) : (tensor<8xf32>, tensor<16xf32>, tensor<8xf32>, tensor<8xf32>) -> tuple<tensor<8xf32>, tensor<16xf32>, tensor<8xf32>, tensor<8xf32>>
    return %r : tuple<tensor<8xf32>, tensor<16xf32>, tensor<8xf32>, tensor<8xf32>>
  }
}
