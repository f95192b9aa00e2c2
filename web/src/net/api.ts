/** The REST interface. Every answer of 400 and above becomes a Trouble. */

import type { Board } from "../lib/types";
import type * as Wire from "./documents";
import { committed } from "./share";
import type { Acted, Created, GameInfo, Hint, Invitation, Judged, Me, NewGame, Problem, StateDoc, Story } from "./wire";

/** What the server objects to. `status` 0 means that it could not be reached. */
export class Trouble extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail ?? problem.title);
  }

  get kind(): string {
    return this.problem.type.slice(this.problem.type.lastIndexOf("/") + 1);
  }

  /** The server is away or busy: the same request may well succeed later. */
  get passing(): boolean {
    return this.problem.status === 0 || this.problem.status === 429 || this.problem.status >= 500;
  }
}

const BASE = "/api/v1";
const json = { "Content-Type": "application/json" };

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(BASE + path, {
      method,
      credentials: "same-origin",
      ...(body === undefined ? {} : { headers: json, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Trouble({ type: "/problems/unreachable", title: "The server cannot be reached", status: 0 });
  }
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as T;
  throw new Trouble(await problemOf(answer));
}

async function problemOf(answer: Response): Promise<Problem> {
  const bare = { type: "/problems/http", title: answer.statusText || String(answer.status), status: answer.status };
  try {
    return { ...bare, ...((await answer.json()) as Partial<Problem>) };
  } catch {
    return bare;
  }
}

const get = <T>(path: string): Promise<T> => call<T>("GET", path);
const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>("POST", path, body);

function query(params: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(params).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return given.length ? "?" + new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString() : "";
}

export const api = {
  titles: () => get<Wire.TitleList>("/titles").then((answer) => answer.titles),
  bots: () => get<Wire.BotList>("/bots").then((answer) => answer.bots),
  board: (title: string, scenario: string) => get<Board>(`/titles/${title}/board/${scenario}`),

  games: (status: "open" | "running" | "over", before?: string) =>
    get<Wire.GameList>(`/games${query({ status, before })}`),
  game: (id: string, side: string | null = null) => get<GameInfo>(`/games/${id}${query({ side })}`),
  create: async (wish: NewGame) => post<Created>("/games", { ...wish, ...(await committed()) } satisfies NewGame),
  change: (id: string, wish: Wire.GameChangeBody) =>
    call<GameInfo>("PATCH", `/games/${id}`, wish),
  join: async (id: string, wish: Wire.JoinBody) =>
    post<GameInfo>(`/games/${id}/join`, { ...wish, ...(await committed()) } satisfies Wire.JoinBody),
  showPart: (id: string, part: string) => post<GameInfo>(`/games/${id}/share`, { part } satisfies Wire.PartBody),
  invite: (id: string, side: string) => post<Invitation>(`/games/${id}/invite`, { side } satisfies Wire.InviteBody),
  leave: (id: string, side?: string) => post<GameInfo>(`/games/${id}/leave`, (side ? { side } : {}) satisfies Wire.SideOnlyBody),
  rematch: async (id: string, swap: boolean) => post<GameInfo>(`/games/${id}/rematch`, { swap, ...(await committed()) } satisfies Wire.RematchBody),

  view: (id: string, side: string | null, at: number | null = null) =>
    get<StateDoc>(`/games/${id}/view${query({ side, at })}`),
  aids: (id: string, piece: string, side: string | null) => get<Wire.AidsDocument>(`/games/${id}/aids${query({ piece, side })}`),
  events: (id: string, side: string | null, since: number) =>
    get<Wire.LogDocument>(`/games/${id}/events${query({ since, side, limit: 500 })}`),
  /** With `live` the answer leaves the state to the socket. */
  act: (id: string, action: string, seq: number, cid: string, side: string | null, live = false) =>
    post<Acted>(`/games/${id}/actions${query({ side, live: live ? "true" : null })}`, { action, seq, cid } satisfies Wire.ActBody),
  explain: (id: string, action: string) =>
    post<Judged>(`/games/${id}/explain`, { action } satisfies Wire.ExplainBody),
  hint: (id: string) => post<Hint>(`/games/${id}/hint`),
  hurry: (id: string) => post<GameInfo>(`/games/${id}/hurry`),
  undo: (id: string, seq: number, side: string) => post<Acted>(`/games/${id}/undo`, { seq, side } satisfies Wire.UndoBody),
  story: (id: string) => get<Story>(`/games/${id}/story`),
  takeback: (id: string, to: number, side: string, stand = false) =>
    post<GameInfo>(`/games/${id}/takeback`, { to, side, stand } satisfies Wire.TakebackWishBody),
  answerTakeback: (id: string, agree: boolean) => post<Acted>(`/games/${id}/takeback/answer`, { agree } satisfies Wire.TakebackAnswerBody),
  withdrawTakeback: (id: string) => call<GameInfo>("DELETE", `/games/${id}/takeback`),
  resign: (id: string, side: string) => post<Acted>(`/games/${id}/resign`, { side } satisfies Wire.ResignBody),
  chat: (id: string) => get<Wire.ChatDocument>(`/games/${id}/chat${query({ since: 0 })}`),
  say: (id: string, text: string) => post<unknown>(`/games/${id}/chat`, { text } satisfies Wire.ChatBody),
  importRecord: (record: string) => post<GameInfo>("/records", { record } satisfies Wire.RecordTextBody),

  me: () => get<Me>("/me"),
  rename: (name: string) => call<Me>("PATCH", "/me", { name } satisfies Wire.MeChangeBody),
  prefer: (preferences: Record<string, unknown>) => call<Me>("PATCH", "/me", { preferences } satisfies Wire.MeChangeBody),
  register: (name: string, password: string) => post<Me>("/accounts", { name, password } satisfies Wire.AccountBody),
  logIn: (name: string, password: string) => post<Me>("/sessions", { name, password } satisfies Wire.LoginBody),
  logOut: () => call<undefined>("DELETE", "/sessions"),
  changePassword: (old: string, fresh: string) => call<Me>("PUT", "/me/password", { old, new: fresh } satisfies Wire.PasswordChangeBody),
  logOutEverywhere: () => call<undefined>("DELETE", "/sessions/all"),
  remove: (password: string) => call<undefined>("DELETE", "/me", { password } satisfies Wire.FarewellBody),
};
