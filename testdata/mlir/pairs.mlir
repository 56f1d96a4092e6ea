module @pairs attributes {hlo.header = "is_scheduled=true, replica_count=2"} {
  func.func private @add(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
    %sum = "hlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return %sum : tensor<f32>
  }
  func.func @main(%a: tensor<8xf32>) -> tuple<tensor<8xf32>, tensor<16xf32>, tensor<8xf32>, tensor<8xf32>> attributes {hlo.entry} {
    %after-all = "hlo.after-all"() : () -> !hlo.token
    %copy-start$token, %copy-start = async.execute -> !async.value<tensor<8xf32>> attributes {hlo.shape = "(f32[8]{0}, f32[8]{0:S(5)}, u32[])"} {
      %copy-start$work = "hlo.copy"(%a) {cross_program_prefetch_index = 0} : (tensor<8xf32>) -> tensor<8xf32>
      async.yield %copy-start$work : tensor<8xf32>
    }
    %recv$token, %recv:2 = async.execute -> (!async.value<tensor<8xf32>>, !async.value<!hlo.token>) attributes {hlo.shape = "(f32[8]{0}, u32[], token[])"} {
      %recv$work = "hlo.recv"(%after-all) {channel_id = 1} : (!hlo.token) -> tuple<tensor<8xf32>, !hlo.token>
      %recv$work$leaves:2 = builtin.unrealized_conversion_cast %recv$work : tuple<tensor<8xf32>, !hlo.token> to tensor<8xf32>, !hlo.token
      async.yield %recv$work$leaves#0, %recv$work$leaves#1 : tensor<8xf32>, !hlo.token
    }
    %send$token, %send = async.execute -> !async.value<!hlo.token> attributes {hlo.control_predecessors = ["recv"], hlo.shape = "(f32[8]{0}, u32[], token[])"} {
      %send$work = "hlo.send"(%a, %after-all) {channel_id = 1} : (tensor<8xf32>, !hlo.token) -> !hlo.token
      async.yield %send$work : !hlo.token
    }
    %recv-done$0 = async.await %recv#0 : !async.value<tensor<8xf32>>
    %recv-done$1 = async.await %recv#1 : !async.value<!hlo.token>
    %recv-done = builtin.unrealized_conversion_cast %recv-done$0, %recv-done$1 : tensor<8xf32>, !hlo.token to tuple<tensor<8xf32>, !hlo.token> {hlo.attributes = {channel_id = 1}}
    %send-done = async.await %send : !async.value<!hlo.token> {hlo.attributes = {channel_id = 1, "control-predecessors" = ["recv-done"]}}
    %copy-done = async.await %copy-start : !async.value<tensor<8xf32>>
    %all-reduce-start$token, %all-reduce-start = async.execute -> !async.value<tensor<8xf32>> attributes {hlo.shape = "f32[8]{0}"} {
      %all-reduce-start$work = "hlo.all-reduce"(%copy-done) {channel_id = 2, replica_groups = "{{0,1}}", use_global_device_ids = true, to_apply = @add} : (tensor<8xf32>) -> tensor<8xf32>
      async.yield %all-reduce-start$work : tensor<8xf32>
    }
    %all-gather-start$token, %all-gather-start = async.execute -> !async.value<tensor<16xf32>> attributes {hlo.shape = "(f32[8]{0}, f32[16]{0})"} {
      %all-gather-start$work = "hlo.all-gather"(%a) {replica_groups = "{{0,1}}", dimensions = [0]} : (tensor<8xf32>) -> tensor<16xf32>
      async.yield %all-gather-start$work : tensor<16xf32>
    }
    %permute-start$token, %permute-start = async.execute -> !async.value<tensor<8xf32>> attributes {hlo.shape = "(f32[8]{0}, f32[8]{0}, u32[], u32[])"} {
      %permute-start$work = "hlo.collective-permute"(%a) {source_target_pairs = [[0, 1], [1, 0]]} : (tensor<8xf32>) -> tensor<8xf32>
      async.yield %permute-start$work : tensor<8xf32>
    }
    %all-reduce-done = async.await %all-reduce-start : !async.value<tensor<8xf32>>
    %all-gather-done = async.await %all-gather-start : !async.value<tensor<16xf32>>
    %permute-done = async.await %permute-start : !async.value<tensor<8xf32>>
    %again$token, %again = async.execute [%permute-start$token, %all-reduce-start$token] -> !async.value<tensor<16xf32>> attributes {hlo.control_predecessors = [0, "a", 1], hlo.shape = "(f32[16]{0}, f32[16]{0}, u32[])"} {
      %again$work = "hlo.copy"(%all-gather-done) : (tensor<16xf32>) -> tensor<16xf32>
      async.yield %again$work : tensor<16xf32>
    }
    %b = async.await %again : !async.value<tensor<16xf32>>
    %data = "hlo.get-tuple-element"(%recv-done) {index = 0} : (tuple<tensor<8xf32>, !hlo.token>) -> tensor<8xf32>
    %r = "hlo.tuple"(%all-reduce-done, %b, %permute-done, %data) : (tensor<8xf32>, tensor<16xf32>, tensor<8xf32>, tensor<8xf32>) -> tuple<tensor<8xf32>, tensor<16xf32>, tensor<8xf32>, tensor<8xf32>>
    return %r : tuple<tensor<8xf32>, tensor<16xf32>, tensor<8xf32>, tensor<8xf32>>
  }
}
