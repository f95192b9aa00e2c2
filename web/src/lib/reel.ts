/** What others did, cut into steps that can be shown one after another. */

import type { Entry } from "../net/wire";

export interface Step {
  seq: number;
  ply: number;
  /** Whose doing it is; the dice roll for whoever acted before. */
  by: string;
  entry: Entry;
}

/** Steps that are shown together: one purpose of one side. */
export interface Group {
  by: string;
  steps: Step[];
  /** Dice fell in it. */
  rolls: boolean;
}

export type Pace = "instant" | "normal" | "fast" | "faster";

/** Milliseconds for each group. */
export const PACES: Record<Pace, number> = { instant: 0, normal: 900, fast: 450, faster: 225 };
/** What the button says that goes from one to the next. */
export const SPEEDS: Partial<Record<Pace, string>> = { normal: "1×", fast: "2×", faster: "4×" };

/** However much has happened, nobody is shown more groups than this. */
export const MOST = 8;

const rolls = ({ entry }: Step): boolean => entry.author === "dice" || entry.events.some((event) => event.params["die"] !== undefined);
const purpose = ({ entry }: Step): string => entry.action?.split(" ")[0] ?? entry.events[0]?.key ?? "";

/** Steps of one side and one purpose, without dice between, are one group; the dice go with what they answer. */
function runs(steps: readonly Step[]): Group[] {
  const groups: Group[] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    const before = last?.steps.at(-1);
    const answers = step.entry.author === "dice";
    if (last && before && last.by === step.by && (answers || (!last.rolls && purpose(before) === purpose(step)))) {
      last.steps.push(step);
      last.rolls ||= rolls(step);
    } else groups.push({ by: step.by, steps: [step], rolls: rolls(step) });
  }
  return groups;
}

/** What it costs the onlooker to have two groups shown as one. */
function loss(a: Group, b: Group): number {
  return (a.by === b.by ? 0 : 1000) + (a.rolls && b.rolls ? 20 : a.rolls || b.rolls ? 40 : 0) + a.steps.length + b.steps.length;
}

/** Steps as groups, at most so many: the neighbours that lose least by it are shown together. */
export function grouped(steps: readonly Step[], most = MOST): Group[] {
  const groups = runs(steps);
  while (groups.length > Math.max(1, most)) {
    let best = 0;
    let least = Infinity;
    for (const [at, group] of groups.slice(0, -1).entries()) {
      const next = groups[at + 1];
      const cost = next ? loss(group, next) : Infinity;
      if (cost < least) [best, least] = [at, cost];
    }
    const [a, b] = groups.slice(best, best + 2);
    if (!a || !b) break;
    groups.splice(best, 2, { by: b.by, steps: [...a.steps, ...b.steps], rolls: a.rolls || b.rolls });
  }
  return groups;
}

/**
 * The steps after a sequence number that others took and that still stand. Dice that answer to one's own action are not
 * somebody else's step, and what a side may know nothing of is not shown.
 */
export function stepsAfter(entries: readonly Entry[], after: number, standing: ReadonlySet<number>, own: readonly string[]): Step[] {
  let by = "";
  const steps: Step[] = [];
  for (const entry of entries) {
    if (entry.author !== "dice") by = entry.author;
    const shown = entry.seq > after && entry.kind === "act" && standing.has(entry.seq) && entry.events.length > 0;
    if (shown && !own.includes(by)) steps.push({ seq: entry.seq, ply: entry.ply, by, entry });
  }
  return steps;
}
