// Rewrites functions one by one: moves the operations of each body, adding or replacing some.
#include "src/mlir/outline_bodies.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "src/async/chain.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/ir/name_uniquer.h"
#include "src/mlir/mlir_names.h"

namespace hlo_text_v1::internal {
namespace {

using Kind = MlirOperation::Kind;
using NameSet = HashSet<std::string_view>;
using NewNames = HashMap<std::string_view, std::string_view>;

// The names of values in one function, to which new ones are added: "%a", then "%a.1" ...
class ValueNames {
 public:
  explicit ValueNames(std::deque<std::string>* made) : made_(*made) {}
  void Add(std::string_view name) { ++count_[name]; }
  // Returns `name` if it is there at most `most` times, else a new name made from it. Adds the
  // result.
  std::string_view Take(std::string_view name, int most = 0) {
    if (count_[name]++ <= most) return name;
    std::string next;
    int& number = last_number_[name];
    do {
      next = StrCat(name, ".", ++number);
    } while (count_.contains(next));
    const std::string_view made = made_.emplace_back(std::move(next));
    Add(made);
    return made;
  }

 private:
  std::deque<std::string>& made_;
  HashMap<std::string_view, int> count_;
  HashMap<std::string_view, int> last_number_;
};

class Outliner {
 public:
  Outliner(MlirModule* module, std::vector<Diagnostic>* diagnostics)
      : module_(*module), types_(module->types), diagnostics_(*diagnostics) {}

  bool Run();

 private:
  // The operations of a function on their way to a new list.
  struct Rewrite {
    MlirFunction& function;
    ValueNames names;  // in the function and its bodies
    std::vector<MlirOperation> body;
  };
  // Values from outside that a new function needs, and the names of its arguments.
  struct Arguments {
    std::vector<MlirUse> values;
    std::vector<MlirTypeId> types;
    std::vector<MlirArgument> arguments;
    HashMap<std::pair<std::string_view, uint64_t>, std::string_view> names;
  };

  void RewriteFunction(MlirFunction* function);
  bool NeedsFunction(const MlirOperation& execute) const;
  bool IsPairWork(const MlirOperation& operation) const;
  void AwaitOutside(MlirOperation* execute, Rewrite* rewrite);
  void Outline(MlirOperation* execute, Rewrite* rewrite);
  void CallInstead(const std::string& callee, const Arguments& arguments, MlirOperation* execute);
  void ReturnTuple(MlirFunction* function);
  MlirOperation MakeTuple(std::string_view name, const std::vector<MlirUse>& values,
                          const std::vector<MlirTypeId>& types, MlirRange place);
  static void ReturnLeaves(const MlirOperation& tuple, const std::vector<MlirTypeId>& leaves,
                           std::string_view cast_name, MlirFunction* function);

  bool FindArguments(const std::vector<MlirOperation>& body, const NameSet& inside,
                     Arguments* arguments);
  static void UseArguments(const Arguments& arguments, std::vector<MlirOperation>* body);
  bool MergeGroups(MlirFunction* function);
  bool MergeGroup(const MlirOperation& create, const std::vector<MlirOperation*>& members,
                  MlirFunction* caller, MlirOperation* call);

  std::string_view Made(std::string name) {
    return module_.made_names.emplace_back(std::move(name));
  }
  ValueNames NamesOf(const MlirFunction& function);
  std::string NewFunction(std::string_view name) { return functions_.GetUniqueName(name); }
  void AddReferences(const MlirOperation& operation, MlirFunction* function) const;
  MlirFunction MakeFunction(std::string name, bool is_async, const Arguments& arguments,
                            MlirRange range) const;
  static MlirOperation Make(Kind kind, std::string_view name, MlirRange range);
  bool Fail(DiagnosticCode code, MlirRange place) {
    diagnostics_.push_back({Severity::kError, code, place.begin, place.end,
                            std::string(DiagnosticCodeText(code)), /*notes=*/{}});
    return false;
  }

  MlirModule& module_;
  MlirTypeTable& types_;
  std::vector<Diagnostic>& diagnostics_;
  NameUniquer functions_;
  HashMap<std::string, std::string> opcodes_;  // of declared functions
  std::vector<MlirFunction> done_;             // those of the module, new ones before their callers
};

void AddDefinitions(const std::vector<MlirOperation>& body, ValueNames* names) {
  for (const MlirOperation& operation : body) {
    for (const MlirResult& result : operation.results) names->Add(result.name);
    for (const MlirCapture& capture : operation.captures) names->Add(capture.name);
    AddDefinitions(operation.body, names);  // recursion: an async.execute nests only once
  }
}

NameSet NamesIn(const std::vector<MlirOperation>& body) {
  NameSet names;
  for (const MlirOperation& operation : body) {
    for (const MlirResult& result : operation.results) names.insert(result.name);
  }
  return names;
}

void Rename(const NewNames& names, std::vector<MlirOperation>* body) {
  if (names.empty()) return;
  for (MlirOperation& operation : *body) {
    for (MlirUse& use : operation.operands) {
      const auto found = names.find(use.name);
      if (found != names.end()) use.name = found->second;
    }
  }
}

void AddSymbols(const MlirAttribute& attribute, std::vector<std::string>* symbols) {
  if (attribute.kind == MlirAttribute::Kind::kSymbol) symbols->push_back(attribute.text);
  for (const MlirAttribute& element : attribute.elements) AddSymbols(element, symbols);
}

MlirResult ResultNamed(std::string_view name, MlirRange range, uint64_t count = 1) {
  return {name, count, range};
}
MlirUse UseOf(std::string_view name, MlirRange range, uint64_t index = 0) {
  return {name, index, range};
}

MlirOperation Outliner::Make(Kind kind, std::string_view name, MlirRange range) {
  MlirOperation operation;
  operation.kind = kind;
  operation.name = std::string(name);
  operation.range = range;
  operation.name_range = range;
  operation.attributes.kind = MlirAttribute::Kind::kDictionary;
  operation.attributes.range = range;
  return operation;
}

ValueNames Outliner::NamesOf(const MlirFunction& function) {
  ValueNames names(&module_.made_names);
  for (const MlirArgument& argument : function.arguments) names.Add(argument.value.name);
  AddDefinitions(function.body, &names);
  return names;
}

MlirFunction Outliner::MakeFunction(std::string name, bool is_async, const Arguments& arguments,
                                    MlirRange range) const {
  MlirFunction function;
  function.name = std::move(name);
  function.range = range;
  function.is_async = is_async;
  function.is_private = true;
  function.has_body = true;
  function.arguments = arguments.arguments;
  function.attributes.kind = MlirAttribute::Kind::kDictionary;
  return function;
}

void Outliner::AddReferences(const MlirOperation& operation, MlirFunction* function) const {
  if (operation.kind == Kind::kCall || operation.kind == Kind::kAsyncCall) {
    function->references.push_back(operation.name);
  }
  AddSymbols(operation.attributes, &function->references);
}

bool Outliner::Run() {
  for (const MlirFunction& function : module_.functions) {
    functions_.GetUniqueName(function.name);
    const MlirAttribute* opcode = function.attributes.Find("hlo.opcode");
    if (!function.has_body && opcode != nullptr) opcodes_[function.name] = opcode->text;
  }
  for (MlirFunction& function : module_.functions) {
    if (!MergeGroups(&function)) return false;
    RewriteFunction(&function);
    done_.push_back(std::move(function));
  }
  module_.functions = std::move(done_);
  return true;
}

void Outliner::RewriteFunction(MlirFunction* function) {
  if (function->is_async) ReturnTuple(function);
  const bool any =
      std::any_of(function->body.begin(), function->body.end(),
                  [](const auto& operation) { return operation.kind == Kind::kExecute; });
  if (!any) return;
  Rewrite rewrite{*function, NamesOf(*function), {}};
  for (MlirOperation& operation : function->body) {
    if (operation.kind == Kind::kExecute) {
      AwaitOutside(&operation, &rewrite);
      if (NeedsFunction(operation)) Outline(&operation, &rewrite);
    }
    rewrite.body.push_back(std::move(operation));
  }
  function->body = std::move(rewrite.body);
}

// Whether the operation, or the opcode that it calls, has a start and a done.
bool Outliner::IsPairWork(const MlirOperation& operation) const {
  std::string_view opcode = operation.name;
  if (operation.kind == Kind::kCall) {
    const auto found = opcodes_.find(operation.name);
    if (found == opcodes_.end()) return false;
    opcode = found->second;
  } else if (operation.kind != Kind::kHlo) {
    return false;
  }
  const std::optional<HloOpcode> known = ParseHloOpcode(opcode);
  return known.has_value() && FindPairOpcodes<&AsyncPairOpcodes::work>(*known) != nullptr;
}

// False for bodies that map to HLO directly: one async.call with its awaits, or one operation with
// its own start and done opcodes and a cast of its result. Bodies without a yield are rejected
// elsewhere.
bool Outliner::NeedsFunction(const MlirOperation& execute) const {
  const std::vector<MlirOperation>& body = execute.body;
  if (body.empty() || body.back().kind != Kind::kEnd) return false;
  for (const MlirOperation& operation : body) {
    if (operation.kind == Kind::kEnd ? &operation != &body.back()
                                     : operation.kind == Kind::kAddToGroup) {
      return false;
    }
    const bool has_types = operation.operands.size() == operation.operand_types.size();
    if (!has_types && operation.kind != Kind::kCreateGroup && operation.kind != Kind::kAwaitAll) {
      return false;
    }
  }
  const auto middle = [&](Kind kind) {
    return std::all_of(body.begin() + 1, body.end() - 1,
                       [kind](const auto& operation) { return operation.kind == kind; });
  };
  if (body.size() > 1 && body.front().kind == Kind::kAsyncCall) return !middle(Kind::kAwait);
  return body.size() == 1 || body.size() > 3 || !IsPairWork(body.front()) || !middle(Kind::kCast);
}

// Awaits the values of `as`, and values from outside that the body awaits, before the
// async.execute.
void Outliner::AwaitOutside(MlirOperation* execute, Rewrite* rewrite) {
  NewNames names;
  // Its name occurs once, in the body.
  const auto name_outside = [&](std::string_view name) {
    const std::string_view made = rewrite->names.Take(name, /*most=*/1);
    if (made != name) names[name] = made;
    return made;
  };
  for (const MlirCapture& capture : execute->captures) {
    MlirOperation await = Make(Kind::kAwait, "", capture.range);
    await.results.push_back(ResultNamed(name_outside(capture.name), capture.range));
    await.operands.push_back(capture.value);
    await.operand_types.push_back(capture.type);
    rewrite->body.push_back(std::move(await));
  }
  execute->captures.clear();
  const NameSet inside = NamesIn(execute->body);
  std::vector<MlirOperation> kept;
  for (MlirOperation& operation : execute->body) {
    const bool is_outside =
        operation.kind == Kind::kAwait && !inside.contains(operation.operands[0].name);
    if (is_outside) {
      for (MlirResult& result : operation.results) result.name = name_outside(result.name);
    }
    (is_outside ? rewrite->body : kept).push_back(std::move(operation));
  }
  execute->body = std::move(kept);
  Rename(names, &execute->body);
}

// Collects values that the operations use but do not define.
bool Outliner::FindArguments(const std::vector<MlirOperation>& body, const NameSet& inside,
                             Arguments* arguments) {
  ValueNames taken(&module_.made_names);
  for (const std::string_view name : inside) taken.Add(name);
  for (const MlirOperation& operation : body) {
    for (size_t i = 0; i < operation.operands.size(); ++i) {
      const MlirUse& use = operation.operands[i];
      if (inside.contains(use.name)) continue;
      if (i >= operation.operand_types.size()) return false;
      const auto [name, is_new] = arguments->names.try_emplace({use.name, use.index});
      if (!is_new) continue;
      name->second = taken.Take(use.name);
      MlirArgument argument;
      argument.value = UseOf(name->second, use.range);
      argument.type = operation.operand_types[i];
      argument.attributes.kind = MlirAttribute::Kind::kDictionary;
      arguments->arguments.push_back(std::move(argument));
      arguments->values.push_back(use);
      arguments->types.push_back(operation.operand_types[i]);
    }
  }
  return true;
}

void Outliner::UseArguments(const Arguments& arguments, std::vector<MlirOperation>* body) {
  for (MlirOperation& operation : *body) {
    for (MlirUse& use : operation.operands) {
      const auto found = arguments.names.find({use.name, use.index});
      if (found != arguments.names.end()) use = UseOf(found->second, use.range);
    }
  }
}

// An "hlo.tuple" of values.
MlirOperation Outliner::MakeTuple(std::string_view name, const std::vector<MlirUse>& values,
                                  const std::vector<MlirTypeId>& types, MlirRange place) {
  MlirOperation tuple = Make(Kind::kHlo, "tuple", place);
  tuple.results.push_back(ResultNamed(name, place));
  tuple.operands = values;
  tuple.operand_types = types;
  tuple.result_types = {types_.Tuple(types)};
  return tuple;
}

// Makes the return give the leaves of `tuple`, through a cast that takes it apart; or, if it has no
// leaves, only the name of `tuple`.
void Outliner::ReturnLeaves(const MlirOperation& tuple, const std::vector<MlirTypeId>& leaves,
                            std::string_view cast_name, MlirFunction* function) {
  const MlirRange place = tuple.range;
  const MlirUse value = UseOf(tuple.results[0].name, place);
  MlirOperation end = Make(Kind::kEnd, "", place);
  if (leaves.empty()) {
    function->attributes.keys.emplace_back("hlo.root");
    MlirAttribute& root = function->attributes.elements.emplace_back();
    root.kind = MlirAttribute::Kind::kString;
    root.range = place;
    root.text = std::string(value.name.substr(1));
  } else {
    MlirOperation cast = Make(Kind::kCast, "", place);
    cast.results.push_back(ResultNamed(cast_name, place, leaves.size()));
    cast.operands = {value};
    cast.operand_types = tuple.result_types;
    cast.result_types = leaves;
    function->body.push_back(std::move(cast));
    for (size_t i = 0; i < leaves.size(); ++i) end.operands.push_back(UseOf(cast_name, place, i));
    end.operand_types = leaves;
  }
  function->body.push_back(std::move(end));
}

// An async.func may return values that are not the leaves of one tuple, or only a token.
void Outliner::ReturnTuple(MlirFunction* function) {
  std::vector<MlirOperation>& body = function->body;
  if (body.empty() || body.back().kind != Kind::kEnd) return;
  const MlirOperation& end = body.back();
  const bool has_async = std::any_of(end.operand_types.begin(), end.operand_types.end(),
                                     [this](MlirTypeId type) { return types_.IsAsync(type); });
  if (has_async || end.operands.size() != end.operand_types.size()) return;
  if (end.operands.empty()) {
    const bool is_token =
        function->result_types.size() == 1 && function->result_types[0] == types_.AsyncToken();
    const auto is_empty = [this](MlirTypeId type) { return types_[type].leaf_count == 0; };
    const auto gives_root = [&](const MlirOperation& operation) {
      return operation.result_types.size() == 1 && is_empty(operation.result_types[0]);
    };
    const auto is_root = [&](const MlirArgument& argument) { return is_empty(argument.type); };
    const std::vector<MlirArgument>& arguments = function->arguments;
    if (!is_token || std::any_of(body.begin(), body.end(), gives_root) ||
        std::any_of(arguments.begin(), arguments.end(), is_root)) {
      return;
    }
  } else {
    const auto is_cast = [&](const MlirOperation& operation) {
      return operation.kind == Kind::kCast && !operation.results.empty() &&
             operation.results[0].name == end.operands[0].name;
    };
    if (end.operands.size() == 1 || std::any_of(body.begin(), body.end(), is_cast)) return;
  }
  ValueNames taken = NamesOf(*function);
  const std::vector<MlirTypeId> leaves = end.operand_types;
  const MlirOperation tuple = MakeTuple(taken.Take("%tuple"), end.operands, leaves, end.range);
  body.back() = tuple;
  ReturnLeaves(tuple, leaves, taken.Take("%leaves"), function);
}

void Outliner::Outline(MlirOperation* execute, Rewrite* rewrite) {
  Arguments arguments;
  if (execute->results.empty() ||
      !FindArguments(execute->body, NamesIn(execute->body), &arguments)) {
    return;
  }
  const MlirRange place = execute->name_range;
  const std::string name = HloNameOf(execute->results.back().name);
  std::vector<MlirOperation> body = std::exchange(execute->body, {});
  UseArguments(arguments, &body);
  MlirOperation end = body.back();
  const size_t count = end.operands.size();
  const bool is_one = body.size() == 2 && count == 1 &&
                      (body[0].kind == Kind::kHlo || body[0].kind == Kind::kCall) &&
                      body[0].results.size() == 1 && body[0].results[0].count == 1 &&
                      body[0].results[0].name == end.operands[0].name;

  MlirFunction callee =
      MakeFunction(NewFunction(StrCat(name, ".work")), /*is_async=*/is_one, arguments, place);
  for (const MlirOperation& operation : body) AddReferences(operation, &callee);
  callee.body = std::move(body);
  std::string called = callee.name;
  if (!is_one) {
    MlirOperation& last = callee.body.back();
    if (count != 1) {
      ValueNames taken = NamesOf(callee);
      MlirOperation tuple =
          MakeTuple(taken.Take("%tuple"), end.operands, end.operand_types, end.range);
      last.operands = {UseOf(tuple.results[0].name, end.range)};
      last.operand_types = tuple.result_types;
      callee.body.insert(callee.body.end() - 1, std::move(tuple));
    }
    callee.result_types = callee.body.back().operand_types;

    MlirFunction wrapper =
        MakeFunction(NewFunction(StrCat(name, ".async")), /*is_async=*/true, arguments, place);
    ValueNames names = NamesOf(wrapper);
    MlirOperation call = Make(Kind::kCall, callee.name, place);
    call.results.push_back(ResultNamed(names.Take("%call"), place));
    for (const MlirArgument& argument : wrapper.arguments) call.operands.push_back(argument.value);
    call.operand_types = arguments.types;
    call.result_types = callee.result_types;
    wrapper.references.push_back(callee.name);
    wrapper.body.push_back(call);
    if (count == 1) {
      MlirOperation result = Make(Kind::kEnd, "", place);
      result.operands = {UseOf(call.results[0].name, place)};
      result.operand_types = call.result_types;
      wrapper.body.push_back(std::move(result));
    } else {
      ReturnLeaves(call, end.operand_types, names.Take("%leaves"), &wrapper);
    }
    called = wrapper.name;
    done_.push_back(std::move(callee));
    done_.push_back(std::move(wrapper));
  } else {
    done_.push_back(std::move(callee));
  }
  rewrite->function.references.push_back(called);
  execute->body.push_back(std::move(end));
  CallInstead(called, arguments, execute);
}

// Calls the function and awaits the values of the yield, the only operation left in the body.
void Outliner::CallInstead(const std::string& callee, const Arguments& arguments,
                           MlirOperation* execute) {
  const MlirRange place = execute->name_range;
  MlirOperation yield = std::move(execute->body.back());
  execute->body.clear();
  const std::string_view name = execute->results.back().name;
  MlirOperation call = Make(Kind::kAsyncCall, callee, place);
  const std::string_view work = Made(StrCat(name, "$call"));
  const size_t count = yield.operands.size();
  call.results.push_back(ResultNamed(work, place, std::max<size_t>(count, 1)));
  call.operands = arguments.values;
  call.operand_types = arguments.types;
  std::vector<MlirOperation> awaits;
  for (size_t i = 0; i < std::max<size_t>(count, 1); ++i) {
    const MlirTypeId type =
        count == 0 ? types_.AsyncToken() : types_.AsyncValue(yield.operand_types[i]);
    call.result_types.push_back(type);
    MlirOperation await = Make(Kind::kAwait, "", place);
    await.operands = {UseOf(work, place, i)};
    await.operand_types = {type};
    if (count > 0) {
      await.results.push_back(ResultNamed(Made(StrCat(name, "$value", i)), place));
      yield.operands[i] = UseOf(await.results[0].name, place);
    }
    awaits.push_back(std::move(await));
  }
  execute->body.push_back(std::move(call));
  std::move(awaits.begin(), awaits.end(), std::back_inserter(execute->body));
  execute->body.push_back(std::move(yield));
}

// ---- Groups.

// A group with hlo.calls is one start: replaces its members by an async.call at the last one.
bool Outliner::MergeGroups(MlirFunction* function) {
  std::vector<MlirOperation>& body = function->body;
  struct Group {
    MlirOperation* create = nullptr;
    MlirOperation* last = nullptr;
    std::vector<MlirOperation*> members;
  };
  std::vector<Group> groups;
  HashMap<std::string_view, size_t> by_name;
  HashMap<std::string_view, MlirOperation*> executes;  // by their tokens
  HashSet<const MlirOperation*> removed;
  for (MlirOperation& operation : body) {
    if (operation.kind == Kind::kCreateGroup && operation.attributes.Find("hlo.calls") != nullptr &&
        operation.results.size() == 1) {
      by_name[operation.results[0].name] = groups.size();
      groups.push_back({&operation, nullptr, {}});
      removed.insert(&operation);
    } else if (operation.kind == Kind::kExecute && !operation.results.empty()) {
      executes[operation.results[0].name] = &operation;
    } else if (operation.kind == Kind::kAddToGroup) {
      const auto group = by_name.find(operation.operands[1].name);
      if (group == by_name.end()) continue;
      const auto member = executes.find(operation.operands[0].name);
      if (member == executes.end() || !removed.insert(member->second).second) {
        return Fail(DiagnosticCode::kMlirGroup, operation.range);
      }
      groups[group->second].members.push_back(member->second);
      groups[group->second].last = &operation;
    } else if (operation.kind == Kind::kAwaitAll && by_name.contains(operation.operands[0].name)) {
      removed.insert(&operation);
    }
  }
  if (groups.empty()) return true;
  for (Group& group : groups) {
    if (group.members.empty()) return Fail(DiagnosticCode::kMlirGroup, group.create->range);
    MlirOperation call;
    if (!MergeGroup(*group.create, group.members, function, &call)) return false;
    *group.last = std::move(call);
  }
  std::vector<MlirOperation> kept;
  for (MlirOperation& operation : body) {
    const bool is_added =
        operation.kind == Kind::kAddToGroup && by_name.contains(operation.operands[1].name);
    if (!is_added && !removed.contains(&operation)) kept.push_back(std::move(operation));
  }
  body = std::move(kept);
  return true;
}

bool Outliner::MergeGroup(const MlirOperation& create, const std::vector<MlirOperation*>& members,
                          MlirFunction* caller, MlirOperation* call) {
  const MlirAttribute* name = create.attributes.Find("hlo.calls");
  if (name->kind != MlirAttribute::Kind::kString) {
    return Fail(DiagnosticCode::kMlirGroup, name->range);
  }
  *call = Make(Kind::kAsyncCall, "", create.range);
  std::vector<MlirOperation> body;
  std::vector<MlirTypeId> types;
  std::vector<MlirTypeId> leaves;
  for (MlirOperation* member : members) {
    std::vector<MlirOperation>& work = member->body;
    const bool is_sound = member->operands.empty() && member->captures.empty() &&
                          (work.size() == 2 || (work.size() == 3 && work[1].kind == Kind::kCast)) &&
                          work.back().kind == Kind::kEnd && work[0].results.size() == 1 &&
                          work[0].results[0].count == 1 && work[0].result_types.size() == 1 &&
                          (work[0].kind == Kind::kHlo || work[0].kind == Kind::kCall) &&
                          !types_.IsAsync(work[0].result_types[0]);
    if (!is_sound) return Fail(DiagnosticCode::kMlirGroup, member->range);
    types.push_back(work[0].result_types[0]);
    const std::vector<MlirTypeId>& yielded = work.back().operand_types;
    leaves.insert(leaves.end(), yielded.begin(), yielded.end());
    call->results.insert(call->results.end(), member->results.begin() + 1, member->results.end());
    const auto& results = member->result_types;
    call->result_types.insert(call->result_types.end(), results.begin(), results.end());
    body.push_back(std::move(work[0]));
  }

  Arguments arguments;
  if (!FindArguments(body, {}, &arguments)) return Fail(DiagnosticCode::kMlirGroup, create.range);
  const MlirAttribute* parameters = create.attributes.Find("hlo.parameters");
  const absl::Span<const MlirAttribute> given = ElementsOf(parameters);
  if (parameters != nullptr && given.size() != arguments.arguments.size()) {
    return Fail(DiagnosticCode::kMlirGroup, parameters->range);
  }
  ValueNames taken(&module_.made_names);
  for (size_t i = 0; i < arguments.arguments.size(); ++i) {
    MlirUse& value = arguments.arguments[i].value;
    if (parameters != nullptr) value.name = Made(StrCat("%", given[i].text));
    value.name = taken.Take(value.name);
    arguments.names[{arguments.values[i].name, arguments.values[i].index}] = value.name;
  }
  UseArguments(arguments, &body);
  MlirFunction function =
      MakeFunction(NewFunction(name->text), /*is_async=*/true, arguments, create.name_range);
  std::vector<MlirUse> values;
  for (MlirOperation& operation : body) {
    AddReferences(operation, &function);
    operation.results[0].name = taken.Take(operation.results[0].name);
    values.push_back(UseOf(operation.results[0].name, operation.range));
  }
  function.body = std::move(body);
  const MlirAttribute* root = create.attributes.Find("hlo.root");
  const std::string_view root_name = root == nullptr ? "%tuple" : Made(StrCat("%", root->text));
  MlirOperation tuple = MakeTuple(taken.Take(root_name), values, types, create.range);
  const MlirAttribute* root_attributes = create.attributes.Find("hlo.root_attributes");
  if (root_attributes != nullptr && root_attributes->kind == MlirAttribute::Kind::kDictionary) {
    tuple.attributes = *root_attributes;
  }
  function.body.push_back(tuple);
  ReturnLeaves(tuple, leaves, taken.Take("%leaves"), &function);

  call->name = function.name;
  call->operands = arguments.values;
  call->operand_types = arguments.types;
  call->attributes = create.attributes;
  if (call->attributes.Find("hlo.name") == nullptr) {
    call->attributes.keys.emplace_back("hlo.name");
    MlirAttribute& value = call->attributes.elements.emplace_back();
    value.kind = MlirAttribute::Kind::kString;
    value.range = create.range;
    value.text = HloNameOf(create.results[0].name);
  }
  caller->references.push_back(function.name);
  done_.push_back(std::move(function));
  return true;
}

}  // namespace

bool OutlineBodies(MlirModule* module, std::vector<Diagnostic>* diagnostics) {
  return Outliner(module, diagnostics).Run();
}

}  // namespace hlo_text_v1::internal
