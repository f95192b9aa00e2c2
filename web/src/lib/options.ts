/**
 * From legal actions to clicks and back. The server sends groups of actions; a player picks pieces, places and words in
 * whatever order he likes; the text of an action comes out when nothing is left open. Knows no game.
 */

import type { OptionGroup } from "./types";

export type Category = "piece" | "place" | "point" | "word";

export interface Pick {
  category: Category;
  value: string;
  /** What may be meant as well: the unit of a figure. */
  also?: string;
}

const means = (pick: Pick, word: string): boolean => word === pick.value || word === pick.also;

/** A group that agrees with everything picked so far. */
export interface Candidate {
  group: OptionGroup;
  /** Fields that a pick has filled. */
  filled: Set<number>;
  /** The value of the last field, once picked or when the group has none. */
  last: string | null;
}

export interface Target {
  id: string;
  verbs: string[];
  cost: number | null;
  /** A move ends here whatever it has left. */
  stop: boolean;
  /** Possible, but nothing to look for unless it is asked for. */
  minor: boolean;
}

/** A button: complete when it carries an action, otherwise it narrows the choice to its verb. */
export interface Choice {
  verb: string;
  value: string | null;
  kind: string;
  action: string | null;
}

export interface Offer {
  pieces: Map<string, Target>;
  places: Map<string, Target>;
  /** Points of open ground, as `x:y`; representatives of all that the rules allow. */
  points: Map<string, Target>;
  choices: Choice[];
  /** The action, when the picks leave nothing open. */
  action: string | null;
}

export function category(kind: string): Category {
  if (kind === "piece") return "piece";
  if (kind === "place" || kind === "path") return "place";
  if (kind === "point" || kind === "route") return "point";
  return "word";
}

/** The place that a word of an action ends in: a path is shown by its last place. */
export function endOf(word: string): string {
  return word.slice(word.lastIndexOf("-") + 1);
}

const hasValues = (group: OptionGroup): group is OptionGroup & { values: string[] } => Array.isArray(group.values);
const kindsOf = (group: OptionGroup): string[] => group.kinds ?? [];
const wordsOf = (group: OptionGroup): string[] => group.words ?? [];

/** How a value of a group's field is picked on the board. */
function token(kind: string, word: string): string {
  return kind === "path" || kind === "route" ? endOf(word) : word;
}

export function actionText(group: OptionGroup, last: string | null): string {
  return [group.verb, ...wordsOf(group), ...(last === null ? [] : [last])].join(" ");
}

function fits(group: OptionGroup, picks: readonly Pick[]): Candidate | null {
  const kinds = kindsOf(group);
  const words = wordsOf(group);
  const filled = new Set<number>();
  let last: string | null = null;
  for (const pick of picks) {
    const at = kinds.findIndex((kind, field) => {
      if (filled.has(field) || category(kind) !== pick.category) return false;
      const word = words[field];
      if (word !== undefined) return means(pick, token(kind, word));
      return hasValues(group) && group.values.some((value) => means(pick, token(kind, value)));
    });
    if (at < 0) return null;
    filled.add(at);
    if (at >= words.length && hasValues(group)) {
      last = group.values.find((value) => means(pick, token(kinds[at] ?? "", value))) ?? null;
    }
  }
  return { group, filled, last: last ?? onlyWord(group) };
}

/** A single possible word needs no choosing; a single possible place still has to be clicked. */
function onlyWord(group: OptionGroup): string | null {
  const kind = kindsOf(group).at(-1);
  return kind !== undefined && category(kind) === "word" && group.values?.length === 1 ? (group.values[0] ?? null) : null;
}

/** The groups that agree with a verb (if one was chosen) and with the picks. */
export function candidates(groups: readonly OptionGroup[], verb: string | null, picks: readonly Pick[]): Candidate[] {
  return groups
    .filter((group) => verb === null || group.verb === verb)
    .map((group) => fits(group, picks))
    .filter((found) => found !== null);
}

/** The fields that still need a click on the board. */
function open(candidate: Candidate): number[] {
  return kindsOf(candidate.group).flatMap((kind, field) =>
    !candidate.filled.has(field) && category(kind) !== "word" ? [field] : [],
  );
}

/** Is this an action of its own, with every piece and place picked and no list of values left? */
function complete(candidate: Candidate): boolean {
  return !open(candidate).length && (!hasValues(candidate.group) || candidate.last !== null);
}

function note(map: Map<string, Target>, id: string, { verb, minor = false }: OptionGroup, cost: number | null, stop = false): void {
  const known = map.get(id);
  if (!known) map.set(id, { id, verbs: [verb], cost, stop, minor });
  else {
    known.stop ||= stop;
    known.minor &&= minor;
    if (!known.verbs.includes(verb)) known.verbs.push(verb);
    known.cost ??= cost;
  }
}

function offerTargets(candidate: Candidate, { pieces, places, points }: Targets, asked: boolean): void {
  const group = asked ? { ...candidate.group, minor: false } : candidate.group;
  const words = wordsOf(group);
  const [field] = open(candidate);
  if (field === undefined) return;
  const kind = kindsOf(group)[field] ?? "word";
  const map = { piece: pieces, place: places, point: points, word: places }[category(kind)];
  const word = words[field];
  if (word !== undefined) note(map, token(kind, word), group, null);
  else if (hasValues(group)) {
    const stops = new Set(group.stops);
    group.values.forEach((value, at) => note(map, token(kind, value), group, group.costs?.[at] ?? null, stops.has(value)));
  }
}

/** What is given by button: each action once, however many groups spell it out. */
function offerChoices(found: readonly Candidate[], verb: string | null): Choice[] {
  const choices = new Map<string, Choice>();
  const add = (choice: Choice): void => void (choices.has(choice.action ?? "") || choices.set(choice.action ?? "", choice));
  const narrowing = new Set<string>();
  for (const candidate of found) {
    const { group } = candidate;
    if (open(candidate).length) narrowing.add(group.verb);
    else if (complete(candidate)) {
      add({ verb: group.verb, value: null, kind: "", action: actionText(group, candidate.last) });
    } else if (hasValues(group)) {
      const kind = kindsOf(group).at(-1) ?? "word";
      for (const value of group.values) {
        add({ verb: group.verb, value, kind, action: actionText(group, value) });
      }
    }
  }
  const narrower = verb === null && narrowing.size > 1 ? [...narrowing] : [];
  return [...choices.values(), ...narrower.map((name): Choice => ({ verb: name, value: null, kind: "", action: null }))];
}

/** So many numbers are turned up and down; fewer are buttons. */
const COUNTED = 3;

/** Those answers that differ in nothing but a number, from the least on. */
export function counted(choices: readonly Choice[]): Choice[] {
  const found = choices.filter(({ verb, kind, value, action }) => kind === "number" && action === `${verb} ${value}`);
  const single = new Set(found.map(({ verb }) => verb)).size === 1;
  return single && found.length >= COUNTED ? found.sort((a, b) => Number(a.value) - Number(b.value)) : [];
}

type Targets = Omit<Offer, "choices" | "action">;

/** Has a piece been sent somewhere without the other that could have gone along? */
function alone({ group, filled }: Candidate): boolean {
  const kinds = kindsOf(group);
  const end = Math.max(...filled);
  const picked = kinds.some((kind, field) => kind === "piece" && filled.has(field));
  return picked && kinds[end] !== "piece" && kinds.some((kind, field) => kind === "piece" && field < end && !filled.has(field));
}

/** What can be clicked next, and the action if the picks leave nothing open. */
export function offer(groups: readonly OptionGroup[], verb: string | null, picks: readonly Pick[]): Offer {
  const found = candidates(groups, verb, picks);
  const targets: Targets = { pieces: new Map(), places: new Map(), points: new Map() };
  for (const candidate of found) offerTargets(candidate, targets, verb !== null);
  const whole = found.filter(complete);
  const others = found.filter((candidate) => candidate !== whole[0] && !alone(candidate));
  const sole = whole.length === 1 && !others.length && (picks.length > 0 || verb !== null) ? whole[0] : undefined;
  return {
    ...targets,
    choices: offerChoices(found, verb),
    action: sole ? actionText(sole.group, sole.last) : null,
  };
}

/** Every piece that could still be named, in whatever order: also one that is asked for only after a place. */
export function nameable(groups: readonly OptionGroup[], verb: string | null, picks: readonly Pick[]): Set<string> {
  const found = new Set<string>();
  for (const candidate of candidates(groups, verb, picks)) {
    for (const field of open(candidate)) {
      if (kindsOf(candidate.group)[field] !== "piece") continue;
      const word = wordsOf(candidate.group)[field];
      for (const id of word === undefined ? (candidate.group.values ?? []) : [word]) found.add(id);
    }
  }
  return found;
}

/** The group in which only the last field is open, if that is of such a kind. */
function lacking(groups: readonly OptionGroup[], verb: string | null, picks: readonly Pick[], fit: (kind: string) => boolean): OptionGroup | null {
  const found = candidates(groups, verb, picks).find(
    ({ group, filled }) => fit(kindsOf(group).at(-1) ?? "") && filled.size === kindsOf(group).length - 1,
  );
  return found?.group ?? null;
}

/** An action that ends at any point of open ground, for a click beside all representatives. */
export function actionAt(groups: readonly OptionGroup[], verb: string | null, picks: readonly Pick[], point: string): string | null {
  const group = lacking(groups, verb, picks, (kind) => category(kind) === "point");
  return group && actionText(group, point);
}

/** Can a way be laid by hand now: over places, over open ground, or not at all? */
export function layable(groups: readonly OptionGroup[], verb: string | null, picks: readonly Pick[]): "path" | "route" | null {
  for (const kind of ["path", "route"] as const) if (lacking(groups, verb, picks, (each) => each === kind)) return kind;
  return null;
}

/** The action that goes this way. */
export function actionAlong(groups: readonly OptionGroup[], verb: string | null, picks: readonly Pick[], way: readonly string[]): string | null {
  const group = lacking(groups, verb, picks, (kind) => kind === "path" || kind === "route");
  return group && actionText(group, way.join("-"));
}

/** The listed point that a click at (x, y) means, within a given distance. */
export function nearestPoint(points: Iterable<string>, x: number, y: number, within: number): string | null {
  let best: string | null = null;
  let least = within;
  for (const point of points) {
    const [px = 0, py = 0] = point.split(":").map(Number);
    const distance = Math.hypot(px - x, py - y);
    if (distance <= least) [best, least] = [point, distance];
  }
  return best;
}

/** May this pick be added to the ones made so far? */
export function accepts(groups: readonly OptionGroup[], verb: string | null, picks: readonly Pick[], pick: Pick): boolean {
  return candidates(groups, verb, [...picks, pick]).length > 0;
}

/**
 * An action that says what a click on something illegal was meant to do, so that the rules can answer why not. Fields that
 * nobody has named are taken from the first group of a fitting verb.
 */
export function guess(
  groups: readonly OptionGroup[],
  verb: string | null,
  piece: string | null,
  place: string | null,
): string | null {
  const wanted = groups.filter((group) => verb === null || group.verb === verb);
  const score = (group: OptionGroup): number => {
    const kinds = kindsOf(group).map(category);
    const needs = Number(kinds.includes("piece")) * 2 + Number(kinds.includes("place"));
    const given = Number(piece !== null) * 2 + Number(place !== null);
    return needs === given ? 3 : needs > 0 && (needs & given) !== 0 ? 2 : 0;
  };
  const best = wanted.reduce<OptionGroup | null>((so, group) => (!so || score(group) > score(so) ? group : so), null);
  if (!best || score(best) === 0) return null;
  const words = kindsOf(best).map((kind, field) => {
    const own = wordsOf(best)[field] ?? best.values?.[0] ?? "1";
    if (category(kind) === "piece") return piece ?? own;
    if (category(kind) === "place") return place ?? own;
    return own;
  });
  return [best.verb, ...words].join(" ");
}
