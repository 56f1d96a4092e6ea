// Rules on references to mesh axes, and the device groups that they denote.
#include "src/ir/sharding/mesh.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace hlo_text_v1::mesh_test {

using namespace internal;

using ::testing::ElementsAre;
using ::testing::IsEmpty;

AxisRef Whole(int32_t axis) { return AxisRef{axis, false, 1, 1}; }
AxisRef Sub(int32_t axis, int64_t pre_size, int64_t size) {
  return AxisRef{axis, true, pre_size, size};
}

constexpr MeshAxis kAxes[] = {{"a", 2}, {"b", 36}, {"one", 1}};

Mesh TestMesh() {
  Mesh mesh;
  mesh.axes = kAxes;
  mesh.devices.is_iota = true;
  return mesh;
}

TEST(Mesh, AxesCoexist) {
  const struct {
    std::vector<AxisRef> refs;
    bool coexist;
  } kCases[] = {
      {{}, true},
      {{Whole(1), Whole(0)}, true},
      {{Whole(1), Whole(1)}, false},
      {{Whole(1), Sub(1, 1, 2)}, false},
      {{Sub(1, 6, 2), Whole(0), Sub(1, 2, 3)}, true},
      {{Sub(1, 1, 4), Sub(1, 2, 2)}, false},
      {{Sub(1, 2, 2), Sub(1, 9, 2)}, false},  // distinct, but without a common factorisation
      {{Sub(1, 1, 2), Sub(1, 1, 2)}, false},
  };
  for (const auto& c : kCases) {
    std::vector<AxisRef> refs = c.refs;
    EXPECT_EQ(AxesCoexist(&refs), c.coexist) << &c - kCases;
  }
}

TEST(Mesh, ListsOfAxes) {
  EXPECT_EQ(FindMergeableAxes({Whole(0), Sub(1, 1, 2), Sub(1, 2, 3)}), 1);
  EXPECT_EQ(FindMergeableAxes({Sub(1, 2, 3), Sub(1, 1, 2)}), -1);
  EXPECT_TRUE(AxesAreSorted({Whole(0), Sub(1, 1, 2), Sub(1, 4, 3)}));
  EXPECT_FALSE(AxesAreSorted({Whole(1), Whole(0)}));
  EXPECT_FALSE(AxesAreSorted({Sub(1, 4, 3), Sub(1, 1, 2)}));

  const Mesh mesh = TestMesh();
  EXPECT_EQ(AxisRefSize(mesh, Whole(1)), 36);
  EXPECT_EQ(AxisRefSize(mesh, Sub(1, 2, 3)), 3);
  EXPECT_TRUE(NamesWholeMesh(mesh, {Whole(0), Whole(1)}));
  EXPECT_TRUE(NamesWholeMesh(mesh, {Whole(0), Whole(1), Whole(2)}));
  EXPECT_FALSE(NamesWholeMesh(mesh, {Whole(0)}));
  EXPECT_FALSE(NamesWholeMesh(mesh, {Whole(0), Sub(1, 1, 2)}));
  EXPECT_FALSE(NamesWholeMesh(mesh, {}));
}

TEST(Mesh, ExpandMeshGroups) {
  constexpr MeshAxis kFourByTwo[] = {{"a", 4}, {"b", 2}};
  Mesh mesh;
  mesh.axes = kFourByTwo;
  mesh.devices.is_iota = true;
  std::vector<int64_t> devices;
  int64_t group_size = 0;
  EXPECT_EQ(ExpandMeshGroups(mesh, {Sub(0, 1, 2)}, 8, &devices, &group_size), CanonicalStatus::kOk);
  EXPECT_EQ(group_size, 2);
  EXPECT_THAT(devices, ElementsAre(0, 4, 1, 5, 2, 6, 3, 7));
  EXPECT_EQ(ExpandMeshGroups(mesh, {}, 7, &devices, &group_size), CanonicalStatus::kTooManyDevices);

  constexpr int64_t kOrder[] = {7, 6, 5, 4, 3, 2, 1, 0};
  mesh.devices.is_iota = false;
  mesh.devices.devices = kOrder;
  EXPECT_EQ(ExpandMeshGroups(mesh, {Whole(1), Sub(0, 2, 2)}, 8, &devices, &group_size),
            CanonicalStatus::kOk);
  EXPECT_EQ(group_size, 4);
  EXPECT_THAT(devices, ElementsAre(7, 5, 6, 4, 3, 1, 2, 0));

  EXPECT_EQ(ExpandMeshGroups(Mesh(), {}, 8, &devices, &group_size), CanonicalStatus::kOk);
  EXPECT_THAT(devices, IsEmpty());
}

}  // namespace hlo_text_v1::mesh_test
