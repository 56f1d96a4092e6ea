// The scopes of a program: op_name says in which functions and blocks an instruction was written,
// "jit(step)/decoder/attention/dot_general".
import {bytesMade, computations, module} from './module_model.js';
import {timeOf} from './module_times.js';

/**
 * @typedef {object} Scope
 * @property {string} name
 * @property {string} path
 * @property {Map<string, Scope>} children
 * @property {number} count  of instructions, also fused ones
 * @property {number} bytes  that they make
 * @property {number} flops
 * @property {number} time   own time, in ps
 */
/** @param {string} name @param {string} path @returns {Scope} */
const newScope = (name, path) =>
    ({name, path, children: new Map(), count: 0, bytes: 0, flops: 0, time: 0});
export const scopes = newScope('', '');

// Slashes in parentheses do not separate. Of the op_names of joined instructions, "a;b", the first.
/** @param {string} opName */
function namesOf(opName) {
  const names = [''];
  let depth = 0;
  for (const character of opName.split(';', 1)[0]) {
    if (character === '(') ++depth;
    if (character === ')') --depth;
    if (character === '/' && depth <= 0)
      names.push('');
    else
      names[names.length - 1] += character;
  }
  return names.filter((name) => name !== '');
}

// From outside in, by origin.
const ways = module.origins.map(([opName]) => {
  const way = [];
  let scope = scopes;
  for (const name of namesOf(opName)) {
    let inner = scope.children.get(name);
    if (!inner) {
      inner = newScope(name, scope === scopes ? name : `${scope.path}/${name}`);
      scope.children.set(name, inner);
    }
    way.push(scope = inner);
  }
  return way;
});

/**
 * The scopes of a row, from outside in; none of a line that is not a row. @param {number}
 * c @param {number} r
 */
export const wayOf = (c, r) => ways[computations[c]?.origin?.[r] ?? -1] ?? [];

computations.forEach(({rows, flops = []}, c) => {
  const flopsOf = new Map(flops);
  rows.forEach((row, r) => {
    for (const scope of [scopes, ...wayOf(c, r)]) {
      ++scope.count;
      scope.bytes += bytesMade(c, row);
      scope.flops += flopsOf.get(r) ?? 0;
      scope.time += timeOf(c, r)?.own ?? 0;
    }
  });
});
