import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { standing } from "../src/lib/log";
import { grouped, MOST, PACES, stepsAfter } from "../src/lib/reel";
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
});

describe("groups of steps", () => {
  const move = (seq: number, by = "blue"): ReturnType<typeof act> => act(seq, by, { action: `move ${seq}` });
  const steps = (entries: ReturnType<typeof act>[]): ReturnType<typeof stepsAfter> => stepsAfter(entries, 0, standing(entries), ["red"]);

  it("hold what one side does for one purpose, and the dice that answer to it", () => {
    const entries = [move(1), move(2), act(3, "blue", { action: "attack 4" }), act(4, "dice"), move(5), act(6, "green", { action: "move 6" })];
    const groups = grouped(steps(entries));
    expect(groups.map((group) => group.steps.map((step) => step.seq))).toEqual([[1, 2], [3, 4], [5], [6]]);
    expect(groups.map((group) => group.rolls)).toEqual([false, true, false, false]);
  });

  it("are never more than can be watched, and lose no step", () => {
    const entries = Array.from({ length: 60 }, (_, at) => act(at + 1, at % 3 ? "blue" : "dice", { action: `verb${at % 4} x` }));
    const all = steps([act(0, "blue"), ...entries]);
    const groups = grouped(all);
    expect(groups.length).toBe(MOST);
    expect([MOST * PACES.normal <= 12_000, MOST * PACES.faster <= 4_000], "seconds for a turn, and at four times the speed").toEqual([true, true]);
    expect(groups.flatMap((group) => group.steps)).toEqual(all);
    expect(grouped(all, 1)).toHaveLength(1);
  });
});

describe("the reel", () => {
  const entries = [act(1, "red"), ...[2, 3, 4].map((seq) => act(seq, "blue", { action: `verb${seq}` }))];
  const steps = stepsAfter(entries, 1, standing(entries), ["red"]);
  let pace: number;
  const make = (): Reel => new Reel({ page: (ply) => Promise.resolve(state(ply, "blue")), pace: () => pace });

  beforeEach(() => {
    vi.useFakeTimers();
    pace = PACES.normal;
  });
  afterEach(() => vi.useRealTimers());

  it("shows each group for its time and ends with the present", async () => {
    const reel = make();
    reel.feed(state(1, "red"), steps);
    expect([reel.frame?.seq, reel.told]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(250);
    expect([reel.frame?.at, reel.told, reel.at, reel.groups.length]).toEqual([2, 2, 1, 3]);
    await vi.advanceTimersByTimeAsync(pace);
    expect([reel.frame?.at, reel.told]).toEqual([3, 3]);
    await vi.advanceTimersByTimeAsync(pace);
    expect([reel.frame?.at, reel.told]).toEqual([4, 4]);
    await vi.advanceTimersByTimeAsync(pace);
    expect(reel.running).toBe(false);
  });

  it("waits while a card lies over the board, with a single step too", async () => {
    const reel = make();
    reel.hold(true);
    reel.feed(state(1, "red"), steps.slice(0, 1));
    await vi.advanceTimersByTimeAsync(10_000);
    expect([reel.running, reel.told]).toEqual([true, 1]);
    reel.hold(false);
    await vi.advanceTimersByTimeAsync(pace / 2);
    expect(reel.told).toBe(2);
    reel.hold(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reel.running).toBe(true);
    reel.hold(false);
    await vi.advanceTimersByTimeAsync(pace);
    expect(reel.running).toBe(false);
  });

  it("can be stopped, gone back and gone on with", async () => {
    const reel = make();
    reel.feed(state(1, "red"), steps);
    await vi.advanceTimersByTimeAsync(250 + pace);
    expect(reel.told).toBe(3);
    reel.back();
    await vi.advanceTimersByTimeAsync(0);
    expect([reel.told, reel.paused]).toEqual([2, true]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reel.told).toBe(2);
    reel.forward();
    await vi.advanceTimersByTimeAsync(0);
    expect(reel.told).toBe(3);
    reel.toggle();
    await vi.advanceTimersByTimeAsync(0);
    expect(reel.told).toBe(4);
    await vi.advanceTimersByTimeAsync(pace);
    expect(reel.running).toBe(false);
  });

  it("never shows more groups in a turn than can be watched, however they come", async () => {
    const many = Array.from({ length: 40 }, (_, at) => act(at + 2, "blue", { action: `verb${at}` }));
    const all = stepsAfter([act(1, "red"), ...many], 1, standing([act(1, "red"), ...many]), ["red"]);
    const reel = make();
    let most = 0;
    for (let at = 0; at < 40; at += 4) {
      reel.feed(state(at + 1, "blue"), all.slice(at, at + 4));
      most = Math.max(most, reel.groups.length);
      await vi.advanceTimersByTimeAsync(pace);
    }
    await vi.advanceTimersByTimeAsync(20 * pace);
    expect(most).toBeLessThanOrEqual(MOST);
    expect(reel.running).toBe(false);
  });

  it("lets a single step pass, but not one that follows on its heels", async () => {
    const reel = make();
    reel.feed(state(1, "red"), steps.slice(0, 1));
    expect(reel.running).toBe(false);
    reel.feed(state(2, "blue"), steps.slice(1, 2));
    expect(reel.frame?.seq).toBe(2);
    await vi.advanceTimersByTimeAsync(2 * pace);
    expect(reel.running).toBe(false);
  });

  it("takes up what happens while it runs", async () => {
    const reel = make();
    reel.feed(state(1, "red"), steps.slice(0, 2));
    reel.feed(state(3, "blue"), steps.slice(2));
    expect(reel.groups).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(250 + pace);
    expect(reel.told).toBe(3);
    await vi.advanceTimersByTimeAsync(2 * pace);
    expect(reel.running).toBe(false);
  });

  it("can be skipped at any moment", async () => {
    const reel = make();
    reel.feed(state(1, "red"), steps);
    await vi.advanceTimersByTimeAsync(0);
    reel.skip();
    expect([reel.frame, reel.group]).toEqual([null, null]);
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
    await vi.advanceTimersByTimeAsync(250);
    expect(reel.running).toBe(false);
  });
});
