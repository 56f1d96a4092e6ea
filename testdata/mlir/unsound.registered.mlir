module @unsound {
  func.func private @hlo$negate(tensor<8xf32>) -> tensor<8xf32> attributes {hlo.opcode = "negate"}
  func.func private @hlo$abs(tensor<8xf32>) -> tensor<8xf32> attributes {hlo.opcode = "abs"}
  func.func private @hlo$async_start(tensor<8xf32>) -> tuple<tuple<tensor<8xf32>>, tensor<8xf32>, tensor<i32>> attributes {hlo.opcode = "async-start", hlo.attributes = {calls = @async_wrapped}}
  func.func private @hlo$async_start$1(tensor<8xf32>) -> tuple<tuple<tensor<8xf32>>, tensor<8xf32>, tensor<i32>> attributes {hlo.opcode = "async-start", hlo.attributes = {calls = @f}}
  func.func private @hlo$async_done(tuple<tuple<tensor<8xf32>>, tensor<8xf32>, tensor<i32>>) -> tensor<8xf32> attributes {hlo.opcode = "async-done"}
  func.func private @hlo$copy_start(tensor<8xf32>) -> tuple<tensor<8xf32>, tensor<8xf32>, tensor<ui32>> attributes {hlo.opcode = "copy-start"}
  func.func private @hlo$get_tuple_element(tuple<tensor<8xf32>, tensor<8xf32>, tensor<ui32>>) -> tensor<8xf32> attributes {hlo.opcode = "get-tuple-element", hlo.attributes = {index = 0}}
  func.func private @hlo$copy_done(tuple<tensor<8xf32>, tensor<8xf32>, tensor<ui32>>) -> tensor<8xf32> attributes {hlo.opcode = "copy-done"}
  func.func private @hlo$tuple(tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tuple<tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>> attributes {hlo.opcode = "tuple"}
  func.func private @f(%x: tensor<8xf32>) -> tensor<8xf32> {
    %n = func.call @hlo$negate(%x) : (tensor<8xf32>) -> tensor<8xf32>
    return %n : tensor<8xf32>
  }
  func.func private @async_wrapped(%async_param: tensor<8xf32>) -> tensor<8xf32> {
    %abs = func.call @hlo$abs(%async_param) : (tensor<8xf32>) -> tensor<8xf32>
    return %abs : tensor<8xf32>
  }
  func.func @main(%a: tensor<8xf32>) -> tuple<tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>> attributes {hlo.entry} {
    %never = func.call @hlo$async_start(%a) : (tensor<8xf32>) -> tuple<tuple<tensor<8xf32>>, tensor<8xf32>, tensor<i32>>
    %s = func.call @hlo$async_start$1(%a) : (tensor<8xf32>) -> tuple<tuple<tensor<8xf32>>, tensor<8xf32>, tensor<i32>>
    %d = func.call @hlo$async_done(%s) : (tuple<tuple<tensor<8xf32>>, tensor<8xf32>, tensor<i32>>) -> tensor<8xf32>
    %c = func.call @f(%a) : (tensor<8xf32>) -> tensor<8xf32>
    %used = func.call @hlo$copy_start(%a) : (tensor<8xf32>) -> tuple<tensor<8xf32>, tensor<8xf32>, tensor<ui32>>
    %buffer = func.call @hlo$get_tuple_element(%used) : (tuple<tensor<8xf32>, tensor<8xf32>, tensor<ui32>>) -> tensor<8xf32>
    %done = func.call @hlo$copy_done(%used) : (tuple<tensor<8xf32>, tensor<8xf32>, tensor<ui32>>) -> tensor<8xf32>
    %r = func.call @hlo$tuple(%d, %c, %buffer, %done) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tuple<tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>>
    return %r : tuple<tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>>
  }
}
