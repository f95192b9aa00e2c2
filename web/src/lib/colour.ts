/** Colours: reading, mixing, contrast; the same rules as the SVG renderer's. */

function channels(colour: string): [number, number, number] | null {
  const found = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(colour.trim());
  const hex = found?.[1];
  if (!hex) return null;
  const digits = hex.length === 6 ? hex : [...hex].map((digit) => digit + digit).join("");
  return [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16)) as [number, number, number];
}

/** `one` with a share of `other` in it; colours that are not hexadecimal pass through untouched. */
export function mix(one: string, other: string, share: number): string {
  const a = channels(one);
  const b = channels(other);
  if (!a || !b) return one;
  const mixed = a.map((x, at) => Math.round(x + ((b[at] ?? x) - x) * share));
  return "#" + mixed.map((value) => value.toString(16).padStart(2, "0")).join("");
}

/** An ink that reads well on this colour. */
export function contrast(colour: string): string {
  const rgb = channels(colour);
  if (!rgb) return "#1d1a16";
  return 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2] > 140 ? "#1d1a16" : "#ffffff";
}
