// Times of a profile, by row, shown per run of the module if the profile tells how many there were.
import {computations, module} from './module_model.js';
import {count, el, largest, plural} from './page.js';

export const profile = module.profile ?? null;
const runs = profile?.runs ?? 0;
export const ofRun = runs > 0 ? ' per run' : '';
/** @param {number} ps */
export const perRun = (ps) => runs > 0 ? ps / runs : ps;

/** 1234567 ps -> "1.23 µs" @param {number} ps */
export function duration(ps) {
  const units = ['ps', 'ns', 'µs', 'ms', 's'];
  let unit = 0;
  while (ps >= 999.5 && unit < units.length - 1) {
    ps /= 1000;
    ++unit;
  }
  const digits = unit === 0 || ps >= 99.95 ? 0 : ps >= 9.995 ? 1 : 2;
  return `${ps.toFixed(digits)} ${units[unit]}`;
}
/** @param {number} ps */
export const durationOfRun = (ps) => duration(perRun(ps));

/**
 * @typedef {{row: number, executions: number, total: number, own: number, longest: number}} Time
 */
/** @type {Map<number, Time>[]} */
const times = computations.map(
    ({times = []}) =>
        new Map(times.map(([row, executions, total, own,
                            longest]) => [row, {row, executions, total, own, longest}])));

/** By row. @param {number} c */
export const timesOf = (c) => [...times[c].values()];
/** @param {number} c */
export const hasTimes = (c) => times[c].size > 0;
/** @param {number} c @param {number} r */
export const timeOf = (c, r) => times[c].get(r) ?? null;

const allTimes = times.flatMap((each) => [...each.values()]);
const allOwnTime = allTimes.reduce((sum, {own}) => sum + own, 0);
const mostOwnTime = largest(allTimes, 1, ({own}) => own);

/** The part of all own time, "12 %". @param {Time} time */
export function share({own}) {
  const part = allOwnTime > 0 ? own / allOwnTime : 0;
  return `${(100 * part).toFixed(part >= .0995 ? 0 : 1)} %`;
}

/** @param {Time} time */
export const describeTime = (time) => `${durationOfRun(time.total)}${ofRun}, own time ${
    durationOfRun(time.own)}: ${share(time)} of all\n${
    plural(time.executions, 'execution')}, the longest ${duration(time.longest)}`;

// The column of times next to the lines: the bar is an instruction's own time, against the longest.
/** @param {number} c @param {number} row */
export function timeCell(c, row) {
  const time = timeOf(c, row);
  const element = el('span', 'time', time ? durationOfRun(time.total) : '');
  if (time) {
    element.title = describeTime(time);
    element.style.setProperty('--bar', `${100 * time.own / mostOwnTime}%`);
  }
  return element;
}

// How the profile matches the module, for the details of the entry.
/** @param {ProfileData} profile */
export function describeProfile({file, program, programs = [], events, others, unmatched}) {
  if (!program) {
    return `${file} has no program with this module's name, but ${
        programs.length > 0 ? programs.join(', ') : 'no programs at all'}.`;
  }
  const lost = unmatched.reduce((sum, [, executions]) => sum + executions, 0);
  return `${file}: ${runs > 0 ? `${plural(runs, 'run')}, ` : ''}${lost > 0 ? '' : 'all '}${
      plural(events, 'event')} on instructions here${lost > 0 ? `, ${count(lost)} on others` : ''}${
      others > 0 ? `; ${plural(others, 'other program')} of this name not shown` : ''}.`;
}
