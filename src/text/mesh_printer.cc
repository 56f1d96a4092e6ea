// Meshes and references to their axes. Names print in single quotes without escapes, as in XLA.
// Source: XLA mesh_and_axis.cc.
#include <cstdint>

#include "hlo/print_values.h"
#include "src/base/strings.h"
#include "src/text/float_printer.h"
#include "src/text/sharding_printer.h"

namespace hlo_text_v1::internal {

void AppendNumbers(absl::Span<const int64_t> numbers, std::string* out) {
  AppendJoined(numbers, ",", out, [out](int64_t number) { AppendInt(number, out); });
}

void AppendIota(const IotaTile& iota, std::string* out) {
  out->push_back('[');
  AppendNumbers(iota.reshape_dims, out);
  out->push_back(']');
  if (iota.reshape_dims.size() <= 1) return;
  out->append("T(");
  AppendJoined(iota.transpose_perm, ",", out, [out](int32_t entry) { AppendInt(entry, out); });
  out->push_back(')');
}

void AppendMesh(const Mesh& mesh, std::string* out) {
  if (mesh.single_device) {
    out->append("single_device[device_id=");
    AppendNumbers(mesh.devices.devices, out);
    out->push_back(']');
    return;
  }
  out->append("mesh[");
  bool has_elements = true;
  AppendJoined(mesh.axes, ",", out, [&](const MeshAxis& axis) {
    AppendRawString(axis.name, '\'', out);
    StrAppend(out, "=", axis.size);
    has_elements = has_elements && axis.size != 0;
  });
  out->push_back(']');
  const bool plain_order = mesh.devices.is_iota && mesh.devices.iota.reshape_dims.size() <= 1;
  if (plain_order || !has_elements) return;
  out->append(", device_ids=(");
  if (mesh.devices.is_iota) {
    AppendIota(mesh.devices.iota, out);
  } else {
    AppendNumbers(mesh.devices.devices, out);
  }
  out->push_back(')');
}

void AppendAxisRef(const Mesh& mesh, const AxisRef& ref, std::string* out) {
  AppendRawString(mesh.axes[ref.axis].name, '\'', out);
  if (ref.is_sub_axis) StrAppend(out, ":(", ref.pre_size, ")", ref.size);
}

void AppendAxisRefs(const Mesh& mesh, absl::Span<const AxisRef> refs, std::string_view separator,
                    std::string* out) {
  out->push_back('{');
  AppendJoined(refs, separator, out, [&](const AxisRef& ref) { AppendAxisRef(mesh, ref, out); });
  out->push_back('}');
}

}  // namespace hlo_text_v1::internal
