// `data` is the JSON report, on one folder or, with `against`, on how its stages differ from those of
// another. Shows one module at a time; builds the details of a stage when it first
// unfolds. The address has the names of module and stage, #jit_step/simplification/algsimp, which
// stay the same when the page is written again; names that several have end in ":2" and so on.
const state = {module: 0, query: "", unchanged: false, hit: -1};

// ---- The text of a stage.

const isComparison = data.against !== undefined;
const isUnchanged = (stage) => stage.change !== undefined && stage.change.is_empty;
const isChanged = (stage) => stage.only !== undefined || (stage.change !== undefined && !stage.change.is_empty);
const onlyText = ({only}) => `only in ${only === "before" ? data.against : data.folder}`;
// What the change of a stage starts from.
const beforeOf = (module, stage) => stage.before ?? module.stages[stage.compared_to];
const labelOf = (stage) => stage.pipeline ? `${stage.pipeline}/${stage.pass}` : stage.pass;
const titleOf = (stage) => stage.title ?? labelOf(stage);
const signed = (n, text = count) => n > 0 ? `+${text(n)}` : n < 0 ? `−${text(-n)}` : "";
const moduleName = (module) =>
  `module_${String(module.number).padStart(4, "0")}${module.name ? `.${module.name}` : ""}`;

// ---- Addresses.

const encoded = (name) => name.split("/").map(encodeURIComponent).join("/");
// Keys of things by their names; no name has a colon when it is encoded.
function keysOf(names) {
  const seen = new Map();
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? encoded(name) : `${encoded(name)}:${times}`;
  });
}
// One segment of the address for a module: its name has no slash when it is encoded.
const moduleKeys = keysOf(data.modules.map((module) => module.name || moduleName(module)))
  .map((key) => key.replaceAll("/", "%2F"));
data.modules.forEach((module, index) => { module.key = moduleKeys[index]; });
const stageKeys = (module) => module.stageKeys ??= keysOf(module.stages.map(labelOf));
const addressOf = (module, index) => `#${module.key}/${stageKeys(module)[index]}`;

// The indices of module and stage that an address names; -1 for what it does not. It may come from
// anywhere, and browsers encode more or less of it.
function indicesOf(hash) {
  const parts = hash.slice(1).split(/([/:])/);
  let key;
  try {
    key = parts.map((part, i) => i % 2 ? part : encodeURIComponent(decodeURIComponent(part))).join("");
  } catch {
    return [-1, -1];
  }
  const slash = `${key}/`.indexOf("/");
  const module = moduleKeys.indexOf(key.slice(0, slash));
  return [module, module < 0 ? -1 : stageKeys(data.modules[module]).indexOf(key.slice(slash + 1))];
}

// ---- Search.

// The searchable text, in lower case.
function textOf(stage) {
  if (stage.searched === undefined) {
    const change = stage.change ?? {};
    const parts = [stage.number, labelOf(stage), stage.file, stage.error ?? "", change.diff ?? ""];
    for (const one of change.opcodes ?? []) parts.push(one.opcode);
    for (const one of change.async?.list ?? []) parts.push(`async ${one.what} ${one.opcode} ${one.start}`);
    for (const one of change.header ?? []) parts.push(one);
    for (const one of change.computations?.list ?? []) parts.push(one.before ?? "", one.after ?? "");
    stage.searched = parts.join("\n").toLowerCase();
  }
  return stage.searched;
}
const isFound = (stage) => textOf(stage).includes(state.query);

// Quotes for a shell, in single quotes.
const quote = (text) => /^[,\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
// A module as an argument of --module. Several may have a number, as of two programs.
function moduleForCommand(module) {
  const isOnly = data.modules.filter(({number}) => number === module.number).length === 1;
  return isOnly ? module.number : quote(`^${moduleName(module).replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")}$`);
}
// A stage as an argument of --stages.
const nameForCommand = (stage) => /^\d+$/.test(stage.number) ? String(Number(stage.number)) : stage.file;

// `text` with matches of the query marked.
function marked(text) {
  if (!state.query) return [text];
  const parts = [];
  const lower = text.toLowerCase();
  let from = 0;
  for (let at; (at = lower.indexOf(state.query, from)) >= 0; from = at + state.query.length) {
    parts.push(text.slice(from, at), el("mark", "", text.slice(at, at + state.query.length)));
  }
  parts.push(text.slice(from));
  return parts;
}

// ---- Details of a stage.

function table(heads, rows) {
  const element = el("table");
  element.append(el("tr", "", ...heads.map((head, i) => el("th", i ? "number" : "", head))));
  for (const row of rows) {
    element.append(el("tr", "", ...row.map((cell, i) => {
      const sign = {"+": " plus", "−": " minus"}[String(cell)[0]] ?? "";
      return el("td", i > 0 && /^[+−~]?[\d,]*$/.test(cell) ? `number${sign}` : "", cell);
    })));
  }
  return element;
}

function section(title, ...children) {
  return el("div", "", el("h3", "", title), el("div", "scroll", ...children));
}

function asyncText(one) {
  if (one.what === "moved") return `${one.start}: ${one.distance_before} → ${one.distance_after} between start and done`;
  if (one.what === "rebound") return `${one.start}: operand ${one.operand} bound at link ${one.link_after}, was ${one.link_before}`;
  if (one.sync) return one.what === "made" ? `${one.start}, was ${one.sync}` : `${one.start}, is ${one.sync}`;
  return one.start;
}

const kindOfLine = (line) =>
  line.startsWith("+ ") ? "plus" : line.startsWith("- ") ? "minus" : line.startsWith("~ ") ? "other" : "head";

const isSameField = (line, next) => {
  const field = /^. (\w+)=/.exec(line);
  return field !== null && next.startsWith(`+ ${field[1]}=`);
};

// Pairs what is in the earlier and in the later folder: a line and the next, if that says what has
// changed or is the same field of the header; one that only moved is in both.
function twoColumns(pre, lines) {
  pre.classList.add("columns");
  const put = (before, after, kind) => pre.append(
    el("div", before === null ? "" : kind ?? kindOfLine(before), ...marked(before ?? "")),
    el("div", after === null ? "" : kind ?? kindOfLine(after), ...marked(after ?? "")));
  for (let i = 0; i < lines.length; ++i) {
    const line = lines[i], next = lines[i + 1] ?? "";
    const kind = kindOfLine(line);
    if (kind === "head") pre.append(el("div", "head", ...marked(line)));
    else if (kind === "other") put(line, line);
    else if (kind === "plus") put(null, line);
    else if (next.startsWith("+ ") && (next.includes("  // ") || isSameField(line, next))) put(line, lines[++i]);
    else put(line, null);
  }
}

function diffText(change) {
  const pre = el("pre", "diff");
  const lines = change.diff.split("\n").filter((line) => line !== "");
  if (isComparison) twoColumns(pre, lines);
  else pre.append(...lines.map((line) => el("div", kindOfLine(line), ...marked(line))));
  if (change.diff_left_out) pre.append(el("div", "head", `… ${plural(change.diff_left_out, "line")} more`));
  return pre;
}

function commandFor(module, before, after) {
  if (isComparison) {
    return `hlo-view --open --diff_against=${quote(`${data.against}/${before.file}`)} ${quote(`${data.folder}/${after.file}`)}`;
  }
  return `hlo-view --open --passes ${quote(data.folder)} --module=${moduleForCommand(module)} ` +
      `--stages=${quote(`${nameForCommand(before)},${nameForCommand(after)}`)}`;
}

function details(module, stage) {
  const box = el("div", "details");
  if (stage.error !== undefined) {
    box.append(el("p", "failed", stage.error), el("p", "quiet mono", stage.file));
    return box;
  }
  const facts = [plural(stage.instructions, "instruction"), plural(stage.computation_count, "computation"),
    `${bytes(stage.result_bytes)} of results`, `${bytes(stage.text_bytes)} of text`];
  if (stage.async_pairs) facts.push(plural(stage.async_pairs, "asynchronous operation"));
  if (stage.is_scheduled) facts.push("scheduled");
  box.append(el("p", "quiet", facts.join(" · "), el("br"), el("span", "mono", stage.file)));
  const change = stage.change;
  if (change === undefined) return box;
  const before = beforeOf(module, stage);
  if (isComparison) box.firstChild.append(el("br"), el("span", "mono", `${data.against}: ${before.file}`));
  if (change.is_empty) {
    const other = isComparison ? data.against : before.number;
    box.append(el("p", "", change.same_text ? `The text of ${other}, byte for byte.`
                                            : `No difference from ${other} but in names, order or metadata.`));
    return box;
  }
  const columns = el("div", "columns");
  if (change.opcodes.length) {
    columns.append(section("Opcodes", table(["", "before", "after", ""],
      change.opcodes.map((one) => [one.opcode, count(one.before), count(one.after), signed(one.after - one.before)]))));
  }
  const kinds = Object.entries(change.changes);
  if (kinds.length) columns.append(section("Changed in", table(["", ""], kinds.map(([what, n]) => [what, count(n)]))));
  if (change.header.length) columns.append(section("Header", ...change.header.map((field) => el("div", "mono", field))));
  if (change.async) {
    columns.append(section("Asynchronous", table(["", ""],
      change.async.list.map((one) => [`${one.what} ${one.opcode}`, asyncText(one)]))));
  }
  const computations = change.computations.list;
  if (computations.length) {
    columns.append(section("Computations", table(["", "", "", ""], computations.map((one) => [
      one.before === undefined ? `new ${one.after}` : one.after === undefined ? `gone ${one.before}` : one.after,
      signed(one.added), signed(-one.removed), one.changed ? `~${count(one.changed)}` : ""]))));
  }
  box.append(columns, diffText(change));
  box.append(el("p", ""), el("p", "quiet", isComparison ? "In full: " : "In full, or of any other two stages: ",
    el("code", "command", commandFor(module, before, stage))));
  return box;
}

// ---- The list of stages.

function bars(change, scale) {
  const element = el("span", "bars");
  for (const [kind, n] of [["plus", change.added], ["minus", change.removed], ["other", change.changed]]) {
    if (!n) continue;
    const bar = el("i", kind);
    bar.style.width = `${(100 * n * scale).toFixed(2)}%`;
    element.append(bar);
  }
  element.title = `+${change.added} −${change.removed} ~${change.changed}`;
  return element;
}

function summaryOf(change) {
  const element = el("span", "opcodes");
  for (const one of change.opcodes) {
    const delta = one.after - one.before;
    element.append(el("span", delta > 0 ? "plus" : "minus", signed(delta)), ` ${one.opcode}  `);
  }
  for (const what of ["made", "removed", "moved", "rebound"]) {
    if (change.async?.[what]) element.append(`${change.async[what]} async ${what}  `);
  }
  if (!change.opcodes.length) {
    for (const [what, n] of Object.entries(change.changes)) element.append(el("span", "other", `~${count(n)}`), ` ${what}  `);
  }
  for (const field of change.header) element.append(`${field}  `);
  return element;
}

function stageRow(module, stage, index, scale) {
  const row = el("details", "stage");
  row.dataset.stage = index;
  const summary = el("summary");
  const name = el("span", "pass", stage.title ?? stage.pass);
  if (stage.pipeline) name.append(el("span", "quiet", stage.pipeline));
  const number = el("a", "step", stage.number);
  number.href = addressOf(module, index);
  summary.append(number, name);
  if (stage.error !== undefined) {
    summary.append(el("span", "bars"), el("span", ""), el("span", ""), el("span", "opcodes failed", stage.error));
  } else {
    const change = stage.change;
    const byteChange = change ? stage.result_bytes - beforeOf(module, stage).result_bytes : 0;
    summary.append(change && !change.is_empty ? bars(change, scale) : el("span", "bars"),
      el("span", "number", count(stage.instructions)),
      el("span", change ? "number" : "number quiet",
        change ? signed(byteChange, bytes) : bytes(stage.result_bytes)),
      change && !change.is_empty ? summaryOf(change) :
        el("span", stage.only ? `opcodes ${stage.only === "after" ? "plus" : "minus"}` : "quiet",
          stage.only ? onlyText(stage) : change ? "nothing" : ""));
  }
  row.append(summary);
  row.addEventListener("toggle", () => {
    if (row.open && row.children.length === 1) row.append(details(module, stage));
  });
  return row;
}

function foldedRow(number) {
  const what = !isComparison ? "changed nothing" : number === 1 ? "is the same" : "are the same";
  const row = el("div", "folded", el("span", "", `${plural(number, "stage")} ${what}`));
  row.addEventListener("click", () => setUnchanged(true));
  return row;
}

function stageList(module) {
  const total = (change) => change && !change.is_empty ? change.added + change.removed + change.changed : 0;
  const most = largest(module.stages, 1, (stage) => total(stage.change));
  const list = el("div", "", el("div", "folded heading", el("span", "", ""), el("span", "", "after pass"), el("span", "change", "change"),
    el("span", "number", "instr"), el("span", "number", "bytes"),
    legend(["plus", "added"], ["minus", "removed"], ["other", "changed"])));
  let folded = 0;
  const fold = () => {
    if (folded) list.append(foldedRow(folded));
    folded = 0;
  };
  module.stages.forEach((stage, index) => {
    if (state.query && !isFound(stage)) return;
    if (isUnchanged(stage) && !state.unchanged && !state.query) {
      ++folded;
      return;
    }
    fold();
    list.append(stageRow(module, stage, index, 1 / most));
  });
  fold();
  return list;
}

const legend = (...items) =>
  el("span", "legend", ...items.map(([kind, text]) => el("span", "", el("i", kind), text)));

// What the colours of the strip mean, those that it has.
function stripLegend(module) {
  const kinds = [["changed", isComparison ? "differs" : "changed it", isChanged],
    ["same", isComparison ? "the same" : "did not", (stage) => stage.error === undefined && !isChanged(stage)],
    ["failed", "could not be read", (stage) => stage.error !== undefined]];
  const element = legend(...kinds.filter(([, , test]) => module.stages.some(test)));
  element.prepend(el("span", "", "instructions after each stage"));
  return element;
}

function strip(module) {
  const most = largest(module.stages, 1, (stage) => stage.instructions ?? 0);
  const element = el("div", "strip");
  module.stages.forEach((stage, index) => {
    const column = el("a", stage.error !== undefined ? "failed" : isChanged(stage) ? "changed" : "", el("i"));
    column.firstChild.style.height = `${stage.error !== undefined ? 12 : 100 * stage.instructions / most}%`;
    column.href = addressOf(module, index);
    column.title = `${stage.number} ${titleOf(stage)}: ${stage.error ?? plural(stage.instructions, "instruction")}`;
    element.append(column);
  });
  return element;
}

// ---- The page.

function changedText(module) {
  const changed = module.stages.filter(isChanged).length;
  const of = ` of ${plural(module.stages.length, "stage")} `;
  if (module.only) return [onlyText(module)];
  return [el("b", "", changed), of, !isComparison ? "changed it" : changed === 1 ? "differs" : "differ"];
}

function showModule() {
  const module = data.modules[state.module];
  const box = $("module");
  box.replaceChildren();
  if (!module) return;
  const read = module.stages.filter((stage) => stage.error === undefined);
  const facts = el("div", "facts", el("span", "", ...changedText(module)));
  if (isComparison) {
    const first = module.stages.findIndex(isChanged);
    if (first >= 0) {
      const link = el("a", "", `${module.stages[first].number} ${titleOf(module.stages[first])}`);
      link.href = addressOf(module, first);
      facts.append(el("span", "", "first: ", link));
    }
  } else if (read.length) {
    const [first, last] = [read[0], read[read.length - 1]];
    facts.append(el("span", "", el("b", "", `${count(first.instructions)} → ${count(last.instructions)}`), " instructions"),
      el("span", "", el("b", "", `${bytes(first.result_bytes)} → ${bytes(last.result_bytes)}`), " of results"));
    if (read.some((stage) => stage.async_pairs)) {
      facts.append(el("span", "", el("b", "", `${count(first.async_pairs)} → ${count(last.async_pairs)}`), " asynchronous operations"));
    }
  }
  if (read.length < module.stages.length) facts.append(el("span", "failed", `${module.stages.length - read.length} could not be read`));
  box.append(el("h2", "", moduleName(module)), facts, strip(module), stripLegend(module), stageList(module));
  for (const buffers of module.buffers ?? [])
    box.append(el("p", "quiet", el("b", "", "Buffers "), buffers.text));
  if (module.others.length) {
    const others = el("details", "", el("summary", "quiet", `${plural(module.others.length, "other file")}, not read`));
    others.append(...module.others.map((file) => el("div", "mono", file)));
    box.append(el("p"), others);
  }
}

function showModules() {
  const panel = $("modules");
  panel.replaceChildren(el("h2", "", plural(data.modules.length, "module")));
  let found = 0;
  data.modules.forEach((module, index) => {
    const hits = module.stages.filter(isFound).length;
    found += hits;
    const link = el("a", state.query && !hits ? "without" : "", moduleName(module),
      el("span", "quiet", ...(state.query ? [`found in ${hits} of ${plural(module.stages.length, "stage")}`]
                                          : changedText(module))));
    link.href = `#${module.key}`;
    link.setAttribute("aria-current", index === state.module);
    panel.append(link);
  });
  if (data.others.length) {
    const others = el("details", "", el("summary", "quiet", plural(data.others.length, "other file")));
    others.append(...data.others.map((file) => el("div", "mono quiet", file)));
    others.style.padding = "5px 12px";
    panel.append(others);
  }
  $("found").textContent = !state.query ? "" :
    state.hit < 0 ? plural(found, "stage") : `${count(state.hit + 1)} of ${plural(found, "stage")}`;
  for (const id of ["previous", "next"]) $(id).hidden = found === 0;
}

function show() {
  showModules();
  showModule();
}

function setUnchanged(value) {
  state.unchanged = value;
  $("unchanged").setAttribute("aria-pressed", value);
  showModule();
}

// Shows a module and, unless it is -1, a stage of it.
function goTo(module, stage) {
  const target = data.modules[module]?.stages[stage];
  if (module !== state.module || (target && isUnchanged(target) && !state.unchanged)) {
    state.module = module;
    if (target && isUnchanged(target)) state.unchanged = true;
    $("unchanged").setAttribute("aria-pressed", state.unchanged);
    show();
  }
  document.querySelector(".stage.target")?.classList.remove("target");
  const row = document.querySelector(`.stage[data-stage="${stage}"]`);
  if (!row) return;
  row.classList.add("target");
  row.open = true;
  row.scrollIntoView({block: "start"});
}

function follow() {
  const [module, stage] = indicesOf(location.hash);
  goTo(module < 0 ? startModule : module, stage);
}

// ---- Search leads to modules that have what is searched for.

// All stages found, as pairs [module, stage].
const hits = () => state.query === "" ? [] : data.modules.flatMap((module, m) =>
  module.stages.flatMap((stage, s) => isFound(stage) ? [[m, s]] : []));

// Stays in the module if it has a hit; else shows the next one that has.
function search() {
  state.query = $("search").value.trim().toLowerCase();
  state.hit = -1;
  const found = hits();
  if (found.length && !found.some(([module]) => module === state.module)) {
    [state.module] = found.find(([module]) => module > state.module) ?? found[0];
    history.replaceState(null, "", `#${data.modules[state.module].key}`);
  }
  show();
}

function goToHit(by) {
  const found = hits();
  if (!found.length) return;
  const first = found.findIndex(([module]) => module >= state.module);
  const from = state.hit >= 0 ? state.hit + by : by > 0 ? Math.max(0, first) : first - 1;
  state.hit = (from + found.length) % found.length;
  const [module, stage] = found[state.hit];
  history.replaceState(null, "", addressOf(data.modules[module], stage));
  goTo(module, stage);
  showModules();
}

// Most dumps have many small modules and one that matters.
const sizeOf = (module) => largest(module.stages, 0, (stage) => stage.instructions ?? 0);
const startModule = data.modules.reduce((best, module, i) => sizeOf(module) > sizeOf(data.modules[best]) ? i : best, 0);

$("title").textContent = "Passes";
$("folder").textContent = isComparison ? `${data.against} → ${data.folder}` : data.folder;
$("folder").title = $("folder").textContent;
if (isComparison) {
  $("unchanged").textContent = "Same";
  $("unchanged").title = "Show also stages that are the same";
}
$("unchanged").addEventListener("click", () => setUnchanged(!state.unchanged));
$("search").addEventListener("input", search);
$("search").addEventListener("keydown", (event) => {
  if (event.key === "Enter") goToHit(event.shiftKey ? -1 : 1);
});
$("next").addEventListener("click", () => goToHit(1));
$("previous").addEventListener("click", () => goToHit(-1));
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== $("search")) {
    event.preventDefault();
    $("search").focus();
  }
});
addEventListener("hashchange", follow);
state.module = startModule;
show();
follow();
