/** The board without a pointer: a cursor that goes from place to place, or anywhere on open ground. */

import { describePiece } from "../board/words";
import { t } from "../i18n";
import { step, type Point } from "../lib/geometry";
import { moved, nextStop as nextSpot, pieceNear, stopsOf } from "../lib/spots";
import type { PieceView } from "../lib/types";
import type { Camera } from "./camera.svelte";
import type { Scene } from "./scene.svelte";
import type { Touch } from "./touch.svelte";

const ARROWS: Record<string, Point> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export class Cursor {
  private anchor: Point | null = null;
  private lastDirection = "";

  constructor(
    private readonly scene: Scene,
    private readonly camera: Camera,
    private readonly touch: Touch,
  ) {}

  private get openGround(): boolean {
    return this.scene.speaker.board.ground === "table";
  }

  /** Does this key mean the board? */
  key(event: KeyboardEvent): boolean {
    const { eyes, table, play } = this.scene;
    const direction = ARROWS[event.key];
    if (direction && !table.replaying) {
      if (this.openGround) this.moveSpot(direction, event.shiftKey);
      else this.moveCursor(event.key, direction);
    } else if (event.key === "Enter") this.enter(event.shiftKey);
    else if (event.key === " " && eyes.cursor) play.stack = play.stack === eyes.cursor || !this.scene.stacked(eyes.cursor) ? null : eyes.cursor;
    else if (event.key === "n") this.next(1);
    else if (event.key === "p") this.next(-1);
    else return false;
    return true;
  }

  private enter(shift: boolean): void {
    const { eyes, play } = this.scene;
    const { cursor, spot } = eyes;
    if (play.asking) void play.commit(play.asking);
    else if (this.touch.lays(cursor, spot, shift)) eyes.byKeyboard = true;
    else if (this.openGround && spot) this.pressSpot(spot);
    else if (cursor) this.pressPlace(cursor);
  }

  // --- from place to place ---------------------------------------------------------------------

  private home(): string | null {
    const { eyes, play, view, speaker } = this.scene;
    const from = view.pieces.find((piece) => piece.id === play.piece)?.place;
    return eyes.cursor ?? from ?? view.pieces.find((piece) => play.offer.pieces.has(piece.id))?.place ?? speaker.board.places[0]?.id ?? null;
  }

  private moveCursor(key: string, direction: Point): void {
    const here = this.home();
    if (here === null) return;
    const { eyes, speaker } = this.scene;
    const first = eyes.cursor === null || !eyes.byKeyboard;
    if (key !== this.lastDirection) {
      const place = speaker.places.get(here);
      this.anchor = place ? [place.x, place.y] : null;
      this.lastDirection = key;
    }
    const there = first ? here : step(speaker.places, here, direction, this.anchor);
    if (there) this.setCursor(there);
  }

  private setCursor(place: string): void {
    const { eyes } = this.scene;
    eyes.cursor = place;
    eyes.byKeyboard = true;
    const spot = this.scene.spotOf(place);
    if (spot) this.camera.follow(spot);
    this.touch.announce(place);
  }

  /** The places where something can be clicked, in reading order. */
  private stops(): string[] {
    const { play, view, speaker } = this.scene;
    const ids = new Set(play.offer.places.keys());
    for (const piece of view.pieces) if (play.offer.pieces.has(piece.id)) ids.add(piece.place);
    return [...ids]
      .filter((id) => speaker.places.has(id))
      .sort((a, b) => {
        const [p, q] = [speaker.places.get(a), speaker.places.get(b)];
        return (p?.y ?? 0) - (q?.y ?? 0) || (p?.x ?? 0) - (q?.x ?? 0);
      });
  }

  /** On to the next thing that can be chosen, or back to the one before. */
  next(by: 1 | -1): void {
    if (this.openGround) {
      this.jumpSpot(by);
      return;
    }
    const { play, eyes } = this.scene;
    if (play.picks.length && play.offer.places.size === 0 && play.offer.pieces.size === 0) play.clear();
    const all = this.stops();
    if (!all.length) return;
    const at = eyes.cursor ? all.indexOf(eyes.cursor) : -1;
    const next = all[(at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by + all.length) % all.length];
    this.lastDirection = "";
    if (next) this.setCursor(next);
  }

  /** Enter on the cursor: within a stack it goes on to the next piece that can act. */
  private pressPlace(place: string): void {
    const { play, onMap, chosen } = this.scene;
    const able = (onMap.get(place) ?? []).filter((piece) => play.offer.pieces.has(piece.id) || chosen.has(piece.id));
    const now = able.findIndex((piece) => chosen.has(piece.id));
    const next = able[now + 1];
    if (now >= 0 && !play.offer.places.has(place)) {
      if (next) play.clickPiece(next.id);
      else play.clear();
    } else this.touch.press(null, place);
  }

  // --- on ground without places ----------------------------------------------------------------

  private unitOf = (id: string): string => this.scene.speaker.pieces.get(id)?.formation ?? "";

  private setSpot(point: Point, piece: PieceView | null): void {
    const { eyes, play, speaker } = this.scene;
    eyes.spot = point;
    eyes.byKeyboard = true;
    eyes.hoverPiece = piece?.id ?? null;
    this.camera.follow(point);
    const acts = piece && !play.offer.pieces.has(piece.id) && play.offer.pieces.has(this.unitOf(piece.id));
    const told = piece ? describePiece(speaker, piece, play.offer) + (acts ? `, ${t("board.canAct")}` : "") : "";
    eyes.said = [told, t("board.spot", { x: point[0], y: point[1] })].filter(Boolean).join("; ");
  }

  private jumpSpot(by: 1 | -1): void {
    const { eyes, play, view } = this.scene;
    const stop = nextSpot(stopsOf(view.pieces, play.offer, this.unitOf), eyes.spot, by);
    if (stop) this.setSpot(stop.at, view.pieces.find((piece) => piece.id === stop.piece) ?? null);
  }

  private moveSpot(direction: Point, fine: boolean): void {
    const { eyes, play, view, chosen, speaker } = this.scene;
    const { board } = speaker;
    const here = eyes.spot;
    if (here === null) {
      const own = view.pieces.find((piece) => piece.at && (chosen.has(piece.id) || chosen.has(this.unitOf(piece.id))));
      this.setSpot(own?.at ?? stopsOf(view.pieces, play.offer, this.unitOf)[0]?.at ?? [board.width / 2, board.height / 2], own ?? null);
      return;
    }
    const there = moved(here, direction, board.piece * (fine ? 0.1 : 0.5), board.width, board.height);
    this.setSpot(there, pieceNear(view.pieces, there, board.piece * 0.5));
  }

  /** Enter on open ground: the piece under the cursor if it can be chosen, otherwise the point itself. */
  private pressSpot(spot: Point): void {
    const { play, view, speaker } = this.scene;
    const near = pieceNear(view.pieces, spot, speaker.board.piece * 0.5);
    const piece = near && play.meant(near.id, speaker.unitOf(near.id));
    if (piece && (play.offer.pieces.has(piece) || !play.offer.points.size)) play.clickPiece(piece);
    else if (play.offer.points.size) void play.clickPoint(spot[0], spot[1], speaker.board.piece * 0.2);
  }
}
