import { describe, expect, it } from "vitest";

import { endAt, measured, span } from "../src/lib/measure";
import type { Board, PieceEntry, PieceView } from "../src/lib/types";

const entries = new Map<string, PieceEntry>([["a", { id: "a", side: "us", label: "", name: "", symbol: "", radius: 125 }]]);
const pieces: PieceView[] = [{ id: "a", side: "us", place: "", at: [1000, 1000] }];

describe("the tape measure", () => {
  it("snaps to a piece that it touches and measures from its edge", () => {
    const from = endAt([1060, 1040], pieces, entries);
    expect(from).toEqual({ at: [1000, 1000], radius: 125 });
    expect(span(from, endAt([1000, 3125], pieces, entries))).toBe(2000);
  });

  it("measures from the very point on bare ground, and never less than nothing", () => {
    expect(endAt([1200, 1000], pieces, entries)).toEqual({ at: [1200, 1000], radius: 0 });
    expect(span({ at: [0, 0], radius: 125 }, { at: [100, 0], radius: 125 })).toBe(0);
  });

  it("speaks in the board's unit", () => {
    expect(measured({ scale: 10, measure: "measure.mm", texts: { "measure.mm": "mm" } } as unknown as Board, 1234)).toBe("123 mm");
  });
});
