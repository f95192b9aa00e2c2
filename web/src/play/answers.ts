/** The answers to a question that are given by button, in words. */

import { t } from "../i18n";
import type { Choice } from "../lib/options";
import type { Speaker } from "../lib/texts";
import type { View } from "../lib/types";
import type { Play } from "../state/play.svelte";
import { answerTo, ofStack } from "./labels";

/** Takes back what is being put together: it never stands where the likeliest answer does. */
const CALL_OFF = "call_off";
const CANCEL = "clear";
/** Rolls for what has been put together: the answer looked for, however much could still be added to it. */
const RESOLVE = "resolve";
export const takesBack = (answer: Answer): boolean => answer.verb === CALL_OFF || answer.id === CANCEL;

/** Four short answers take no more room than two of them and "More"; all cards of a unit and a way back are worth some more. */
export function brief(answers: readonly Answer[]): boolean {
  const letters = answers.reduce((sum, answer) => sum + answer.label.length, 0);
  return answers.length <= 4 ? letters <= 60 : answers.length === 5 && letters <= 50 && answers.every((answer) => answer.action !== null || takesBack(answer));
}

export interface Answer {
  id: string;
  label: string;
  verb: string;
  action: string | null;
  run: () => void;
}

export interface Answers {
  /** In the order in which they stand, the likeliest last. */
  given: Answer[];
  /** Ends what is being done on the map, while something could still be done there. */
  ending: Answer | null;
  /** Of those that differ in nothing but a number, the one that is turned up. */
  counted: Answer | null;
}

const named = (speaker: Speaker, view: View, { action, value }: Choice): string | null =>
  ofStack(speaker, view.pieces, action?.split(" ").slice(1, -1) ?? [], value ?? "");

function labelOf(speaker: Speaker, view: View, choice: Choice): string {
  const verb = speaker.verb(choice.verb);
  const { value } = choice;
  if (value === null && choice.action === null) return `${verb} …`;
  const single = choice.action?.slice(choice.verb.length + 1) ?? "";
  // What a bare word does depends on the question that it answers.
  const keys = single ? [single, "any"].map((each) => `answer.${choice.verb}.${each}`) : [`answer.${choice.verb}.${view.ask.kind}`, `answer.${choice.verb}`];
  const said = value === null && choice.action !== null ? (answerTo(speaker, view.ask, choice.verb) ?? keys.find((key) => speaker.has(key))) : undefined;
  if (said) return speaker.say(said, { count: single });
  if (value === null) return speaker.places.has(choice.action?.slice(choice.verb.length + 1) ?? "") ? t("prompt.here", { verb }) : verb;
  const own = `answer.${choice.verb}.`;
  const key = [own + value, `${own}any`].find((each) => speaker.has(each));
  if (key) return speaker.say(key, { count: value });
  if (choice.kind === "pieces") return `${verb} ${value.split(",").map((id) => speaker.piece(id)).join(" › ")}`;
  const word = (choice.kind === "number" && named(speaker, view, choice)) || speaker.word(value);
  return `${verb} ${word}`;
}

export function answersOf(play: Play, speaker: Speaker, view: View): Answers {
  const { choices, pieces, places, points } = play.offer;
  const answerOf = (choice: Choice): Answer => ({
    id: choice.action === null ? `${choice.verb} …` : choice.action,
    label: labelOf(speaker, view, choice),
    verb: choice.verb,
    action: choice.action,
    run: () => play.choose(choice),
  });
  const all = choices.filter((choice) => !play.counted.includes(choice)).map(answerOf);
  const counted = play.count && answerOf(play.count);
  // Boxes and other places that are not drawn on the map are chosen by button.
  const off = [...places.keys()].filter((id) => !speaker.places.has(id));
  const boxes = off.map((id): Answer => ({ id: `at ${id}`, label: speaker.word(id), verb: "", action: null, run: () => play.clickPlace(id) }));
  const onMap = pieces.size + places.size + points.size > off.length;
  // While something is put together, what completes it is no ending but the answer looked for.
  const composing = all.some((answer) => answer.verb === CALL_OFF || answer.verb === RESOLVE);
  const ending = onMap && !composing && !play.picks.length && play.verb === null ? (all.find((answer) => answer.action === answer.verb) ?? null) : null;
  const rest = all.filter((answer) => answer !== ending);
  const rank = ({ verb }: Answer): number => (verb === CALL_OFF ? 0 : verb === RESOLVE ? 2 : 1);
  const given = [...rest.toSorted((one, other) => rank(one) - rank(other)), ...boxes];
  if (play.picks.length || play.verb !== null) given.unshift({ id: CANCEL, label: t("prompt.cancel"), verb: "", action: null, run: () => play.clear() });
  return { given, ending, counted };
}
