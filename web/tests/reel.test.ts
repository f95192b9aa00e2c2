import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { standing } from "../src/lib/log";
import { PACES, stay, stepsAfter } from "../src/lib/reel";
import { Reel } from "../src/state/reel.svelte";
import { act, state } from "./desk";

describe("steps of others", () => {
  it("are what others did and their dice, not what we did and ours", () => {
    const entries = [act(1, "red"), act(2, "dice"), act(3, "blue"), act(4, "dice"), act(5, "blue")];
    expect(stepsAfter(entries, 0, standing(entries), ["red"]).map((step) => step.seq)).toEqual([3, 4, 5]);
    expect(stepsAfter(entries, 3, standing(entries), ["red"]).map((step) => step.by)).toEqual(["blue", "blue"]);
  });

  it("leave out what was taken back and what we may know nothing of", () => {
    const entries = [act(1, "blue"), act(2, "blue", { events: [] }), act(3, "blue"), act(4, "blue", { kind: "back", ply: 2 })];
    expect(stepsAfter(entries, 0, standing(entries), ["red"]).map((step) => step.seq)).toEqual([1]);
  });

  it("hurry when there are many of them", () => {
    expect(stay(PACES.normal, 3)).toBe(PACES.normal);
    expect(stay(PACES.normal, 100)).toBe(200);
    expect(stay(PACES.slow, 10_000)).toBe(120);
  });
});

describe("the reel", () => {
  const entries = [act(1, "red"), act(2, "blue"), act(3, "blue"), act(4, "blue")];
  const steps = stepsAfter(entries, 1, standing(entries), ["red"]);
  let pace: number;
  const make = (): Reel => new Reel({ page: (ply) => Promise.resolve(state(ply, "blue")), pace: () => pace });

  beforeEach(() => {
    vi.useFakeTimers();
    pace = PACES.normal;
  });
  afterEach(() => vi.useRealTimers());

  it("shows each step for its time and ends with the present", async () => {
    const reel = make();
    reel.feed(state(1, "red"), steps);
    expect([reel.frame?.seq, reel.told]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(0);
    expect([reel.frame?.at, reel.told, reel.at, reel.of]).toEqual([2, 2, 1, 3]);
    await vi.advanceTimersByTimeAsync(pace);
    expect([reel.frame?.at, reel.told]).toEqual([3, 3]);
    await vi.advanceTimersByTimeAsync(pace);
    expect(reel.running).toBe(false);
  });

  it("lets a single step pass, but not one that follows on its heels", async () => {
    const reel = make();
    reel.feed(state(1, "red"), steps.slice(0, 1));
    expect(reel.running).toBe(false);
    reel.feed(state(2, "blue"), steps.slice(1, 2));
    expect(reel.frame?.seq).toBe(2);
    await vi.advanceTimersByTimeAsync(pace);
    expect(reel.running).toBe(false);
  });

  it("takes up what happens while it runs", async () => {
    const reel = make();
    reel.feed(state(1, "red"), steps.slice(0, 2));
    reel.feed(state(3, "blue"), steps.slice(2));
    expect(reel.of).toBe(3);
    await vi.advanceTimersByTimeAsync(0);
    await vi.advanceTimersByTimeAsync(pace);
    expect(reel.told).toBe(3);
    await vi.advanceTimersByTimeAsync(pace);
    expect(reel.running).toBe(false);
  });

  it("can be skipped at any moment", async () => {
    const reel = make();
    reel.feed(state(1, "red"), steps);
    await vi.advanceTimersByTimeAsync(0);
    reel.skip();
    expect([reel.frame, reel.step]).toEqual([null, null]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reel.running).toBe(false);
  });

  it("once skipped, waits for the player's own next decision before it stages anything again", () => {
    const reel = make();
    reel.feed(state(1, "red"), steps.slice(0, 2));
    reel.dismiss();
    reel.feed(state(3, "blue"), steps);
    expect(reel.running).toBe(false);
    reel.rewind();
    reel.feed(state(3, "blue"), steps);
    expect(reel.running).toBe(true);
    reel.skip();
  });

  it("shows nothing by itself to whoever wants less motion, but on request", async () => {
    const reel = make();
    pace = 0;
    reel.feed(state(1, "red"), steps);
    expect(reel.running).toBe(false);
    await reel.show(steps);
    expect(reel.frame?.at).toBe(1);
  });

  it("gives way to the present when an earlier position cannot be had", async () => {
    const reel = new Reel({ page: () => Promise.reject(new Error("gone")), pace: () => pace });
    reel.feed(state(1, "red"), steps);
    await vi.advanceTimersByTimeAsync(0);
    expect(reel.running).toBe(false);
  });
});
