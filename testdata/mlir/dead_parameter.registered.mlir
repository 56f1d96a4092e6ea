module @dead_parameter {
  func.func private @hlo$negate(tensor<4xf32>) -> tensor<4xf32> attributes {hlo.opcode = "negate"}
  func.func private @hlo$tuple(tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>> attributes {hlo.opcode = "tuple"}
  func.func @main(%unused: tensor<4xf32> {hlo.after = "c"}, %b: tensor<4xf32> {hlo.after = "a"}, %c: tensor<4xf32> {hlo.after = "dead"}, %a: tensor<4xf32> {hlo.after = ""}) -> tuple<tensor<4xf32>, tensor<4xf32>> attributes {hlo.entry} {
    %dead = func.call @hlo$negate(%a) : (tensor<4xf32>) -> tensor<4xf32>
    %both = func.call @hlo$tuple(%c, %b) : (tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
    return %both : tuple<tensor<4xf32>, tensor<4xf32>>
  }
}
