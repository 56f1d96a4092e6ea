module @dead_parameter {
  func.func @main(%unused: tensor<4xf32> {hlo.after = "c"}, %b: tensor<4xf32> {hlo.after = "a"}, %c: tensor<4xf32> {hlo.after = "dead"}, %a: tensor<4xf32> {hlo.after = ""}) -> tuple<tensor<4xf32>, tensor<4xf32>> attributes {hlo.entry} {
    %dead = "hlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
    %both = "hlo.tuple"(%c, %b) : (tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
    return %both : tuple<tensor<4xf32>, tensor<4xf32>>
  }
}
