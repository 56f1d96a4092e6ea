// The data of the pages, as C++ writes them: page/module_data.h, page/measurements.h,
// page/diff_page.h, dump_report/json_report.h. There are many rows, bars and buffers: these are
// tuples. Steps are rows of scheduled computations; ranges include both ends; -1: there is none.

// ---- A module.

interface ModuleData {
  name: string;
  file: string;    // the page's name for the input
  header: string;  // HloModule jit_step, ...
  scheduled: boolean;
  // withLayout: if there is any; physical: as it lies in memory, if that is another shape.
  shapes: [shape: string, bytes: number, withLayout?: string, physical?: string][];
  noBuffer: string[];  // opcodes that pass buffers on
  computations: ComputationData[];
  origins: [opName: string, ...places: number[]][];  // innermost first
  places: string[];                                  // lines of the program, "/a/train.py:12 in f"
  summary: SummaryData;
  stages?: string[];  // "0018 simplification/algsimp"
  // The histories of instructions: dump_report/blame.h.
  events?: [kind: number, stage: number, text: string, previous: number][];
  cost?: CostData;
  profile?: ProfileData;
  buffers?: AssignmentData;
  thunk_file?: string;
  other_thunks?: ThunkData[];  // those without a row
}

// Some members of hlo-fmt --summary=json: docs/hlo-fmt.md.
interface SummaryData {
  replica_count: number;
  num_partitions: number;
  parameter_count?: number;
  parameter_bytes?: number;
  result_bytes?: number;
  custom_calls?: {target: string, count: number}[];
  rematerialized?: {count: number, accessed_bytes: number};
  collectives?: {
    kind: string,
    count: number,
    async_count: number,
    operand_bytes: number,
    moved_bytes?: number
  }[];
}

interface ComputationData {
  name: string;  // %main
  entry: boolean;
  fusion: boolean;
  origin?: number[];  // of each row, or -1; absent if all are
  flops?: [row: number, flops: number][];
  // Over all runs; `seconds`: at least, on a machine.
  costs?: [row: number, flops: number, bytes: number, sent: number, seconds?: number][];
  events?: number[];                       // the last event of each row, or -1
  trips?: [row: number, count: number][];  // how often loops run, where that is known
  relayouts?: number[];                    // rows of copies that change a layout
  head: string;                            // ENTRY %main (p: f32[8]) -> f32[8] {
  tail: string;                            // after the brace
  rows: Row[];
  times?: TimeData[];
  thunks?: ThunkData[];
  timeline?: TimelineData;  // if scheduled, and not a fusion
}

interface CostData {
  minimum: boolean;  // a loop with an unknown trip count counts once
  machine?: string;
  path?: number;  // seconds of a run, at least
  peak?: {
    bytes: number,
    at: [computation: string, instruction: string],
    scopes: PeakData[],
    lines: PeakData[]
  };
}
type PeakData = [
  key: string, bytes: number, padding: number, parameters: number, temporaries: number, freed: number
];

// "%r = f32[] reduce(%p, %zero), to_apply=%add":
// ["%r", 3, 0, "reduce", "(", 0, ", ", 1, ")", [", to_apply", "=", {"c": 0}]]
type Row = [name: string, shape: number, isRoot: 0|1, opcode: string, ...pieces: Piece[]];
type Piece = Part|Attribute;
// Text, the row of an operand or control predecessor, a computation.
type Part = string|number|{c: number};
// Begins with ", " and the name.
type Attribute = [name: string, ...parts: Part[]];

interface TimelineData {
  lanes: number;
  alive: number[];                      // bytes by step
  peak: [bytes: number, step: number];  // the first step with that many
  real?: 1;                             // from a buffer assignment, not an estimate
  estimate?: number;                    // the peak, from the text, if `real`
  memory?: string;                      // the name of this memory, if there are others
  spaces?: SpaceData[];                 // the others
  bars: BarData[];
  buffers: BufferData[];
}
// A memory: its peak, and the bytes alive in it by step.
type SpaceData = [name: string, bytes: number, step: number, alive: number[]];
// An asynchronous operation while it is in flight here. `start`: -1 if it comes from elsewhere, or
// an earlier turn of the loop. `output`: the step that binds the result. `work`: the opcode that
// runs. `whyGeneric`: why the chain has no sugar, or empty.
type BarData = [
  start: number, done: number, begin: number, end: number, lane: number, output: number,
  overlapping: number, links: LinkData[], operands: OperandData[], work: string, whyGeneric: string
];
// `works`: a fusion that does other work meanwhile.
type LinkData = [step: number, bound: number, bindsOutput: 0|1, works: 0|1];
type OperandData =
    [row: number, boundAt: number, isOutput: 0|1, bytes: number, usedUntil: number, held: number];
// The last four are of an assignment. `allocation`: its place in the list; `name`: of the value,
// if the row does not say it; `places`: where else the value is. `row`: -1 if another computation
// defines the value.
type BufferData = [
  row: number, bytes: number, begin: number, end: number, allocation?: number, offset?: number,
  name?: string, places?: string
];

// ---- Measurements.

interface ProfileData {
  file: string;
  program: boolean;     // it has a program of this module
  programs?: string[];  // if not: names of those that it has
  runs: number;         // 0: not known
  events: number;
  others: number;  // programs of this name that are not shown
  unmatched: [name: string, executions: number, ps: number][];
}
type TimeData = [row: number, executions: number, ps: number, ownPs: number, longestPs: number];
// `place`: in the sequence; `depth`: inside the last thunk before it with a smaller one.
type ThunkData =
    [row: number, place: number, id: number, depth: number, kind: string, details: string];
interface AssignmentData {
  source: string;
  total: number;
  reported?: [space: string, bytes: number][];
  ranges?: string;  // the file that times come from; absent: they follow from the module
  allocations: [index: number, bytes: number, kind: string, color: number][];
}

// ---- Two modules.

interface DiffData {
  before: ModuleData;
  after: ModuleData;
  added: number;
  removed: number;
  changed: number;
  header: {name: string, before: string, after: string}[];
  pairs: PairData[];
}
// Two computations, or one and -1. `changes`: of the computation itself.
interface PairData {
  before: number;
  after: number;
  changes: string;
  rows: (RunData|ChangeData)[];
}
// Rows that are the same (0), or that only one side has (1: before, 2: after).
type RunData = [kind: 0|1|2, before: number, after: number, count: number];
// A row that has changed (3). One that moves is there twice, at its earlier place (4) and at its
// later (5). `changes`: parts of the row, "shape", "operands", "channel_id",
// with notes in parentheses; `same`: how many operands at the beginning and at the end have not
// changed, if others have.
type ChangeData = [
  kind: 3|4|5, before: number, after: number, changes: string[], same?: [begin: number, end: number]
];

// ---- The passes of a compilation: docs/passes.md.

interface ReportData {
  folder: string;
  against?: string;  // the folder that all is compared with
  modules: ReportedModule[];
  others: string[];
}
interface ReportedModule {
  number: number;
  name: string;
  only?: Side;
  stages: Stage[];
  buffers?: {text: string}[];
  thunks?: {text: string}[];
  others: string[];
}
type Side = 'before'|'after';
interface StageName {
  number: string;
  pass: string;
  pipeline?: string;
  title?: string;
  file: string;
}
interface Work {
  instructions: number;
  flops: number;
  accessed_bytes: number;
  result_bytes: number;
}
// Work that compilers add; absent if there is none.
interface AddedWork {
  layout_copies?: Work;
  rematerialized?: Work;
}
interface Stage extends StageName, AddedWork {
  only?: Side;
  error?: string;  // then there are no totals
  instructions: number;
  computation_count: number;
  result_bytes: number;
  text_bytes: number;
  async_pairs: number;
  is_scheduled: boolean;
  before?: {number: string, file: string, instructions: number, result_bytes: number};
  compared_to?: number;
  change?: Change;
}
interface Counts {
  added: number;
  removed: number;
  changed: number;
}
type Change = {
  same_text: boolean
}&({is_empty: true}|{is_empty: false}&FullChange);
interface FullChange extends Counts, AddedWork {
  changes: Record<string, number>;
  computations: Counts&{list: (Counts & {before?: string, after?: string})[]};
  header: string[];
  opcodes: {opcode: string, before: number, after: number}[];
  async?: Record<'made'|'removed'|'moved'|'rebound', number>&{list: AsyncChange[]};
  diff: string;
  diff_left_out?: number;
}
interface AsyncChange {
  what: 'made'|'removed'|'moved'|'rebound';
  opcode: string;
  start: string;
  sync?: string;
  distance_before?: number;
  distance_after?: number;
  operand?: number;
  link_before?: number;
  link_after?: number;
}
