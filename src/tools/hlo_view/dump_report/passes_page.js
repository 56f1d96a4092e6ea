// `data` is the JSON report. Shows one module at a time; builds the details of a stage when it first
// unfolds. The address has the module and the stage: #14, #14-6.
const state = {module: 0, query: "", unchanged: false};

// ---- The text of a stage.

const isUnchanged = (stage) => stage.change !== undefined && stage.change.is_empty;
const labelOf = (stage) => stage.pipeline ? `${stage.pipeline}/${stage.pass}` : stage.pass;
const titleOf = (stage) => stage.title ?? labelOf(stage);
const signed = (n, text = count) => n > 0 ? `+${text(n)}` : n < 0 ? `−${text(-n)}` : "";
const moduleName = (module) =>
  `module_${String(module.number).padStart(4, "0")}${module.name ? `.${module.name}` : ""}`;
const addressOf = (module, index) => `#${data.modules.indexOf(module)}-${index}`;

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

function diffText(change) {
  const pre = el("pre", "diff");
  for (const line of change.diff.split("\n")) {
    if (line === "") continue;
    const kind = line.startsWith("+ ") ? "plus" : line.startsWith("- ") ? "minus" : line.startsWith("~ ") ? "other" : "head";
    pre.append(el("div", kind, ...marked(line)));
  }
  if (change.diff_left_out) pre.append(el("div", "head", `… ${plural(change.diff_left_out, "line")} more`));
  return pre;
}

function commandFor(module, before, after) {
  return `hlo-view --passes ${quote(data.folder)} --module=${module.number} ` +
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
  const before = module.stages[stage.compared_to];
  if (change.is_empty) {
    box.append(el("p", "", change.same_text ? `The text of ${before.number}, byte for byte.`
                                            : `No difference from ${before.number} but in names, order or metadata.`));
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
  box.append(el("p", ""), el("p", "quiet", "In full, or of any other two stages: ",
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
  row.id = addressOf(module, index).slice(1);
  const summary = el("summary");
  const name = el("span", "pass", stage.title ?? stage.pass);
  if (stage.pipeline) name.append(el("span", "quiet", stage.pipeline));
  const number = el("a", "step", stage.number);
  number.href = addressOf(module, index);
  summary.append(number, name);
  if (stage.error !== undefined) {
    summary.append(el("span", ""), el("span", ""), el("span", ""), el("span", "opcodes failed", stage.error));
  } else {
    const change = stage.change;
    const byteChange = change ? stage.result_bytes - module.stages[stage.compared_to].result_bytes : 0;
    summary.append(change && !change.is_empty ? bars(change, scale) : el("span", ""),
      el("span", "number", count(stage.instructions)),
      el("span", change ? "number" : "number quiet",
        change ? signed(byteChange, bytes) : bytes(stage.result_bytes)),
      change && !change.is_empty ? summaryOf(change) : el("span", "quiet", change ? "nothing" : ""));
  }
  row.append(summary);
  row.addEventListener("toggle", () => {
    if (row.open && row.children.length === 1) row.append(details(module, stage));
  });
  return row;
}

function foldedRow(number) {
  const row = el("div", "folded", el("span", "", `${plural(number, "stage")} changed nothing`));
  row.addEventListener("click", () => setUnchanged(true));
  return row;
}

function stageList(module) {
  const total = (change) => change && !change.is_empty ? change.added + change.removed + change.changed : 0;
  const most = largest(module.stages, 1, (stage) => total(stage.change));
  const list = el("div", "", el("div", "folded heading", el("span", "", ""), el("span", "", "after pass"), el("span", "", "change"),
    el("span", "number", "instr"), el("span", "number", "bytes"), el("span", "", "")));
  for (const span of list.firstChild.children) span.style.gridColumn = "auto";
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

function strip(module) {
  const most = largest(module.stages, 1, (stage) => stage.instructions ?? 0);
  const element = el("div", "strip");
  module.stages.forEach((stage, index) => {
    const column = el("a", stage.error !== undefined ? "failed" : stage.change && !isUnchanged(stage) ? "changed" : "", el("i"));
    column.firstChild.style.height = `${stage.error !== undefined ? 12 : 100 * stage.instructions / most}%`;
    column.href = addressOf(module, index);
    column.title = `${stage.number} ${titleOf(stage)}: ${stage.error ?? plural(stage.instructions, "instruction")}`;
    element.append(column);
  });
  return element;
}

// ---- The page.

function showModule() {
  const module = data.modules[state.module];
  const box = $("module");
  box.replaceChildren();
  if (!module) return;
  const read = module.stages.filter((stage) => stage.error === undefined);
  const changed = module.stages.filter((stage) => stage.change && !stage.change.is_empty).length;
  const facts = el("div", "facts", el("span", "", el("b", "", changed), ` of ${plural(module.stages.length, "stage")} changed it`));
  if (read.length) {
    const [first, last] = [read[0], read[read.length - 1]];
    facts.append(el("span", "", el("b", "", `${count(first.instructions)} → ${count(last.instructions)}`), " instructions"),
      el("span", "", el("b", "", `${bytes(first.result_bytes)} → ${bytes(last.result_bytes)}`), " of results"));
    if (read.some((stage) => stage.async_pairs)) {
      facts.append(el("span", "", el("b", "", `${count(first.async_pairs)} → ${count(last.async_pairs)}`), " asynchronous operations"));
    }
  }
  if (read.length < module.stages.length) facts.append(el("span", "failed", `${module.stages.length - read.length} could not be read`));
  box.append(el("h2", "", moduleName(module)), facts, strip(module), stageList(module));
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
    const changed = module.stages.filter((stage) => stage.change && !stage.change.is_empty).length;
    const link = el("a", state.query && !hits ? "without" : "", moduleName(module),
      el("span", "quiet", state.query ? `found in ${hits} of ${plural(module.stages.length, "stage")}`
                                      : `${changed} of ${plural(module.stages.length, "stage")} changed it`));
    link.href = `#${index}`;
    link.setAttribute("aria-current", index === state.module);
    panel.append(link);
  });
  if (data.others.length) {
    const others = el("details", "", el("summary", "quiet", plural(data.others.length, "other file")));
    others.append(...data.others.map((file) => el("div", "mono quiet", file)));
    others.style.padding = "5px 12px";
    panel.append(others);
  }
  $("found").textContent = state.query ? plural(found, "stage") : "";
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

// The address may come from anywhere: it need not name a stage.
function follow() {
  const [, module, stage] = /^#(\d+)(?:-(\d+))?$/.exec(location.hash) ?? [];
  const index = Math.min(Number(module ?? startModule), Math.max(0, data.modules.length - 1));
  const target = data.modules[index]?.stages[stage];
  if (index !== state.module || (target && isUnchanged(target) && !state.unchanged)) {
    state.module = index;
    if (target && isUnchanged(target)) state.unchanged = true;
    $("unchanged").setAttribute("aria-pressed", state.unchanged);
    show();
  }
  const row = stage === undefined ? null : $(`${index}-${stage}`);
  if (row) {
    row.open = true;
    row.scrollIntoView({block: "start"});
  }
}

// Most dumps have many small modules and one that matters.
const sizeOf = (module) => largest(module.stages, 0, (stage) => stage.instructions ?? 0);
const startModule = data.modules.reduce((best, module, i) => sizeOf(module) > sizeOf(data.modules[best]) ? i : best, 0);

$("title").textContent = "Passes";
$("folder").textContent = data.folder;
$("folder").title = data.folder;
$("unchanged").addEventListener("click", () => setUnchanged(!state.unchanged));
$("search").addEventListener("input", () => {
  state.query = $("search").value.trim().toLowerCase();
  show();
});
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
