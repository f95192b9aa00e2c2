import type { BotInfo } from "../net/wire";

/** The bot that a newcomer meets: the last one on the server's list, which goes from weak to strong, that plays the title. */
export function strongest(bots: readonly BotInfo[], title: string): string {
  const able = bots.filter((bot) => bot.titles === null || bot.titles.includes(title));
  return able.at(-1)?.id ?? "random";
}
