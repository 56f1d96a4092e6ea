!tuple0 = tuple<tensor<4xi4, "f4e2m1fn">, tensor<2x2xf8E5M2>, tensor<3xcomplex<f32>>, tensor<i1, "opaque">, tensor<?xi1>, tensor<16xui4>, tensor<i1, "token">>
module @types {
  func.func private @hlo$after_all() -> tensor<i1, "token"> attributes {hlo.opcode = "after-all"}
  func.func private @hlo$tuple(tensor<4xi4, "f4e2m1fn">, tensor<2x2xf8E5M2>, tensor<3xcomplex<f32>>, tensor<i1, "opaque">, tensor<?xi1>, tensor<16xui4>, tensor<i1, "token">) -> !tuple0 attributes {hlo.opcode = "tuple"}
  func.func @main(%a: tensor<4xi4, "f4e2m1fn">, %b: tensor<2x2xf8E5M2>, %c: tensor<3xcomplex<f32>>, %d: tensor<i1, "opaque">, %e: tensor<?xi1>, %f: tensor<16xui4>) -> !tuple0 attributes {hlo.entry} {
    %t = func.call @hlo$after_all() : () -> tensor<i1, "token">
    %r = func.call @hlo$tuple(%a, %b, %c, %d, %e, %f, %t) : (tensor<4xi4, "f4e2m1fn">, tensor<2x2xf8E5M2>, tensor<3xcomplex<f32>>, tensor<i1, "opaque">, tensor<?xi1>, tensor<16xui4>, tensor<i1, "token">) -> !tuple0
    return %r : !tuple0
  }
}
