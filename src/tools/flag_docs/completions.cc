// Each function writes one line per flag, inside the shell's own code. Apart from syntax, the
// shells differ in how they split --name=value: zsh and fish do, bash splits it into three words or
// not at all.
#include "src/tools/flag_docs/completions.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_replace.h"
#include "src/base/strings.h"
#include "src/tools/common/program_description.h"

namespace hlo_text_v1::internal {
namespace {

constexpr std::string_view kBashBegin =
    R"bash(# bash completion for PROGRAM; generated from its table of flags.

FUNCTION() {
  local cur=${COMP_WORDS[COMP_CWORD]} flag=${COMP_WORDS[COMP_CWORD-1]}
  local prefix= words= list= equal= i
  # Where readline breaks words at "=", that is a word of its own.
  if [[ $cur == = ]]; then
    cur= equal=yes
  elif [[ $flag == = ]]; then
    flag=${COMP_WORDS[COMP_CWORD-2]} equal=yes
  elif [[ $cur == --*=* ]]; then
    flag=${cur%%=*} prefix=${cur%%=*}= cur=${cur#*=} equal=yes
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ ${COMP_WORDS[i]} == -- ]] && flag=--
  done
  COMPREPLY=()
)bash";

// A switch that may have a value takes the value only after "=".
constexpr std::string_view kBashSwitches =
    R"bash(  [[ $flag$equal == @(SWITCHES) ]] && flag=
)bash";

constexpr std::string_view kBashCases = R"bash(  case $flag in
    --) ;;
)bash";

constexpr std::string_view kBashNames = R"bash(    *)
      if [[ $cur == -* ]]; then
        words="NAMES"
      fi
      if [[ $cur == --no* ]]; then
        words+=" NEGATIONS"
      fi
      ;;
)bash";

constexpr std::string_view kBashEnd = R"bash(  esac
  if [[ -n $list && $cur == *,* ]]; then
    prefix+=${cur%,*},
    cur=${cur##*,}
  fi
  if [[ -n $words ]]; then
    mapfile -t COMPREPLY < <(compgen -P "$prefix" -W "$words" -- "$cur")
    [[ -n $list || ${COMPREPLY[0]-} == *= && ${#COMPREPLY[@]} == 1 ]] && compopt -o nospace
  else
    mapfile -t COMPREPLY < <(compgen -P "$prefix" -f -- "$cur")
    compopt -o filenames
  fi 2>/dev/null
}

complete -F FUNCTION PROGRAM
)bash";

std::string Words(const FlagDescription& flag) {
  return Joined(flag.values, " ", [](const FlagValue& value) { return value.word; });
}

// One line of help for a menu, without details.
std::string ShortHelp(const FlagDescription& flag) {
  size_t end = flag.help.find(';');
  if (!flag.values.empty()) end = std::min(end, flag.help.find(':'));
  return absl::StrReplaceAll(flag.help.substr(0, end), {{"\n", " "}});
}

// --noNAME for --NAME; empty if there is no such flag.
std::string Negation(const FlagDescription& flag) {
  return flag.is_switch && !flag.is_short() ? "--no" + flag.name.substr(2) : "";
}

// `text` with a backslash before each of `special`.
std::string Escape(std::string_view text, std::string_view special) {
  std::string escaped;
  for (char c : text) {
    if (special.find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

// A program's name as part of a function name.
std::string Identifier(std::string_view program) {
  return absl::StrReplaceAll(Absl(program), {{"-", "_"}});
}

// 'text', quoted for zsh.
std::string ZshQuote(std::string_view text) {
  return "'" + absl::StrReplaceAll(Absl(text), {{"'", "'\\''"}}) + "'";
}

std::string FishQuote(std::string_view text) { return "'" + Escape(text, "\\'") + "'"; }

}  // namespace

std::string BashCompletion(const Program& program) {
  std::vector<std::string> names, negations, files, others, switches;
  for (const FlagDescription& flag : program.flags) {
    if (flag.may_have_value()) switches.push_back(flag.name);
  }
  const std::vector<std::pair<absl::string_view, std::string>> substitutions = {
      {"PROGRAM", std::string(program.name)},
      {"FUNCTION", "_" + Identifier(program.name)},
      {"SWITCHES", Joined(switches, "|")}};
  std::string text = absl::StrReplaceAll(Absl(kBashBegin), substitutions);
  if (!switches.empty()) text += absl::StrReplaceAll(Absl(kBashSwitches), substitutions);
  text += kBashCases;
  for (const FlagDescription& flag : program.flags) {
    const bool has_equal = !flag.is_switch && !flag.is_short();
    names.push_back(flag.name + (has_equal ? "=" : ""));
    if (const std::string negation = Negation(flag); !negation.empty()) {
      negations.push_back(negation);
    }
    if (flag.is_switch && !flag.may_have_value()) continue;
    if (flag.values.empty()) {
      (flag.takes_file() ? files : others).push_back(flag.name);
      continue;
    }
    text += "    " + flag.name + ") words=\"" + Words(flag) + "\"" +
            (flag.is_list ? " list=yes" : "") + " ;;\n";
  }
  if (!files.empty()) text += "    " + Joined(files, "|") + ") ;;\n";
  if (!others.empty()) text += "    " + Joined(others, "|") + ") return ;;\n";
  text += absl::StrReplaceAll(
      Absl(kBashNames), {{"NAMES", Joined(names, " ")}, {"NEGATIONS", Joined(negations, " ")}});
  text += absl::StrReplaceAll(Absl(kBashEnd), substitutions);
  return text;
}

std::string ZshCompletion(const Program& program) {
  // Descriptions for _arguments and for _values.
  const auto bracketed = [](std::string_view help) { return "[" + Escape(help, "\\[]:") + "]"; };
  std::string text = StrCat("#compdef ", program.name, "\n# zsh completion for ", program.name,
                            "; generated from its table of flags.\n\nlocal -a flags\nflags=(\n");
  std::string negations;
  for (const FlagDescription& flag : program.flags) {
    std::string spec = "*" + flag.name;
    if (flag.may_have_value()) spec += "=-";
    if (!flag.is_switch) spec += flag.is_short() ? "+" : "=";
    spec += bracketed(ShortHelp(flag));
    if (flag.may_have_value()) spec += ":";
    if (!flag.value_name.empty()) spec += ":" + Escape(flag.value_name, ":") + ":";
    if (flag.is_list) {
      spec += "_values -s , " + flag.value_name;
      for (const FlagValue& value : flag.values) {
        spec += " \"" + std::string(value.word) + bracketed(value.help) + "\"";
      }
    } else if (!flag.values.empty()) {
      spec += "(" + Words(flag) + ")";
    } else if (flag.takes_file()) {
      spec += "_files";
    }
    text += "  " + ZshQuote(spec) + "\n";
    if (const std::string negation = Negation(flag); !negation.empty()) {
      negations += "  " + ZshQuote("*" + negation + bracketed("not " + flag.name)) + "\n";
    }
  }
  text += "  '*:FILE:_files'\n)\n";
  text += "[[ $PREFIX == --no* ]] && flags+=(\n" + negations + ")\n";
  return text + "_arguments -S $flags\n";
}

std::string FishCompletion(const Program& program) {
  const std::string complete = StrCat("complete -c ", program.name, " ");
  const std::string typed_no = StrCat("__", Identifier(program.name), "_typed_no");
  std::string text =
      StrCat("# fish completion for ", program.name, "; generated from its table of flags.\n\n");
  const auto option = [](const std::string& name) {
    return name.size() == 2 ? "-s " + name.substr(1) : "-l " + name.substr(2);
  };
  std::string negations;
  for (const FlagDescription& flag : program.flags) {
    text += complete + option(flag.name);
    if (flag.is_list) {
      std::string append = "(__fish_append ,";
      for (const FlagValue& value : flag.values) {
        append += " " + std::string(value.word) + "\\t" + FishQuote(value.help);
      }
      text += (flag.is_switch ? " -f -a " : " -x -a ") + FishQuote(append + ")");
    } else if (!flag.values.empty()) {
      text += " -x -a " + FishQuote(Words(flag));
    } else if (!flag.is_switch) {
      text += flag.takes_file() ? " -r -F" : " -x";
    }
    text += " -d " + FishQuote(ShortHelp(flag)) + "\n";
    if (const std::string negation = Negation(flag); !negation.empty()) {
      StrAppend(&negations, complete, "-n '", typed_no, "' ", option(negation), " -d ",
                FishQuote("not " + flag.name), "\n");
    }
  }
  text += "\nfunction " + typed_no +
          "\n"
          "  string match -q -- '--no*' (commandline -ct)\n"
          "end\n";
  return text + negations;
}

}  // namespace hlo_text_v1::internal
