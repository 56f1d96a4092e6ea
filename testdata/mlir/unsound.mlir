module @unsound {
  func.func private @f(%x: tensor<8xf32>) -> tensor<8xf32> {
    %n = "hlo.negate"(%x) : (tensor<8xf32>) -> tensor<8xf32>
    return %n : tensor<8xf32>
  }
  func.func private @async_wrapped(%async_param: tensor<8xf32>) -> tensor<8xf32> {
    %abs = "hlo.abs"(%async_param) : (tensor<8xf32>) -> tensor<8xf32>
    return %abs : tensor<8xf32>
  }
  func.func @main(%a: tensor<8xf32>) -> tuple<tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>> attributes {hlo.entry} {
    %never = "hlo.async-start"(%a) {calls = @async_wrapped} : (tensor<8xf32>) -> tuple<tuple<tensor<8xf32>>, tensor<8xf32>, tensor<i32>>
    %s = "hlo.async-start"(%a) {calls = @f} : (tensor<8xf32>) -> tuple<tuple<tensor<8xf32>>, tensor<8xf32>, tensor<i32>>
    %d = "hlo.async-done"(%s) : (tuple<tuple<tensor<8xf32>>, tensor<8xf32>, tensor<i32>>) -> tensor<8xf32>
    %c = func.call @f(%a) : (tensor<8xf32>) -> tensor<8xf32>
    %used = "hlo.copy-start"(%a) : (tensor<8xf32>) -> tuple<tensor<8xf32>, tensor<8xf32>, tensor<ui32>>
    %buffer = "hlo.get-tuple-element"(%used) {index = 0} : (tuple<tensor<8xf32>, tensor<8xf32>, tensor<ui32>>) -> tensor<8xf32>
    %done = "hlo.copy-done"(%used) : (tuple<tensor<8xf32>, tensor<8xf32>, tensor<ui32>>) -> tensor<8xf32>
    %r = "hlo.tuple"(%d, %c, %buffer, %done) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tuple<tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>>
    return %r : tuple<tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>>
  }
}
