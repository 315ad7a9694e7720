/** The token by which benefits name a server; it opens nothing. */
export function guildToken(guildId: string): string {
  return `td_guild_${guildId}`;
}

/** The id of the server that a token names; null for one from elsewhere. */
export function guildOfToken(token: string): string | null {
  return /^td_guild_(\d{15,20})$/.exec(token)?.[1] ?? null;
}
