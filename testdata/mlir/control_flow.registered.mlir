module @control_flow attributes {hlo.header = "entry_computation_layout={(f32[4,4]{0,1}, s32[])->f32[4,4]{1,0}}"} {
  func.func private @hlo$add(tensor<f32>, tensor<f32>) -> tensor<f32> attributes {hlo.opcode = "add"}
  func.func private @hlo$get_tuple_element(tuple<tensor<i32>, tensor<4x4xf32>>) -> tensor<i32> attributes {hlo.opcode = "get-tuple-element", hlo.attributes = {index = 0}}
  func.func private @hlo$get_tuple_element$1(tuple<tensor<i32>, tensor<4x4xf32>>) -> tensor<4x4xf32> attributes {hlo.opcode = "get-tuple-element", hlo.attributes = {index = 1}}
  func.func private @hlo$constant() -> tensor<i32> attributes {hlo.opcode = "constant", hlo.attributes = {value = "1"}}
  func.func private @hlo$add$1(tensor<i32>, tensor<i32>) -> tensor<i32> attributes {hlo.opcode = "add"}
  func.func private @hlo$copy(tensor<4x4xf32>) -> tensor<4x4xf32> attributes {hlo.opcode = "copy"}
  func.func private @hlo$tuple(tensor<i32>, tensor<4x4xf32>) -> tuple<tensor<i32>, tensor<4x4xf32>> attributes {hlo.opcode = "tuple"}
  func.func private @hlo$constant$1() -> tensor<i32> attributes {hlo.opcode = "constant", hlo.attributes = {value = "10"}}
  func.func private @hlo$compare(tensor<i32>, tensor<i32>) -> tensor<i1> attributes {hlo.opcode = "compare", hlo.attributes = {direction = "LT"}}
  func.func private @hlo$negate(tensor<4x4xf32>) -> tensor<4x4xf32> attributes {hlo.opcode = "negate"}
  func.func private @hlo$multiply(tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> attributes {hlo.opcode = "multiply"}
  func.func private @hlo$while(tuple<tensor<i32>, tensor<4x4xf32>>) -> tuple<tensor<i32>, tensor<4x4xf32>> attributes {hlo.opcode = "while", hlo.attributes = {condition = @cond, body = @body}}
  func.func private @hlo$conditional(tensor<i32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> attributes {hlo.opcode = "conditional", hlo.attributes = {branch_computations = [@yes, @no]}}
  func.func private @hlo$constant$2() -> tensor<f32> attributes {hlo.opcode = "constant", hlo.attributes = {value = "-0.5"}}
  func.func private @hlo$reduce(tensor<4x4xf32>, tensor<f32>) -> tensor<f32> attributes {hlo.opcode = "reduce", hlo.attributes = {dimensions = [0, 1], to_apply = @sum}}
  func.func private @hlo$fusion(tensor<4x4xf32>) -> tensor<4x4xf32> attributes {hlo.opcode = "fusion", hlo.attributes = {kind = "kLoop", calls = @square}}
  func.func private @hlo$broadcast(tensor<f32>) -> tensor<4x4xf32> attributes {hlo.opcode = "broadcast", hlo.attributes = {dimensions = []}}
  func.func private @hlo$constant$3() -> tensor<4x4xf32> attributes {hlo.opcode = "constant", hlo.attributes = {value = "{ { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 9, 10, 11, 12 }, { 13, 14, 15, 16 } }"}}
  func.func private @hlo$add$2(tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> attributes {hlo.opcode = "add"}
  func.func private @hlo$custom_call(tensor<4x4xf32>) -> tensor<?x4xf32> attributes {hlo.opcode = "custom-call", hlo.attributes = {custom_call_target = "dynamic \C3\A9"}}
  func.func private @hlo$slice(tensor<4x4xf32>) -> tensor<4x4xf32> attributes {hlo.opcode = "slice", hlo.attributes = {slice = "{[0:4], [0:4]}"}}
  func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
    %s = func.call @hlo$add(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return %s : tensor<f32>
  }
  func.func private @body(%p: tuple<tensor<i32>, tensor<4x4xf32>>) -> tuple<tensor<i32>, tensor<4x4xf32>> {
    %i = func.call @hlo$get_tuple_element(%p) : (tuple<tensor<i32>, tensor<4x4xf32>>) -> tensor<i32>
    %m = func.call @hlo$get_tuple_element$1(%p) : (tuple<tensor<i32>, tensor<4x4xf32>>) -> tensor<4x4xf32>
    %one = func.call @hlo$constant() : () -> tensor<i32>
    %j = func.call @hlo$add$1(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %copy-start$token, %copy-start = async.execute -> !async.value<tensor<4x4xf32>> attributes {hlo.shape = "(f32[4,4]{1,0}, f32[4,4]{1,0}, u32[])"} {
      %copy-start$work = func.call @hlo$copy(%m) : (tensor<4x4xf32>) -> tensor<4x4xf32>
      async.yield %copy-start$work : tensor<4x4xf32>
    }
    %copy-done = async.await %copy-start : !async.value<tensor<4x4xf32>>
    %t = func.call @hlo$tuple(%j, %copy-done) : (tensor<i32>, tensor<4x4xf32>) -> tuple<tensor<i32>, tensor<4x4xf32>>
    return %t : tuple<tensor<i32>, tensor<4x4xf32>>
  }
  func.func private @cond(%p.1: tuple<tensor<i32>, tensor<4x4xf32>>) -> tensor<i1> {
    %i.1 = func.call @hlo$get_tuple_element(%p.1) : (tuple<tensor<i32>, tensor<4x4xf32>>) -> tensor<i32>
    %n = func.call @hlo$constant$1() : () -> tensor<i32>
    %lt = func.call @hlo$compare(%i.1, %n) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    return %lt : tensor<i1>
  }
  func.func private @yes(%p.2: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %n.1 = func.call @hlo$negate(%p.2) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    return %n.1 : tensor<4x4xf32>
  }
  func.func private @no(%p.3: tensor<4x4xf32>) -> tensor<4x4xf32> {
    return %p.3 : tensor<4x4xf32>
  }
  func.func private @square(%p.4: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %m.1 = func.call @hlo$multiply(%p.4, %p.4) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %m.1 : tensor<4x4xf32>
  }
  func.func @main(%a: tensor<4x4xf32> {hlo.shape = "f32[4,4]{0,1}", hlo.attributes = {sharding = "{replicated}", metadata = "{op_name=\"a\"}"}}, %n.2: tensor<i32> {hlo.attributes = {frontend_attributes = "{k=\"v \\\"1\\\"\"}"}}) -> tensor<4x4xf32> attributes {hlo.entry} {
    %c = func.call @hlo$copy(%a) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %t.1 = func.call @hlo$tuple(%n.2, %c) : (tensor<i32>, tensor<4x4xf32>) -> tuple<tensor<i32>, tensor<4x4xf32>>
    %w = func.call @hlo$while(%t.1) {hlo.attributes = {backend_config = "{\"known_trip_count\":{\"n\":\"10\"}}"}} : (tuple<tensor<i32>, tensor<4x4xf32>>) -> tuple<tensor<i32>, tensor<4x4xf32>>
    %m.2 = func.call @hlo$get_tuple_element$1(%w) : (tuple<tensor<i32>, tensor<4x4xf32>>) -> tensor<4x4xf32>
    %i.2 = func.call @hlo$get_tuple_element(%w) : (tuple<tensor<i32>, tensor<4x4xf32>>) -> tensor<i32>
    %b = func.call @hlo$conditional(%i.2, %m.2, %m.2) : (tensor<i32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %z = func.call @hlo$constant$2() : () -> tensor<f32>
    %r = func.call @hlo$reduce(%b, %z) : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
    %f = func.call @hlo$fusion(%b) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %q = func.call @yes(%f) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %e = func.call @hlo$broadcast(%r) : (tensor<f32>) -> tensor<4x4xf32>
    %k = func.call @hlo$constant$3() : () -> tensor<4x4xf32>
    %u = func.call @hlo$add$2(%q, %k) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %v = func.call @hlo$custom_call(%u) {hlo.attributes = {backend_config = "text"}, hlo.shape = "f32[<=4,4]{1,0}"} : (tensor<4x4xf32>) -> tensor<?x4xf32>
    %s.1 = func.call @hlo$slice(%u) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %o = func.call @hlo$add$2(%s.1, %e) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %o : tensor<4x4xf32>
  }
}
