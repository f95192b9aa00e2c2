/** What the server sends besides Board and View (docs/protocol.md), and what it takes for a new game, by the names that the client uses. */

export type {
  AdviceDocument as Advice,
  BotDocument as BotInfo,
  ChatLine,
  DoneDocument as Acted,
  EntryDocument as Entry,
  ExplainDocument as Judged,
  GameDocument as Created,
  GameDocument as GameInfo,
  HintDocument as Hint,
  Invitation,
  MeDocument as Me,
  NewGameBody as NewGame,
  ProblemDocument as Problem,
  Scenario as ScenarioInfo,
  SeatDocument as SeatInfo,
  StateDocument as StateDoc,
  StoryDocument as Story,
  SwitchDocument as SwitchInfo,
  Thinking,
  TitleDocument as TitleInfo,
} from "./documents";
