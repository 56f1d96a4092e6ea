// One path for the bytes, a rectangle with a title for each bar, a mark for each link; below, what
// the marks mean.
#include "src/tools/hlo_view/timeline/timeline_svg.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

#include "src/base/human_text.h"
#include "src/base/strings.h"
#include "src/tools/hlo_view/timeline/timeline.h"

namespace hlo::internal {
namespace {

constexpr int kWidth = 960;
constexpr int kMargin = 16;
constexpr int kColumns = kWidth - 2 * kMargin;
constexpr int kChartTop = 44;
constexpr int kChartBottom = 164;
constexpr int kLanesTop = 190;
constexpr int kLaneHeight = 20;
constexpr int kLegendHeight = 20;
constexpr int kMostLanes = 40;
constexpr double kLetterWidth = 6.6;  // of 11 px of a monospaced font

constexpr std::string_view kStyle = R"(<style>
  svg { background: #fcfcfb; font: 11px ui-monospace, "DejaVu Sans Mono", monospace; }
  text { fill: #24272b; } .quiet { fill: #6b7077; } .axis { stroke: #c9c9c4; }
  .bytes { fill: #3b76c4; fill-opacity: .25; stroke: #3b76c4; }
  .bar { fill: #c8741a; } .mark { fill: #fcfcfb; } .ring { fill: none; stroke: #fcfcfb; }
  @media (prefers-color-scheme: dark) {
    svg { background: #15171a; } text { fill: #d6d9dd; } .quiet { fill: #8b929b; }
    .axis { stroke: #3a4047; } .bytes { fill: #6ea3e8; stroke: #6ea3e8; } .bar { fill: #e3a04f; }
    .mark { fill: #15171a; } .ring { stroke: #15171a; }
  }
</style>
)";

// 1, 2, 5, 10, 20 ...: gives at most ten labels.
int64_t StepsBetweenLabels(int64_t steps) {
  for (int64_t power = 1;; power *= 10) {
    for (const int64_t every : {power, 2 * power, 5 * power}) {
      if (steps / every <= 10) return every;
    }
  }
}

class SvgWriter {
 public:
  SvgWriter(const HloComputation& computation, const Timeline& timeline)
      : computation_(computation), timeline_(timeline) {}

  std::string Write() {
    const int lanes = std::min<int>(timeline_.lanes, kMostLanes);
    const int legend_top = kLanesTop + lanes * kLaneHeight + 6;
    const int height = legend_top + (lanes > 0 ? kLegendHeight : 0) + 10;
    out_ = StrCat(R"(<svg xmlns="http://www.w3.org/2000/svg" width=")", kWidth, R"(" height=")",
                  height, R"(" viewBox="0 0 )", kWidth, " ", height, "\">\n", kStyle);
    WriteTitle();
    WriteBytes();
    WriteAxis();
    std::vector<double> drawn_to(static_cast<size_t>(lanes), -1);
    for (const AsyncBar& bar : timeline_.bars) {
      if (bar.lane < lanes) WriteBar(bar, &drawn_to[static_cast<size_t>(bar.lane)]);
    }
    if (lanes > 0) WriteLegend(legend_top);
    return out_ + "</svg>\n";
  }

 private:
  double X(double step) const {
    const auto steps = static_cast<double>(std::max<size_t>(1, timeline_.steps.size()));
    return kMargin + step / steps * kColumns;
  }
  static std::string Number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    return text;
  }

  void WriteTitle() {
    std::string text = StrCat(
        "%", computation_.name(), ": ",
        computation_.parent()->config().is_scheduled ? ""
                                                     : "not scheduled, in the order of the text; ",
        Plural(static_cast<int64_t>(timeline_.steps.size()), "step"), ", estimated peak ",
        HumanBytes(timeline_.peak_bytes, /*with_tenths=*/true), " at step ", timeline_.peak_step);
    if (!timeline_.bars.empty()) {
      StrAppend(&text, ", ",
                Plural(static_cast<int64_t>(timeline_.bars.size()), "asynchronous operation"));
    }
    if (timeline_.lanes > kMostLanes) {
      StrAppend(&text, ", ", kMostLanes, " of ", timeline_.lanes, " lanes");
    }
    StrAppend(&out_, "<text x=\"", kMargin, "\" y=\"24\">", HtmlText(text), "</text>\n");
  }

  // The maximum of the bytes in each pixel column.
  void WriteBytes() {
    const size_t steps = timeline_.steps.size();
    const size_t columns = std::min<size_t>(steps, kColumns);
    const auto top = static_cast<double>(std::max<int64_t>(1, timeline_.peak_bytes));
    StrAppend(&out_, "<path class=\"bytes\" d=\"M", kMargin, " ", kChartBottom);
    for (size_t column = 0; column < columns; ++column) {
      const size_t begin = column * steps / columns;
      const size_t end = (column + 1) * steps / columns;
      const int64_t most = *std::max_element(timeline_.bytes_alive.begin() + begin,
                                             timeline_.bytes_alive.begin() + end);
      const double y =
          kChartBottom - (kChartBottom - kChartTop) * (static_cast<double>(most) / top);
      StrAppend(&out_, "V", Number(y), "H", Number(X(static_cast<double>(end))));
    }
    StrAppend(&out_, "V", kChartBottom, "Z\"/>\n");
    StrAppend(&out_, "<path class=\"axis\" d=\"M", kMargin, " ", kChartBottom, "h", kColumns,
              "\"/>\n");
  }

  void WriteAxis() {
    const auto steps = static_cast<int64_t>(timeline_.steps.size());
    const int64_t every = StepsBetweenLabels(steps);
    for (int64_t step = 0; step < steps; step += every) {
      const std::string x = Number(X(static_cast<double>(step) + .5));
      StrAppend(&out_, "<text class=\"quiet\" text-anchor=\"middle\" x=\"", x, "\" y=\"",
                kChartBottom + 15, "\">", step, "</text>\n");
    }
  }

  void WriteBar(const AsyncBar& bar, double* drawn_to) {
    const double left = X(static_cast<double>(bar.begin));
    const double right = X(static_cast<double>(bar.end) + 1);
    if (right < *drawn_to + 1) return;
    *drawn_to = right;
    const int top = kLanesTop + bar.lane * kLaneHeight;
    std::string name = StrCat("%", bar.start->name());
    const std::string title =
        StrCat(name, ", steps ", bar.begin, " to ", bar.end,
               bar.done == nullptr ? ", not done" : "", ", ", bar.between, " meanwhile");
    StrAppend(&out_, "<g><title>", HtmlText(title), "</title><rect class=\"bar\" rx=\"3\" x=\"",
              Number(left), "\" y=\"", top, "\" width=\"", Number(std::max(1.0, right - left - 1)),
              "\" height=\"8\"/>");
    for (const AsyncBar::Link& link : bar.links) {
      const std::string x = Number(X(static_cast<double>(link.step) + .5));
      if (right - left < 8.0 * static_cast<double>(bar.links.size())) break;
      if (link.binds_output) WriteCircle("ring", x, top + 4, "2.8");
      if (link.bound_operands > 0) WriteCircle("mark", x, top + 4, "1.4");
    }
    // Below the bar, cut to the room there is.
    const auto letters = static_cast<size_t>((right - left) / kLetterWidth);
    if (letters >= 6) {
      if (name.size() > letters) name = name.substr(0, letters - 1) + "…";
      StrAppend(&out_, "<text class=\"quiet\" style=\"font-size:9px\" x=\"", Number(left + 2),
                "\" y=\"", top + 17, "\">", HtmlText(name), "</text>");
    }
    out_ += "</g>\n";
  }

  void WriteLegend(int top) {
    out_ += "<g class=\"legend\">\n";
    int left = kMargin;
    const auto write = [&](std::string_view text, bool has_mark, bool has_ring) {
      constexpr int kSwatch = 18;
      StrAppend(&out_, "<rect class=\"bar\" rx=\"3\" x=\"", left, "\" y=\"", top, "\" width=\"",
                kSwatch, "\" height=\"8\"/>");
      const std::string middle = StrCat(left + kSwatch / 2);
      if (has_ring) WriteCircle("ring", middle, top + 4, "2.8");
      if (has_mark) WriteCircle("mark", middle, top + 4, "1.4");
      StrAppend(&out_, "<text class=\"quiet\" x=\"", left + kSwatch + 6, "\" y=\"", top + 8, "\">",
                text, "</text>\n");
      left += kSwatch + 26 + static_cast<int>(static_cast<double>(text.size()) * kLetterWidth);
    };
    write("asynchronous operation", false, false);
    write("binds operands", true, false);
    write("binds the result", false, true);
    write("both", true, true);
    out_ += "</g>\n";
  }

  void WriteCircle(std::string_view style, const std::string& x, int y, std::string_view radius) {
    StrAppend(&out_, "<circle class=\"", style, "\" cx=\"", x, "\" cy=\"", y, "\" r=\"", radius,
              "\"/>");
  }

  const HloComputation& computation_;
  const Timeline& timeline_;
  std::string out_;
};

}  // namespace

std::string TimelineSvg(const HloComputation& computation) {
  const Timeline timeline = MakeTimeline(computation);
  return SvgWriter(computation, timeline).Write();
}

}  // namespace hlo::internal
