/** What a click, a tap or Enter on the map means. */

import { describePlace } from "../board/words";
import type { Point } from "../lib/geometry";
import type { Scene } from "./scene.svelte";

export class Touch {
  constructor(private readonly scene: Scene) {}

  /** A click on a piece, on a place, or on both. */
  click(piece: string | null, place: string | null, point: Point, stage: boolean): void {
    const { play, speaker } = this.scene;
    if (this.lays(place, point, stage)) return;
    if (play.offer.points.size && !(piece && play.offer.pieces.has(piece))) {
      void play.clickPoint(point[0], point[1], speaker.board.piece * 0.6);
    } else if (piece && place === null) play.clickPiece(piece);
    else if (!piece && place !== null && this.scene.liesApart(place)) this.ground(place);
    else this.press(piece, place);
  }

  /** Does this lay a way by hand? With Shift, or when asked for, it is a stage of it; without, its end. */
  lays(place: string | null, point: Point | null, shift: boolean): boolean {
    const { play } = this.scene;
    const stage = shift || play.stepwise;
    if (!play.layable || !(stage || play.way.length)) return false;
    if (play.layable === "path") {
      if (place === null) return false;
      void play.layTo(place, stage);
      this.announce(place);
    } else {
      if (!point) return false;
      void play.layOver(`${Math.round(point[0])}:${Math.round(point[1])}`, stage);
    }
    return true;
  }

  /** A click or Enter on a place and, if there is one, a piece on it. */
  press(piece: string | null, place: string | null): void {
    const { scene } = this;
    const { play, chosen, onMap } = scene;
    const { offer } = play;
    if (place === null) {
      play.clear();
      return;
    }
    const apart = scene.liesApart(place);
    if (play.picks.length && offer.places.has(place) && !(apart && piece && offer.pieces.has(piece))) play.clickPlace(place);
    else if (piece && (apart || chosen.has(piece))) this.onPiece(piece, place);
    else if (onMap.has(place)) this.onStack(place, piece);
    else {
      this.ground(place);
      return;
    }
    this.announce(place);
  }

  private ground(place: string): void {
    const { play } = this.scene;
    play.stack = null;
    if (play.offer.places.has(place) || play.picks.length) play.clickPlace(place);
    this.announce(place);
  }

  private onPiece(piece: string, place: string): void {
    const { play, chosen } = this.scene;
    if (play.offer.pieces.has(piece) || chosen.has(piece)) play.clickPiece(piece);
    else if (play.offer.places.has(place) || this.begins(place)) play.clickPlace(place);
    else play.clickPiece(piece);
  }

  /** The first click on a stack chooses its top piece that can act, and opens the stack in the rack. */
  private onStack(place: string, piece: string | null): void {
    const { scene } = this;
    const { play, onMap } = scene;
    const heap = onMap.get(place) ?? [];
    const able = heap.filter((each) => play.offer.pieces.has(each.id));
    play.stack = scene.stacked(place) ? place : null;
    const target = able.find((each) => each.id === piece) ?? able[0];
    if (target) play.clickPiece(target.id);
    else if (play.offer.places.has(place) || play.picks.length || this.begins(place)) play.clickPlace(place);
    else if (heap[0] && !heap[0].hidden && play.groups.length) play.clickPiece(piece ?? heap[0].id);
  }

  /** Does a click on the enemy there begin an attack, whoever then joins it? */
  private begins(place: string): boolean {
    return this.scene.foesOn(place) && this.scene.play.aims(place);
  }

  announce(place: string): void {
    const { eyes, speaker, view, play } = this.scene;
    eyes.said = describePlace(speaker, view, play.offer, place);
  }
}
