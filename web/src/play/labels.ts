import type { Speaker } from "../lib/texts";

/** An action in words: the verb, then every id by its name. */
export function choiceLabel(speaker: Speaker, action: string): string {
  const [verb = "", ...words] = action.split(" ");
  const said = words.map((word) =>
    word
      .split(",")
      .map((part) => (speaker.pieces.has(part) ? speaker.piece(part) : speaker.places.has(part) ? speaker.place(part) : speaker.word(part)))
      .join(", "),
  );
  return [speaker.verb(verb), ...said].join(" ");
}
