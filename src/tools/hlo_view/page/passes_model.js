// The data of a report on passes: words, addresses, search. With `against`, the report compares the
// stages of a folder with those of another.
import {count, data, el} from './page.js';

/** @type {ReportData} */
export const report = data;
export const isComparison = report.against !== undefined;

// The shown module, the query in lower case, and whether stages that changed nothing are listed.
export const state = {
  module: 0,
  query: '',
  unchanged: false
};

// ---- Words.

/** @param {Stage} stage */
export const isUnchanged = (stage) => stage.change !== undefined && stage.change.is_empty;
/** @param {Stage} stage */
export const isChanged = (stage) => stage.only !== undefined || fullChange(stage) !== null;
/** @param {Stage} stage */
export const fullChange = ({change}) => change && !change.is_empty ? change : null;
/** @param {Stage | ReportedModule} one */
export const onlyText = ({only}) => `only in ${only === 'before' ? report.against : report.folder}`;
// The stage that the change of a stage starts from.
/** @param {ReportedModule} module @param {Stage} stage */
export const beforeOf = (module, stage) => stage.before ?? module.stages[stage.compared_to ?? 0];
/** @param {StageName} stage */
const labelOf = (stage) => stage.pipeline ? `${stage.pipeline}/${stage.pass}` : stage.pass;
/** @param {StageName} stage */
export const titleOf = (stage) => stage.title ?? labelOf(stage);
/** @param {ReportedModule} module */
export const moduleName = ({number, name}) =>
    `module_${String(number).padStart(4, '0')}${name ? `.${name}` : ''}`;
/** 3 -> "+3", -3 -> "−3", 0 -> "" @param {number} n @param {(n: number) => string} text */
export const signed = (n, text = count) => n > 0 ? `+${text(n)}` : n < 0 ? `−${text(-n)}` : '';

// ---- Addresses: the names of module and stage, #jit_step/simplification/algsimp, which stay the
// same when the page is written again; names that several have end in ":2" and so on.

/** Different keys for names; no name has a colon when it is encoded. @param {string[]} names */
function keysOf(names) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    const key = name.split('/').map(encodeURIComponent).join('/');
    return times === 1 ? key : `${key}:${times}`;
  });
}
// A module is one segment: its name has no slash when it is encoded.
const moduleKeys = keysOf(report.modules.map((module) => module.name || moduleName(module)))
                       .map((key) => key.replaceAll('/', '%2F'));
const stageKeys = report.modules.map(({stages}) => keysOf(stages.map(labelOf)));

// The address of a module or, with a stage, of that.
/** @param {number} module @param {number} [stage] */
export const addressOf = (module, stage) =>
    `#${moduleKeys[module]}${stage === undefined ? '' : `/${stageKeys[module][stage]}`}`;

// The places of module and stage that an address names; -1 if none. It may come from anywhere, and
// browsers encode more or less of it.
/** @param {string} hash */
export function placesOf(hash) {
  let key;
  try {
    key = hash.slice(1)
              .split(/([/:])/)
              .map((part, i) => i % 2 ? part : encodeURIComponent(decodeURIComponent(part)))
              .join('');
  } catch {
    return [-1, -1];
  }
  const slash = `${key}/`.indexOf('/');
  const module = moduleKeys.indexOf(key.slice(0, slash));
  return [module, module < 0 ? -1 : stageKeys[module].indexOf(key.slice(slash + 1))];
}

// ---- Search.

/** @type {Map<Stage, string>} */
const searchedText = new Map();
/** The text that the search looks into, in lower case. @param {Stage} stage */
function searched(stage) {
  const known = searchedText.get(stage);
  if (known !== undefined) return known;
  const parts = [stage.number, labelOf(stage), stage.file, stage.error ?? ''];
  const change = fullChange(stage);
  if (change) {
    parts.push(change.diff, ...change.opcodes.map(({opcode}) => opcode), ...change.header);
    for (const one of change.async?.list ?? [])
      parts.push(`async ${one.what} ${one.opcode} ${one.start}`);
    for (const {before = '', after = ''} of change.computations.list) parts.push(before, after);
  }
  const text = parts.join('\n').toLowerCase();
  searchedText.set(stage, text);
  return text;
}
/** @param {Stage} stage @param {string} words  in lower case */
export const isFound = (stage, words = state.query) => searched(stage).includes(words);

/** `text` with matches of the query marked. @param {string} text */
export function marked(text) {
  if (!state.query) return [text];
  const parts = [];
  const lower = text.toLowerCase();
  let from = 0;
  for (let at; (at = lower.indexOf(state.query, from)) >= 0; from = at + state.query.length) {
    parts.push(text.slice(from, at), el('mark', '', text.slice(at, at + state.query.length)));
  }
  parts.push(text.slice(from));
  return parts;
}
