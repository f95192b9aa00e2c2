/** The Board, the View and the events by the names that the client uses. Fields at their default are left out. */

export type {
  Aid,
  Ask,
  Board,
  Box,
  Chance,
  Chart,
  Clock,
  EventDocument as GameEvent,
  Factor,
  GroundEntry,
  Layer,
  Ledger,
  Mark,
  OptionGroup,
  Outcome,
  PieceEntry,
  PieceView,
  PlaceEntry,
  Preview,
  RefusalDocument as Refusal,
  Row,
  RuleEntry,
  Shape,
  SideEntry,
  Source,
  Style,
  TurnBox,
  View,
} from "../net/documents";

export type Params = Record<string, unknown>;
