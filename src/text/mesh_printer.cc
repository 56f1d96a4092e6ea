// Meshes and references to their axes. Names print in single quotes without escapes, as in XLA.
// Source: XLA mesh_and_axis.cc.
#include <algorithm>
#include <cstddef>

#include "src/text/float_printer.h"
#include "src/text/sharding_printer.h"

namespace hlo {

void AppendNumbers(absl::Span<const int64_t> numbers, std::string* out) {
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) out->push_back(',');
    AppendInt(numbers[i], out);
  }
}

void AppendIota(const IotaTile& iota, std::string* out) {
  out->push_back('[');
  AppendNumbers(iota.reshape_dims, out);
  out->push_back(']');
  if (iota.reshape_dims.size() <= 1) return;
  out->append("T(");
  for (size_t i = 0; i < iota.transpose_perm.size(); ++i) {
    if (i > 0) out->push_back(',');
    AppendInt(iota.transpose_perm[i], out);
  }
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
  for (size_t i = 0; i < mesh.axes.size(); ++i) {
    if (i > 0) out->push_back(',');
    out->push_back('\'');
    out->append(mesh.axes[i].name);
    out->append("'=");
    AppendInt(mesh.axes[i].size, out);
    has_elements = has_elements && mesh.axes[i].size != 0;
  }
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
  out->push_back('\'');
  out->append(mesh.axes[ref.axis].name);
  out->push_back('\'');
  if (!ref.is_sub_axis) return;
  out->append(":(");
  AppendInt(ref.pre_size, out);
  out->push_back(')');
  AppendInt(ref.size, out);
}

void AppendAxisRefs(const Mesh& mesh, absl::Span<const AxisRef> refs, std::string_view separator,
                    std::string* out) {
  out->push_back('{');
  for (size_t i = 0; i < refs.size(); ++i) {
    if (i > 0) out->append(separator);
    AppendAxisRef(mesh, refs[i], out);
  }
  out->push_back('}');
}

}  // namespace hlo
