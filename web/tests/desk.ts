/** A browser of sorts for tests of the state: storage, media queries, a clock, and a server that answers what it is told. */

import { vi } from "vitest";

import type { Entry, GameInfo, StateDoc } from "../src/net/wire";

export function browser(): void {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("location", { protocol: "http:", host: "test" });
}

/** The socket that the table listens to; `hear` is the server speaking. */
export class Socket {
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static last: Socket;
  readyState = Socket.OPEN;
  sent: Record<string, unknown>[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;

  constructor() {
    Socket.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = Socket.CLOSED;
  }
  hear(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

export const act = (seq: number, author: string, more: Partial<Entry> = {}): Entry => ({
  seq,
  ply: seq,
  author,
  kind: "act",
  at: "",
  action: null,
  events: [{ case: "1", key: "event.done", params: { step: seq } }],
  ...more,
});

export const state = (seq: number, actor: string, more: Partial<StateDoc> = {}): StateDoc =>
  ({
    seq,
    ply: seq,
    at: seq,
    side: "red",
    you: ["red"],
    handover: null,
    view: { clock: { turn: 1 }, pieces: [], ask: { kind: "move", actor, case: "8.0", prompt: "prompt.move", options: [{ verb: "pass" }] } },
    ...more,
  }) as unknown as StateDoc;

export const game = (more: Partial<GameInfo> = {}): GameInfo =>
  ({
    id: "abcdefgh",
    title: "toy",
    scenario: "one",
    data_version: "1",
    status: "running",
    seats: [],
    you: ["red"],
    awaited: [],
    can: { undo: false, takeback: false, resign: true, rematch: false, hint: true },
    ...more,
  }) as unknown as GameInfo;

const BOARD = { places: [], pieces: [], sides: [], charts: [], texts: {}, width: 100, height: 100, piece: 10, outline: "" };

type Answer = object | ((body: Record<string, unknown>) => object);

/** Answers requests by the end of their path; what nobody expected is 404. */
export function serve(answers: Record<string, Answer>): string[] {
  const asked: string[] = [];
  const known: Record<string, Answer> = { "/board/one?data=1": BOARD, "/chat?since=0": { chat: [] }, ...answers };
  vi.stubGlobal("fetch", (url: string, init: { method?: string; body?: string }) => {
    const path = url.slice("/api/v1".length);
    asked.push(`${init.method ?? "GET"} ${path}`);
    const key = Object.keys(known).filter((end) => path.endsWith(end)).sort((a, b) => b.length - a.length)[0];
    const answer = key === undefined ? { status: 404, title: "Not found" } : known[key];
    const body = typeof answer === "function" ? answer(JSON.parse(init.body ?? "{}") as Record<string, unknown>) : (answer ?? {});
    const status = "type" in body || key === undefined ? Number((body as { status?: number }).status ?? 404) : 200;
    return Promise.resolve({ ok: status < 400, status, statusText: "", json: () => Promise.resolve(structuredClone(body)) });
  });
  return asked;
}
