#include "src/ir/stack_frames.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "src/base/strings.h"

namespace hlo_text_v1::stack_frames_test {

using namespace internal;

using ::testing::ElementsAreArray;

struct FileFunctionLine {
  int32_t file_name_id;
  int32_t function_name_id;
  int32_t line;
};

// Files a and b, functions f and g.
StackFrameTables Tables(const std::vector<FileFunctionLine>& locations,
                        const std::vector<StackFrameTables::Frame>& frames) {
  StackFrameTables tables;
  tables.file_names = {"a", "b"};
  tables.function_names = {"f", "g"};
  for (const FileFunctionLine& l : locations) {
    tables.locations.push_back({l.file_name_id, l.function_name_id, l.line, 1, 1, 1});
  }
  tables.frames = frames;
  return tables;
}

// "af1^2": file a, function f, line 1, called from frame 2.
std::vector<std::string> Describe(const StackFrameTables& tables) {
  std::vector<std::string> frames;
  for (const StackFrameTables::Frame& frame : tables.frames) {
    const StackFrameTables::Location& location = tables.locations.at(frame.location_id - 1);
    frames.push_back(StrCat(tables.file_names.at(location.file_name_id - 1),
                            tables.function_names.at(location.function_name_id - 1), location.line,
                            "^", frame.parent_frame_id));
  }
  return frames;
}

TEST(StackFrameCanonicalizerTest, MeasuredCases) {
  const std::vector<FileFunctionLine> sound = {{1, 1, 1}, {1, 2, 2}, {2, 1, 3}};
  struct Case {
    const char* what;
    std::vector<FileFunctionLine> locations;
    std::vector<StackFrameTables::Frame> frames;  // location, parent
    std::vector<int32_t> ids;
    std::vector<std::string> new_frames;
    std::vector<int32_t> new_ids;
  };
  const Case cases[] = {
      {"a chain", sound, {{1, 0}, {2, 1}}, {2}, {"af1^0", "ag2^1"}, {2}},
      {"numbers go by first use",
       sound,
       {{1, 0}, {2, 1}, {3, 1}},
       {3, 2, 3, 1},
       {"af1^0", "bf3^1", "ag2^1"},
       {2, 3, 2, 1}},
      {"equal frames are one", {{1, 1, 1}, {1, 1, 1}}, {{1, 0}, {2, 0}}, {1, 2}, {"af1^0"}, {1, 1}},
      {"no such frame", sound, {{1, 0}}, {-1, 2, 1}, {"af1^0"}, {0, 0, 1}},
      {"a cycle", sound, {{1, 2}, {2, 1}, {3, 0}}, {1, 2, 3}, {"bf3^0"}, {0, 0, 1}},
      {"its own parent", sound, {{1, 1}}, {1}, {}, {0}},
      {"no such parent", sound, {{1, -1}, {2, 1}, {3, 9}}, {1, 2, 3}, {}, {0, 0, 0}},
      {"unsound locations",
       {{1, 1, 1}, {3, 1, 2}, {1, 0, 3}},
       {{1, 0}, {2, 0}, {3, 0}, {4, 0}, {0, 0}},
       {2, 3, 4, 5, 1},
       {"af1^0"},
       {0, 0, 0, 0, 1}},
      {"frames left over go beneath the next one",
       sound,
       {{9, 0}, {2, 1}, {3, 0}},
       {2, 3, 2, 3},
       {"bf3^0", "ag2^1"},
       {0, 2, 2, 1}},
      {"two left over",
       sound,
       {{9, 0}, {2, 1}, {3, 2}, {1, 0}},
       {3, 4},
       {"af1^0", "ag2^1", "bf3^2"},
       {0, 3}},
      {"an unsound frame drops them",
       sound,
       {{9, 0}, {2, 1}, {3, 0}},
       {2, 8, 3},
       {"bf3^0"},
       {0, 0, 1}},
      {"left over beneath one that is mapped",
       sound,
       {{1, 0}, {9, 1}, {2, 2}, {3, 0}},
       {3, 1, 3, 4, 3},
       {"af1^0", "ag2^1", "bf3^0"},
       {0, 2, 2, 3, 2}},
      {"two unsound locations in a chain",
       sound,
       {{9, 0}, {2, 1}, {9, 2}, {3, 3}, {1, 0}},
       {4, 5, 5, 5},
       {"af1^0", "ag2^1", "bf3^1"},
       {0, 0, 3, 1}},
  };
  for (const Case& c : cases) {
    const StackFrameTables tables = Tables(c.locations, c.frames);
    StackFrameCanonicalizer canonicalizer(tables);
    std::vector<int32_t> new_ids;
    for (const int32_t id : c.ids) new_ids.push_back(canonicalizer.Map(id));
    EXPECT_THAT(new_ids, ElementsAreArray(c.new_ids)) << c.what;
    EXPECT_THAT(Describe(canonicalizer.TakeTables()), ElementsAreArray(c.new_frames)) << c.what;
  }
}

TEST(StackFrameCanonicalizerTest, UnusedNamesAndLocationsAreDropped) {
  const StackFrameTables tables = Tables({{1, 1, 1}, {2, 2, 7}}, {{1, 0}, {2, 0}});
  StackFrameCanonicalizer canonicalizer(tables);
  EXPECT_EQ(canonicalizer.Map(2), 1);
  const StackFrameTables result = canonicalizer.TakeTables();
  EXPECT_THAT(result.file_names, ElementsAreArray({"b"}));
  EXPECT_THAT(result.function_names, ElementsAreArray({"g"}));
  ASSERT_EQ(result.locations.size(), 1u);
  EXPECT_EQ(result.locations[0].line, 7);
}

TEST(StackFrameCanonicalizerTest, NothingUsedNothingKept) {
  const StackFrameTables tables = Tables({{1, 1, 1}}, {{1, 0}});
  EXPECT_TRUE(StackFrameCanonicalizer(tables).TakeTables().empty());
}

// If many instructions name a chain whose outermost frame cannot be added, each must not cost the
// chain's length.
TEST(StackFrameCanonicalizerTest, ChainsThatCannotBeAddedAreNotWalkedForEver) {
  constexpr int32_t kLength = 200000;
  for (const int32_t outermost_parent : {0, -1, kLength}) {
    std::vector<StackFrameTables::Frame> frames = {{9, outermost_parent}};
    for (int32_t i = 1; i < kLength; ++i) frames.push_back({1, i});
    const StackFrameTables tables = Tables({{1, 1, 1}}, frames);
    StackFrameCanonicalizer canonicalizer(tables);
    for (int32_t i = 0; i < kLength; ++i) EXPECT_EQ(canonicalizer.Map(kLength - i), 0);
    EXPECT_LE(canonicalizer.TakeTables().frames.size(), size_t{1} << 20);
  }
}

TEST(StackFrameTablesTest, ResolveNeedsALocationAndAFile) {
  // Locations: file, function, line.
  const StackFrameTables tables =
      Tables({{1, 1, 7}, {2, 9, 8}, {9, 1, 9}}, {{1, 2}, {2, 0}, {3, 0}, {0, 0}, {9, 0}});
  const auto inner = tables.Resolve(1);
  ASSERT_TRUE(inner.has_value());
  EXPECT_EQ(inner->file_name, tables.file_names[0]);
  EXPECT_EQ(inner->function_name, tables.function_names[0]);
  EXPECT_EQ(inner->location.line, 7);
  const auto outer = tables.Resolve(inner->parent_frame_id);
  ASSERT_TRUE(outer.has_value());
  EXPECT_EQ(outer->file_name, tables.file_names[1]);
  EXPECT_EQ(outer->function_name, "");
  EXPECT_EQ(outer->parent_frame_id, 0);
  for (const int32_t id : {-1, 0, 3, 4, 5, 6}) EXPECT_FALSE(tables.Resolve(id).has_value()) << id;
}

}  // namespace hlo_text_v1::stack_frames_test
