module @control_flow attributes {hlo.header = "entry_computation_layout={(f32[4,4]{0,1}, s32[])->f32[4,4]{1,0}}"} {
  func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
    %s = "hlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return %s : tensor<f32>
  }
  func.func private @body(%p: tuple<tensor<i32>, tensor<4x4xf32>>) -> tuple<tensor<i32>, tensor<4x4xf32>> {
    %i = "hlo.get-tuple-element"(%p) {index = 0} : (tuple<tensor<i32>, tensor<4x4xf32>>) -> tensor<i32>
    %m = "hlo.get-tuple-element"(%p) {index = 1} : (tuple<tensor<i32>, tensor<4x4xf32>>) -> tensor<4x4xf32>
    %one = "hlo.constant"() {value = "1"} : () -> tensor<i32>
    %j = "hlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %copy-start$token, %copy-start = async.execute -> !async.value<tensor<4x4xf32>> attributes {hlo.shape = "(f32[4,4]{1,0}, f32[4,4]{1,0}, u32[])"} {
      %copy-start$work = "hlo.copy"(%m) : (tensor<4x4xf32>) -> tensor<4x4xf32>
      async.yield %copy-start$work : tensor<4x4xf32>
    }
    %copy-done = async.await %copy-start : !async.value<tensor<4x4xf32>>
    %t = "hlo.tuple"(%j, %copy-done) : (tensor<i32>, tensor<4x4xf32>) -> tuple<tensor<i32>, tensor<4x4xf32>>
    return %t : tuple<tensor<i32>, tensor<4x4xf32>>
  }
  func.func private @cond(%p.1: tuple<tensor<i32>, tensor<4x4xf32>>) -> tensor<i1> {
    %i.1 = "hlo.get-tuple-element"(%p.1) {index = 0} : (tuple<tensor<i32>, tensor<4x4xf32>>) -> tensor<i32>
    %n = "hlo.constant"() {value = "10"} : () -> tensor<i32>
    %lt = "hlo.compare"(%i.1, %n) {direction = "LT"} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    return %lt : tensor<i1>
  }
  func.func private @yes(%p.2: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %n.1 = "hlo.negate"(%p.2) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    return %n.1 : tensor<4x4xf32>
  }
  func.func private @no(%p.3: tensor<4x4xf32>) -> tensor<4x4xf32> {
    return %p.3 : tensor<4x4xf32>
  }
  func.func private @square(%p.4: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %m.1 = "hlo.multiply"(%p.4, %p.4) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %m.1 : tensor<4x4xf32>
  }
  func.func @main(%a: tensor<4x4xf32> {hlo.shape = "f32[4,4]{0,1}", hlo.attributes = {sharding = "{replicated}", metadata = "{op_name=\"a\"}"}}, %n.2: tensor<i32> {hlo.attributes = {frontend_attributes = "{k=\"v \\\"1\\\"\"}"}}) -> tensor<4x4xf32> attributes {hlo.entry} {
    %c = "hlo.copy"(%a) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %t.1 = "hlo.tuple"(%n.2, %c) : (tensor<i32>, tensor<4x4xf32>) -> tuple<tensor<i32>, tensor<4x4xf32>>
    %w = "hlo.while"(%t.1) {condition = @cond, body = @body, backend_config = "{\"known_trip_count\":{\"n\":\"10\"}}"} : (tuple<tensor<i32>, tensor<4x4xf32>>) -> tuple<tensor<i32>, tensor<4x4xf32>>
    %m.2 = "hlo.get-tuple-element"(%w) {index = 1} : (tuple<tensor<i32>, tensor<4x4xf32>>) -> tensor<4x4xf32>
    %i.2 = "hlo.get-tuple-element"(%w) {index = 0} : (tuple<tensor<i32>, tensor<4x4xf32>>) -> tensor<i32>
    %b = "hlo.conditional"(%i.2, %m.2, %m.2) {branch_computations = [@yes, @no]} : (tensor<i32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %z = "hlo.constant"() {value = "-0.5"} : () -> tensor<f32>
    %r = "hlo.reduce"(%b, %z) {dimensions = [0, 1], to_apply = @sum} : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
    %f = "hlo.fusion"(%b) {kind = "kLoop", calls = @square} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %q = func.call @yes(%f) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %e = "hlo.broadcast"(%r) {dimensions = []} : (tensor<f32>) -> tensor<4x4xf32>
    %k = "hlo.constant"() {value = "{ { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 9, 10, 11, 12 }, { 13, 14, 15, 16 } }"} : () -> tensor<4x4xf32>
    %u = "hlo.add"(%q, %k) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %v = "hlo.custom-call"(%u) {custom_call_target = "dynamic \C3\A9", backend_config = "text", hlo.shape = "f32[<=4,4]{1,0}"} : (tensor<4x4xf32>) -> tensor<?x4xf32>
    %s.1 = "hlo.slice"(%u) {slice = "{[0:4], [0:4]}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %o = "hlo.add"(%s.1, %e) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %o : tensor<4x4xf32>
  }
}
