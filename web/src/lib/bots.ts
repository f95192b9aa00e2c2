import type { BotInfo } from "../net/wire";

/** A bot that plays sensibly and answers at once comes before one that thinks for long or not at all. */
const PREFERRED = ["staff", "random"];

/** The bot that a newcomer meets in this title. */
export function usualBot(bots: readonly BotInfo[], title: string): string {
  const able = bots.filter((bot) => bot.titles === null || bot.titles.includes(title)).map((bot) => bot.id);
  return PREFERRED.find((id) => able.includes(id)) ?? able[0] ?? "random";
}
