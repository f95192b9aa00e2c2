/** What the server sends besides Board and View (docs/protocol.md). */

import type { GameEvent, Outcome, Params, Refusal, View } from "../lib/types";

export interface ScenarioInfo {
  id: string;
  title: string;
  summary?: string;
  sides: string[];
}

export interface SwitchInfo {
  id: string;
  title: string;
  case: string;
  default: unknown;
  values: unknown[];
  summary?: string;
}

export interface TitleInfo {
  id: string;
  title: string;
  summary: string;
  sides: string[];
  side_names: Record<string, string>;
  data_version: string;
  scenarios: ScenarioInfo[];
  options: SwitchInfo[];
}

export interface BotInfo {
  id: string;
  title: string;
  summary: string;
  titles: string[] | null;
}

export interface SeatInfo {
  side: string;
  kind: "human" | "hotseat" | "bot";
  bot?: string | null;
  name: string;
  taken: boolean;
  online: boolean;
  you: boolean;
}

/** A bot that has been thinking for a while; `fraction` is null when it does not tell how far it is. */
export interface Thinking {
  side: string;
  seconds: number;
  fraction: number | null;
}

export interface GameInfo {
  id: string;
  title: string;
  scenario: string;
  options: Params;
  data_version: string;
  visibility: string;
  status: "waiting" | "running" | "over" | "archived";
  seq: number;
  ply: number;
  actor: string;
  seats: SeatInfo[];
  you: string[];
  owner: boolean;
  watchers: number;
  bot_delay_ms: number;
  bots_paused: boolean;
  commitment: string;
  seed: string | null;
  outcome: Outcome | null;
  takeback: { side: string; to: number; known: boolean } | null;
  can: { undo: boolean; takeback: boolean; resign: boolean; rematch: boolean; hint: boolean; why_not_undo?: Refusal | null };
  turn: number;
  turns: number;
  created: string;
  updated: string;
  parent: string | null;
  rematch: string | null;
  imported: boolean;
  thinking?: Thinking | null;
}

export interface Invitation {
  secret: string;
  path: string;
}

export interface Created extends GameInfo {
  invitations?: Record<string, Invitation>;
}

export interface StateDoc {
  seq: number;
  ply: number;
  at: number;
  side: string;
  you: string[];
  handover: string | null;
  view: View;
}

export interface Entry {
  seq: number;
  ply: number;
  author: string;
  kind: "act" | "back";
  at: string;
  action?: string | null;
  events: GameEvent[];
}

export interface Acted {
  seq: number;
  ply: number;
  entries: Entry[];
  state: StateDoc;
}

/** The rules' answer to an action that is only asked about: the way it goes, and why it could not be undone. */
export interface Judged {
  ok: boolean;
  refusal?: Refusal | null;
  path?: string[] | null;
  final?: "over" | "dice" | "known" | "turn" | null;
}

export interface Advice {
  action: string;
  reason: string;
  params: Params;
}

export interface Hint {
  seq: number;
  side: string;
  advice: Advice[];
}

export interface ChatLine {
  n: number;
  side: string;
  name: string;
  text: string;
  at: string;
}

export interface Me {
  account: string | null;
  name: string | null;
  preferences: Params | null;
  games: GameInfo[];
  your_turn: string[];
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail?: string;
  refusal?: Refusal;
  state?: StateDoc;
  errors?: { field: string; message: string }[];
}
