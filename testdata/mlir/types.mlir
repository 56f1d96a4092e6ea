!tuple0 = tuple<tensor<4x!hlo.f4e2m1fn>, tensor<2x2xf8E5M2>, tensor<3xcomplex<f32>>, !hlo.opaque, tensor<?xi1>, tensor<16xui4>, !hlo.token>
module @types {
  func.func @main(%a: tensor<4x!hlo.f4e2m1fn>, %b: tensor<2x2xf8E5M2>, %c: tensor<3xcomplex<f32>>, %d: !hlo.opaque, %e: tensor<?xi1>, %f: tensor<16xui4>) -> !tuple0 attributes {hlo.entry} {
    %t = "hlo.after-all"() : () -> !hlo.token
    %r = "hlo.tuple"(%a, %b, %c, %d, %e, %f, %t) : (tensor<4x!hlo.f4e2m1fn>, tensor<2x2xf8E5M2>, tensor<3xcomplex<f32>>, !hlo.opaque, tensor<?xi1>, tensor<16xui4>, !hlo.token) -> !tuple0
    return %r : !tuple0
  }
}
