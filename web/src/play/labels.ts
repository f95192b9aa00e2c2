import { pieceTitle } from "../board/words";
import { t } from "../i18n";
import { average, outlook } from "../lib/outlook";
import { heaps } from "../lib/stacks";
import { parting, type Speaker } from "../lib/texts";
import type { Ask, PieceView, Preview } from "../lib/types";

/** A point of open ground, or a way over it. */
const POINT = /^-?\d+:-?\d+(?:-\d+:\d+)*$/;

/** So many units are named one by one; more are counted. */
const NAMED = 4;

/** A number that counts down the stack of a place from its top means a unit, and is called by its name. */
export function ofStack(speaker: Speaker, pieces: readonly PieceView[], words: readonly string[], number: string): string | null {
  const place = words.findLast((word) => speaker.places.has(word));
  const piece = place === undefined ? undefined : heaps(pieces).get(place)?.[Number(number) - 1];
  if (!piece) return null;
  return piece.hidden ? t("prompt.fromTop", { number }) : pieceTitle(speaker, piece);
}

/** An action in words: a game's own sentence for it, or else the verb, what acts, and where to. */
export function choiceLabel(speaker: Speaker, action: string, pieces: readonly PieceView[] = [], ask?: Pick<Ask, "prompt">): string {
  const [verb = "", ...words] = action.split(" ");
  const named = /^\d+$/.test(words.at(-1) ?? "") ? ofStack(speaker, pieces, words.slice(0, -1), words.at(-1) ?? "") : null;
  if (named) return t("label.ofStack", { verb: speaker.verb(verb), unit: named, place: speaker.place(words.at(-2) ?? "") });
  const own = sentenceOf(speaker, verb, words.at(-1) ?? "", ask);
  if (own) return speaker.say(own, paramsOf(speaker, words));
  const said = words.map((word, at) => {
    if (POINT.test(word)) return t("label.point");
    const goal = goalOf(speaker, word);
    if (goal !== null) return at ? t("label.to", { place: speaker.place(goal) }) : speaker.place(goal);
    const parts = word.split(",");
    if (parts.length > NAMED && parts.every((part) => speaker.pieces.has(part))) return t("label.units", { count: parts.length });
    const named = parts.map((part) => (speaker.pieces.has(part) ? speaker.piece(part) : speaker.word(part)));
    return named.join(parting(named));
  });
  return [speaker.verb(verb), ...said].join(" ");
}

/** The key of a game's own sentence for what this verb does in answer to this very question. */
export function answerTo(speaker: Speaker, ask: Pick<Ask, "prompt"> | undefined, verb: string): string | undefined {
  const key = `answer.${verb}.${ask?.prompt.replace(/^prompt\./, "") ?? ""}`;
  return ask && speaker.has(key) ? key : undefined;
}

/** The key of a game's own sentence for an action, if it has one: for this question, for this value, for any, or for the verb. */
function sentenceOf(speaker: Speaker, verb: string, value: string, ask?: Pick<Ask, "prompt">): string | undefined {
  return answerTo(speaker, ask, verb) ?? [`answer.${verb}.${value}`, `answer.${verb}.any`, `answer.${verb}`].find((key) => speaker.has(key));
}

/** How much there is to choose from: units, of those that go with a place if one is named, or places. */
export function toChoose(what: "One" | "Place", count: number, place = ""): string {
  if (what === "One" && place) return t(count === 1 ? "prompt.onlyFor" : "prompt.pickFor", { place, count });
  return t(count === 1 ? `prompt.only${what}` : `prompt.pick${what}`, { count });
}

/** The place that a word means: itself, or the end of a way. */
function goalOf(speaker: Speaker, word: string): string | null {
  if (speaker.places.has(word)) return word;
  const stops = word.split("-");
  const last = stops.at(-1) ?? "";
  return stops.length > 1 && stops.every((stop) => speaker.places.has(stop)) ? last : null;
}

/** What a game's sentence may name: units, a place, a number or word. */
function paramsOf(speaker: Speaker, words: string[]): Record<string, unknown> {
  const units = words.flatMap((word) => word.split(",")).filter((word) => speaker.pieces.has(word));
  const places = words.map((word) => goalOf(speaker, word)).filter((place) => place !== null);
  const crowd = units.length > NAMED ? t("label.units", { count: units.length }) : units;
  return { units: crowd, hex: places.at(-1) ?? "", count: words.at(-1) ?? "" };
}

/** What a question is about, for whoever is guided: as far as the action that he is advised asks for words of its own, in these. */
export function guidance(speaker: Speaker, ask: Pick<Ask, "kind" | "prompt">, action: string): string {
  const verb = action.split(" ")[0] ?? "";
  const keys = [`${ask.kind}.${verb}`, ask.prompt.replace(/^prompt\./, ""), ask.kind];
  const found = keys.map((key) => `guide.${key}`).find((key) => speaker.has(key));
  return found ? speaker.say(found) : "";
}

/** What a preview is about, in words. */
export const heading = (speaker: Speaker, preview: Preview): string =>
  speaker.has(preview.title) ? speaker.say(preview.title, preview.params) : t("preview.heading");

/** The sentence on what both sides lose on average, where losses are what is asked. */
export function averages(speaker: Speaker, preview: Preview): string | null {
  const found = preview.average ? outlook(preview.chances ?? []) : null;
  if (!found || !preview.average) return null;
  return speaker.say(preview.average, { yours: average(found.yours), theirs: average(found.theirs) });
}
