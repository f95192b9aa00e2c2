import { describe, expect, it } from "vitest";

import { isHeading, mergeEntries, sinceOwn, standing, trail } from "../src/lib/log";
import { backoff } from "../src/net/live";
import type { Entry } from "../src/net/wire";

const entry = (seq: number, ply: number, author = "red", kind: Entry["kind"] = "act"): Entry => ({
  seq,
  ply,
  author,
  kind,
  at: "",
  action: null,
  events: [],
});

describe("the log", () => {
  it("keeps each entry once and in order, however it arrived", () => {
    const merged = mergeEntries([entry(1, 1), entry(2, 2)], [entry(3, 3), entry(2, 2), entry(1, 1)]);
    expect(merged.map((each) => each.seq)).toEqual([1, 2, 3]);
  });

  it("strikes out what was taken back", () => {
    const entries = [entry(1, 1), entry(2, 2), entry(3, 3), entry(4, 1, "red", "back"), entry(5, 2)];
    expect([...standing(entries)]).toEqual([1, 5]);
  });

  it("knows what others did since our own last decision", () => {
    const entries = [entry(1, 1, "red"), entry(2, 2, "blue"), entry(3, 3, "dice"), entry(4, 4, "blue")];
    expect(sinceOwn(entries, ["red"], standing(entries)).map((each) => each.seq)).toEqual([2, 3, 4]);
    expect(sinceOwn(entries, ["blue"], standing(entries))).toEqual([]);
  });

  it("draws what moved", () => {
    expect(trail({ case: "8.0", key: "event.moved", params: { side: "red", unit: "A", path: ["1", "2", "3"] } })).toEqual({
      path: ["1", "2", "3"],
      side: "red",
      piece: "A",
    });
    expect(trail({ case: "9.11", key: "event.advanced", params: { unit: "A", origin: "1", hex: "2" } })?.path).toEqual(["1", "2"]);
    expect(trail({ case: "9.0", key: "event.attack", params: { hex: "2" } })).toBeNull();
  });

  it("makes a heading of a new turn only", () => {
    expect(isHeading({ case: "5.7", key: "event.turn", params: { turn: 2 } })).toBe(true);
    expect(isHeading({ case: "5.7", key: "event.other", params: { turn: 2, unit: "A" } })).toBe(false);
    expect(isHeading({ case: "5.6", key: "event.recovery", params: {} })).toBe(false);
  });
});

describe("backoff", () => {
  it("doubles with jitter up to half a minute", () => {
    expect(backoff(0, () => 0.5)).toBe(500);
    expect(backoff(3, () => 0.5)).toBe(4000);
    expect(backoff(3, () => 0)).toBe(2000);
    expect(backoff(99, () => 1)).toBe(30_000);
  });
});
