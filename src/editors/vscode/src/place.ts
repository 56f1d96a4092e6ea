// Finds the instruction at the cursor from the text alone, so that commands also work without a
// server.

const NAME = '%?([A-Za-z_][\\w.\\-]*)';
const COMPUTATION = new RegExp(`^\\s*(?:ENTRY\\s+)?${NAME}\\s*(?:\\(.*->.*)?\\{\\s*$`);
const INSTRUCTION = new RegExp(`^\\s*(?:ROOT\\s+)?${NAME}\\s*=\\s`);

export interface Place {
  computation?: string;
  instruction?: string;
}

// The computation and the instruction at line `line`; names have no percent signs.
export function placeOf(lines: (line: number) => string, line: number): Place {
  let instruction: string | undefined;
  for (let at = line; at >= 0; --at) {
    const text = lines(at);
    // An instruction may go over several lines; only the nearest one counts.
    if (!instruction) instruction = INSTRUCTION.exec(text)?.[1];
    const computation = COMPUTATION.exec(text)?.[1];
    if (computation) return { computation, instruction };
    if (at < line && /^\}/.test(text)) return {};
  }
  return {};
}

// The line that defines an instruction in a computation, or the computation itself; -1 for none.
export function lineOf(lines: (line: number) => string, count: number, place: Place): number {
  let isIn = false;
  for (let at = 0; at < count; ++at) {
    const text = lines(at);
    const computation = COMPUTATION.exec(text)?.[1];
    if (computation) {
      isIn = !place.computation || computation === place.computation;
      if (isIn && !place.instruction) return at;
    } else if (isIn && place.instruction && INSTRUCTION.exec(text)?.[1] === place.instruction) {
      return at;
    }
  }
  return -1;
}

// The address of a place in a page of hlo-view, and back.
export function addressOf({ computation, instruction }: Place): string {
  const names = [computation, instruction].filter((name) => name !== undefined);
  return names.length > 0 ? `#${names.map(encodeURIComponent).join('/')}` : '';
}
export function placeOfAddress(address: string): Place {
  try {
    const [computation, instruction] = address.replace(/^#-?/, '').split('/').map(
        (name) => decodeURIComponent(name).replace(/^%/, ''));
    return { computation, instruction };
  } catch {
    return {};
  }
}
