/** Somebody comes to a game that goes on meanwhile: whatever order news and answers come in, he ends where the game stands. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { act, browser, game, serve, Socket, state } from "./desk";

browser();
vi.stubGlobal("WebSocket", Socket);
const { Table } = await import("../src/state/table.svelte");

const WATCHER = { side: "spectator", you: [] };
const LAST = 6;
const seen = (seq: number): ReturnType<typeof state> => {
  const found = state(seq, "blue", WATCHER);
  return { ...found, view: { ...found.view, clock: { turn: seq } } } as typeof found;
};
const entries = (from: number, to: number): ReturnType<typeof act>[] => Array.from({ length: to - from }, (_, at) => act(from + at + 1, "blue"));
const standing = (seq: number): object => ({ t: "game", game: game({ you: [], side: "spectator", seq, ply: seq, updated: `2026-01-01T00:00:0${seq}.000Z` }) });
const whole = (from: number, to: number): object => ({ t: "patch", from, ...seen(to), entries: entries(from, to) });
const difference = (from: number, to: number): object => {
  const change = { in: { clock: { in: { turn: { is: to } } } } };
  return { t: "patch", from, ...seen(to), view: undefined, entries: entries(from, to), change };
};

/** All ways in which two queues can arrive, each in its own order. */
function interleaved<T>(one: readonly T[], other: readonly T[]): T[][] {
  const [first, ...rest] = one;
  const [second, ...later] = other;
  if (first === undefined || second === undefined) return [[...one, ...other]];
  return [...interleaved(rest, other).map((order) => [first, ...order]), ...interleaved(one, later).map((order) => [second, ...order])];
}

describe("whoever comes while bots play", () => {
  let table: InstanceType<typeof Table>;

  /** The page opens at a state that the server had some time ago. */
  async function open(at: number, logged: number): Promise<void> {
    serve({ "/games/abcdefgh": game({ you: [], side: "spectator", seq: at, updated: "2026-01-01T00:00:00.000Z" }), "/view": seen(at), "&limit=500": { seq: logged, entries: entries(0, logged), next: null } });
    table = new Table("abcdefgh", null);
    const opened = table.open();
    await vi.waitFor(() => expect(table.board).not.toBeNull());
    Socket.last.onopen();
    await opened;
  }

  const arrived = (): unknown[] => [table.doc?.seq, table.doc?.ply, table.view?.clock.turn, table.entries.map((entry) => entry.seq)];
  const there = [LAST, LAST, LAST, entries(0, LAST).map((entry) => entry.seq)];

  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    table.close();
    vi.useRealTimers();
  });

  const orders = interleaved(["patch 2", "patch 4", `patch ${LAST}`], ["game 3", "game 5", `game ${LAST}`]);
  it.each(orders.map((order) => order.join(", ")))("hears %s", async (order) => {
    for (const told of [whole, difference]) {
      for (const logged of [2, LAST]) {
        await open(2, logged);
        let have = 2;
        for (const message of order.split(", ")) {
          const [kind, seq] = [message.split(" ")[0], Number(message.split(" ")[1])];
          Socket.last.hear(kind === "patch" ? told(have, seq) : standing(seq));
          if (kind === "patch") have = seq;
        }
        expect([...arrived(), Socket.last.sent.length]).toEqual([...there, 1]);
        table.close();
      }
    }
  });

  it("gets the same twice and older things again", async () => {
    await open(2, 2);
    for (const message of [whole(2, 4), whole(2, 4), difference(4, LAST), difference(4, LAST), whole(2, 4), standing(3)]) Socket.last.hear(message);
    expect(arrived()).toEqual(there);
  });

  it.each(["whole", "difference"])("misses one, and asks from where it stands (%s)", async (form) => {
    await open(2, 2);
    const told = form === "whole" ? whole : difference;
    Socket.last.hear(told(4, LAST));
    expect([table.doc?.seq, Socket.last.sent.at(-1)]).toEqual([2, expect.objectContaining({ t: "hello", since: 2 })]);
    Socket.last.hear(told(2, LAST));
    expect(arrived()).toEqual(there);
  });

  it("gets a difference to something else, and asks for the whole", async () => {
    await open(4, 4);
    Socket.last.hear(difference(2, LAST));
    expect([table.doc?.seq, Socket.last.sent.at(-1)]).toEqual([4, { t: "look", side: "spectator" }]);
    Socket.last.hear({ t: "state", ...seen(LAST), game: game({ you: [], side: "spectator", seq: LAST }) });
    serve({ "&limit=500": { seq: LAST, entries: entries(0, LAST), next: null } });
    await vi.advanceTimersByTimeAsync(20);
    expect(arrived()).toEqual(there);
  });
});
