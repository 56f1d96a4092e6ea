// Times of a profile, by row. measurements.h describes the data. Shown per run of the module, if
// the profile tells how many there were.
const profile = data.profile ?? null;
const perRun = (ps) => profile.runs > 0 ? ps / profile.runs : ps;

// 1234567 ps -> "1.23 µs"
function duration(ps) {
  const units = ['ps', 'ns', 'µs', 'ms', 's'];
  let unit = 0;
  while (ps >= 999.5 && unit < units.length - 1) {
    ps /= 1000;
    ++unit;
  }
  const digits = unit === 0 || ps >= 99.95 ? 0 : ps >= 9.995 ? 1 : 2;
  return `${ps.toFixed(digits)} ${units[unit]}`;
}

function unpackTimes(computation) {
  const unpack = ([row, executions, total, own, longest]) =>
      ({row, executions, total, own, longest});
  computation.times = (computation.times ?? []).map(unpack);
  computation.timeOf = new Map(computation.times.map((time) => [time.row, time]));
}
computations.forEach(unpackTimes);

// null: not measured.
const timeOf = (c, r) => computations[c].timeOf.get(r) ?? null;
const timesOf = (c) => computations[c].times;
const hasTimes = (c) => computations[c].timeOf.size > 0;

const allOwnTime =
    computations.reduce((sum, _, c) => timesOf(c).reduce((part, time) => part + time.own, sum), 0);
const mostOwnTime =
    largest(computations, 1, (computation) => largest(computation.times, 0, (time) => time.own));
const share = (time) => allOwnTime > 0 ? time.own / allOwnTime : 0;
const percent = (part) => `${(100 * part).toFixed(part >= .0995 ? 0 : 1)} %`;

function describeTime(time) {
  return `${duration(perRun(time.total))}${profile.runs > 0 ? ' per run' : ''}, own time ${
             duration(perRun(time.own))}: ${percent(share(time))} of all\n` +
      `${plural(time.executions, 'execution')}, the longest ${duration(time.longest)}`;
}

// The column of times beside the lines: the bar is an instruction's own time, against the longest.
function timeBeside(c, row) {
  const time = row >= 0 ? timeOf(c, row) : null;
  const element = el('span', 'time', time ? duration(perRun(time.total)) : '');
  if (time) {
    element.title = describeTime(time);
    element.style.setProperty('--bar', `${100 * time.own / mostOwnTime}%`);
  }
  return element;
}

// What the profile says of the module, for the details of the entry.
function profileFacts() {
  if (!profile.program) {
    return `${profile.file} has no program with this module's name, but ${
        profile.programs.length > 0 ? profile.programs.join(', ') : 'no programs at all'}.`;
  }
  const lost = profile.unmatched.reduce((sum, [, executions]) => sum + executions, 0);
  const runs = profile.runs > 0 ? `${plural(profile.runs, 'run')}, ` : '';
  const others = profile.others > 0 ?
      `; ${plural(profile.others, 'other program')} of this name not shown` :
      '';
  return `${profile.file}: ${runs}${lost > 0 ? '' : 'all '}${
      plural(
          profile.events,
          'event')} on instructions here${lost > 0 ? `, ${count(lost)} on others` : ''}${others}.`;
}
