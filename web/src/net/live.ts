/** The socket of one game: says hello, resumes after a lost connection, and tells its listener what comes in. */

import type {
  AckNotice,
  ChangeNotice,
  ChatNotice,
  ErrNotice,
  GameNotice,
  HelloMessage,
  LookMessage,
  OverNotice,
  PatchNotice,
  PingMessage,
  PongNotice,
  PresenceNotice,
  StateNotice,
  ThinkingNotice,
} from "./documents";

export type Message =
  | StateNotice
  | PatchNotice
  | ChangeNotice
  | GameNotice
  | AckNotice
  | ErrNotice
  | PresenceNotice
  | ChatNotice
  | ThinkingNotice
  | OverNotice
  | PongNotice;

export interface Listener {
  /** Where to resume: the last sequence number seen, and the side to look through. */
  since(): { seq: number | null; side: string | null };
  receive(message: Message): void;
  connected(up: boolean): void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;
const QUIET = 25_000;
/** The server knows the game no more, or does not let us in: trying again is no use. */
const FINAL = new Set([4403, 4404]);

/** How long to wait before the n-th attempt to connect again: doubling, with jitter, at most half a minute. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(attempt, 10) * (0.5 + random()));
}

export class Live {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private quiet: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly id: string,
    private readonly listener: Listener,
  ) {}

  open(): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/v1/${this.id}`);
    this.socket = socket;
    socket.onopen = () => this.hello();
    socket.onmessage = (event) => this.heard(String(event.data));
    socket.onclose = (event) => this.lost(socket, event.code);
  }

  /** Ask for everything that we have not seen. */
  hello(): void {
    const { seq, side } = this.listener.since();
    this.send({ t: "hello", proto: 1, deltas: true, ...(seq === null ? {} : { since: seq }), ...(side === null ? {} : { side }) });
  }

  look(side: string): boolean {
    return this.send({ t: "look", side });
  }

  /** Try at once instead of waiting for the next attempt. */
  nudge(): void {
    if (!this.closed && (!this.socket || this.socket.readyState === WebSocket.CLOSED)) this.open();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.quiet);
    this.socket?.close(1000);
  }

  private send(message: HelloMessage | LookMessage | PingMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private heard(data: string): void {
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.send({ t: "ping" }), QUIET);
    const message = JSON.parse(data) as Message;
    if (message.t === "state" || message.t === "patch") {
      this.attempt = 0;
      this.listener.connected(true);
    }
    this.listener.receive(message);
  }

  private lost(socket: WebSocket, code: number): void {
    if (this.closed || socket !== this.socket) return;
    clearTimeout(this.quiet);
    this.listener.connected(false);
    if (!FINAL.has(code)) this.timer = setTimeout(() => this.open(), backoff(this.attempt++));
  }
}
