// Which file of a dump comes from the previous pass. XLA calls them
//   module_0001.jit_f.before_optimizations.txt
//   module_0001.jit_f.0003.simplification.after_algsimp.before_dce.txt
//   module_0001.jit_f.cpu_after_optimizations.txt, ....sm_8.0_gpu_after_optimizations.txt

const STAGE = /^(module_\d+\..*?)\.(?:(\d{4,})\.[^/]*|(?:(?:sm_[\d.]+[a-z]?_)?[a-z]+_)?(before|after)_optimizations)\.(?:txt|hlo)$/;

interface Stage {
  module: string;
  rank: number;
}

export function stageOf(file: string): Stage | undefined {
  const match = STAGE.exec(file);
  if (!match) return undefined;
  const [, module, number, word] = match;
  const rank = number ? Number(number) : word === 'before' ? -1 : Infinity;
  return { module, rank };
}

// The stage before `file` among the files of a folder; undefined for the first stage or a file that
// is not a stage.
export function previousStage(files: readonly string[], file: string): string | undefined {
  const stage = stageOf(file);
  if (!stage) return undefined;
  let found: string | undefined;
  let best = -Infinity;
  for (const candidate of files) {
    const other = stageOf(candidate);
    if (!other || other.module !== stage.module || other.rank >= stage.rank) continue;
    if (found === undefined || other.rank > best) [found, best] = [candidate, other.rank];
  }
  return found;
}
