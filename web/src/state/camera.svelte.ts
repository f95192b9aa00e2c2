/** Where the player looks on the map, and how the camera gets there. */

import { select } from "d3-selection";
import { zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from "d3-zoom";

import type { Point } from "../lib/geometry";
import type { Board } from "../lib/types";
import { between, beside, fitted, framed, free, kept, opening, shows, type Inset, type Look, type Size } from "../lib/viewport";
import { isCalm, recall, remember } from "./settings.svelte";

/** Milliseconds that the camera takes, and that the map rests after a click: a second click must find what the first found. */
export const TRAVEL = 240;
const REST = 150;
/** A gesture that pauses for so long is drawn as if it had ended. */
const PAUSE = 300;
/** The keyboard's cursor stays so far from the edge, as a share of the window. */
const CURSOR = 0.25;
/** What others do is not followed as long as it happens within this share of the window. */
const INNER = 0.7;

export class Camera {
  look = $state.raw<ZoomTransform>(zoomIdentity);
  size = $state.raw<Size>({ width: 0, height: 0 });
  /** What a panel covers. */
  inset = $state.raw<Inset>({ right: 0, bottom: 0 });
  /** The player is moving the map. */
  moving = $state(false);
  /** The picture is on its way: until it rests it is carried along as it was drawn, and drawn anew at the end. */
  swift = $state(false);
  /** The scale for which the map is drawn; the last one at which it rested. */
  scale = $state(1);

  private port: HTMLDivElement | undefined;
  private readonly behaviour: ZoomBehavior<HTMLDivElement, unknown> = zoom<HTMLDivElement, unknown>();
  private frame = 0;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private pressed = -Infinity;
  /** How often the player has moved the camera himself. */
  private touched = 0;
  /** Where the camera is going. */
  private bound: Look | null = null;
  private home: { look: Look; touched: number } | null = null;
  /** There was nothing to look at when the map was opened. */
  private lost = false;

  constructor(
    private readonly board: Board,
    private readonly memory: string,
  ) {}

  /** Take hold of the window on the map. `mine` says which gestures are the camera's. */
  attach(port: HTMLDivElement, mine: (event: MouseEvent | TouchEvent) => boolean, first: () => readonly Point[]): () => void {
    this.port = port;
    this.size = { width: port.clientWidth, height: port.clientHeight };
    this.behaviour
      .clickDistance(7)
      .filter((event: MouseEvent | TouchEvent) => (!event.ctrlKey || event.type === "wheel") && (!("button" in event) || event.button < 2) && mine(event))
      .on("start", (event: { sourceEvent: unknown }) => event.sourceEvent && this.taken())
      .on("zoom", (event: { transform: ZoomTransform }) => this.show(event.transform))
      .on("end", (event: { sourceEvent: unknown }) => {
        this.moving = false;
        if (!this.bound) this.rest();
        if (event.sourceEvent) this.keep();
      });
    this.limits();
    select(port).call(this.behaviour).on("dblclick.zoom", null);
    // The middle of the picture is remembered, so that it stays there on a window of another size.
    const [known, wanted] = [recall<Look | null>(this.memory, null), first()];
    this.lost = known === null && !wanted.length;
    this.set(known ?? opening(this.board, this.size, wanted));
    const watcher = new ResizeObserver(() => this.resized());
    watcher.observe(port);
    return () => {
      watcher.disconnect();
      this.stop();
      clearTimeout(this.resting);
    };
  }

  /** The scale, and what is in the middle. */
  get at(): Look {
    const [x, y] = this.look.invert([this.size.width / 2, this.size.height / 2]);
    return { k: this.look.k, x, y };
  }

  shows(point: Point, margin = 0): boolean {
    return shows(this.at, this.size, this.inset, point, margin);
  }

  /** A click: for a moment the map stays where it is. */
  press(): void {
    this.pressed = performance.now();
  }

  zoomBy(factor: number, around?: Point): void {
    if (!this.port) return;
    this.taken();
    this.moving = false;
    select(this.port).call(this.behaviour.scaleBy, factor, around);
    this.keep();
  }

  fit(): void {
    this.decide(beside(fitted(this.board, free(this.size, this.inset)), this.inset));
  }

  /** Back to what is to be decided. */
  begin(points: readonly Point[]): void {
    this.decide(beside(opening(this.board, free(this.size, this.inset), points), this.inset));
  }

  /** The first thing to be seen on a map that was opened with nothing on it. Returns whether it was that. */
  find(points: readonly Point[]): boolean {
    if (!this.lost || !points.length) return false;
    this.lost = false;
    if (this.touched) return false;
    this.home = null;
    this.travel(beside(opening(this.board, free(this.size, this.inset), points), this.inset), TRAVEL);
    return true;
  }

  /** Look there because the player says so; `at once` while he drags. */
  goTo([x, y]: Point, atOnce = false): void {
    const look = beside({ k: this.look.k, x, y }, this.inset);
    this.decide(look);
    if (atOnce) this.jump(look);
  }

  /** Bring these into sight as soon as the map may move, and of the others at least some. */
  frameAll(points: readonly Point[], others: readonly Point[] = []): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      const from = this.bound ?? this.at;
      const to = framed(from, this.board, this.size, this.inset, points);
      const blind = others.length > 0 && !others.some((point) => shows(to, this.size, this.inset, point));
      this.travel(blind ? framed(from, this.board, this.size, this.inset, [...points, ...others]) : to, TRAVEL);
    }, Math.max(0, this.pressed + REST - performance.now()));
  }

  /** Bring the keyboard's cursor away from the edge. */
  follow(point: Point): void {
    const margin = CURSOR * Math.min(this.size.width, this.size.height);
    if (!this.shows(point, margin)) this.travel(beside({ ...this.at, x: point[0], y: point[1] }, this.inset), TRAVEL);
  }

  /** Others have done something there. */
  watch(points: readonly Point[]): void {
    const edge = ((1 - INNER) / 2) * Math.min(this.size.width, this.size.height);
    if (!points.length || points.every((point) => this.shows(point, edge))) return;
    const held = framed(this.at, this.board, this.size, this.inset, points);
    const middle = kept({ ...held, x: mean(points, 0), y: mean(points, 1) }, this.board, free(this.size, this.inset));
    const moved = held.k < this.at.k ? held : beside(middle, this.inset);
    this.travel(points.every((point) => shows(moved, this.size, this.inset, point)) ? moved : held, 300);
  }

  /** Others are about to be watched: remember where the player looked. */
  leave(): void {
    this.home ??= { look: this.at, touched: this.touched };
  }

  /** Watching is over: look where the player looked, unless he has moved the map meanwhile. */
  comeBack(): void {
    const { home } = this;
    this.home = null;
    if (home && home.touched === this.touched) this.travel(home.look, 300);
  }

  /** A panel has been opened over the map, or closed. */
  cover(inset: Inset): void {
    const [dx, dy] = [inset.right - this.inset.right, inset.bottom - this.inset.bottom];
    this.inset = inset;
    const { k, x, y } = this.at;
    if (dx || dy) this.travel({ k, x: x + dx / 2 / k, y: y + dy / 2 / k }, TRAVEL);
  }

  /** A hand that pauses in the middle of a gesture wants to see clearly too. */
  private show(look: ZoomTransform): void {
    this.look = look;
    if (!this.moving && !this.bound) return;
    this.swift = true;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.rest(), PAUSE);
  }

  private rest(): void {
    clearTimeout(this.resting);
    this.swift = false;
    this.scale = this.look.k;
  }

  private decide(look: Look): void {
    this.touched += 1;
    this.travel(look, TRAVEL);
    remember(this.memory, look);
  }

  private jump(look: Look): void {
    this.stop();
    this.set(look);
  }

  private taken(): void {
    this.stop();
    this.touched += 1;
    this.moving = true;
  }

  private keep(): void {
    remember(this.memory, this.at);
  }

  private stop(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.waiting);
    this.bound = null;
  }

  private set({ k, x, y }: Look): void {
    const { width, height } = this.size;
    if (this.port) select(this.port).call(this.behaviour.transform, zoomIdentity.translate(width / 2 - k * x, height / 2 - k * y).scale(k));
  }

  private travel(to: Look, ms: number): void {
    this.stop();
    const from = this.at;
    if (from.k === to.k && from.x === to.x && from.y === to.y) return;
    if (isCalm()) {
      this.jump(to);
      return;
    }
    this.bound = to;
    const start = performance.now();
    const go = (now: number): void => {
      const share = Math.min(1, Math.max(0, (now - start) / ms));
      this.set(between(from, to, share));
      if (share < 1) this.frame = requestAnimationFrame(go);
      else this.arrive();
    };
    this.frame = requestAnimationFrame(go);
  }

  private arrive(): void {
    this.bound = null;
    this.rest();
  }

  private resized(): void {
    if (!this.port) return;
    const look = this.at;
    const size = { width: this.port.clientWidth, height: this.port.clientHeight };
    if (size.width === this.size.width && size.height === this.size.height) return;
    this.size = size;
    this.limits();
    this.set(look);
  }

  private limits(): void {
    const { width, height } = this.size;
    const least = Math.min(width / this.board.width, height / this.board.height) * 0.6;
    const [slackX, slackY] = [width * 0.6, height * 0.6];
    this.behaviour
      .scaleExtent([least, Math.max(4, 150 / this.board.piece)])
      .translateExtent([[-slackX, -slackY], [this.board.width + slackX, this.board.height + slackY]]);
  }
}

const mean = (points: readonly Point[], axis: 0 | 1): number => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
