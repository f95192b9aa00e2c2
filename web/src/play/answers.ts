/** The answers to a question that are given by button, in words. */

import { pieceTitle } from "../board/words";
import { t } from "../i18n";
import type { Choice } from "../lib/options";
import { heaps } from "../lib/stacks";
import type { Speaker } from "../lib/texts";
import type { View } from "../lib/types";
import type { Play } from "../state/play.svelte";

/** Takes back what is being put together: it never stands where the likeliest answer does. */
const CALL_OFF = "call_off";
const CANCEL = "clear";
export const takesBack = (answer: Answer): boolean => answer.verb === CALL_OFF || answer.id === CANCEL;

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
}

/** A number that counts down a stack from its top means a unit, and is called by its name. */
function ofStack(speaker: Speaker, view: View, { action, value }: Choice): string | null {
  const place = action?.split(" ").slice(1, -1).findLast((word) => speaker.places.has(word));
  const heap = place === undefined ? undefined : heaps(view.pieces).get(place);
  const piece = heap?.[Number(value) - 1];
  if (!heap || !piece) return null;
  return piece.hidden ? t("prompt.fromTop", { number: value ?? "" }) : pieceTitle(speaker, piece);
}

function labelOf(speaker: Speaker, view: View, choice: Choice): string {
  const verb = speaker.verb(choice.verb);
  const { value } = choice;
  if (value === null && choice.action === null) return `${verb} …`;
  if (value === null) return speaker.places.has(choice.action?.slice(choice.verb.length + 1) ?? "") ? t("prompt.here", { verb }) : verb;
  const own = `answer.${choice.verb}.`;
  const key = [own + value, `${own}any`].find((each) => speaker.has(each));
  if (key) return speaker.say(key, { count: value });
  if (choice.kind === "pieces") return `${verb} ${value.split(",").map((id) => speaker.piece(id)).join(" › ")}`;
  const word = (choice.kind === "number" && ofStack(speaker, view, choice)) || speaker.word(value);
  return `${verb} ${word}`;
}

export function answersOf(play: Play, speaker: Speaker, view: View): Answers {
  const { choices, pieces, places, points } = play.offer;
  const all = choices.map((choice): Answer => ({
    id: choice.verb + (choice.action ?? ""),
    label: labelOf(speaker, view, choice),
    verb: choice.verb,
    action: choice.action,
    run: () => play.choose(choice),
  }));
  // Boxes and other places that are not drawn on the map are chosen by button.
  const off = [...places.keys()].filter((id) => !speaker.places.has(id));
  const boxes = off.map((id): Answer => ({ id, label: speaker.word(id), verb: "", action: null, run: () => play.clickPlace(id) }));
  const onMap = pieces.size + places.size + points.size > off.length;
  // While something is put together that can be called off, what completes it is no ending but the answer looked for.
  const composing = all.some((answer) => answer.verb === CALL_OFF);
  const ending = onMap && !composing && !play.picks.length && play.verb === null ? (all.find((answer) => answer.action === answer.verb) ?? null) : null;
  const rest = all.filter((answer) => answer !== ending);
  const given = [...rest.filter((answer) => answer.verb === CALL_OFF), ...rest.filter((answer) => answer.verb !== CALL_OFF), ...boxes];
  if (play.picks.length || play.verb !== null) given.unshift({ id: CANCEL, label: t("prompt.cancel"), verb: "", action: null, run: () => play.clear() });
  return { given, ending };
}
