/** A readable message about an event. */
export interface ChatMessage {
  title: string;
  /** Name and value of each line below it. */
  lines: readonly (readonly [name: string, value: string])[];
  /** The page of the object. */
  url: string | null;
}

/** Lengths that Discord and Slack take. */
const MAX_TITLE = 250;
const MAX_VALUE = 1000;

/** A message for a webhook of Discord. What a buyer typed can neither format it nor mention anybody. */
export function discordBody({ title, lines, url }: ChatMessage): string {
  return JSON.stringify({
    embeds: [
      {
        title: escapeMarkdown(title.slice(0, MAX_TITLE)),
        ...(url !== null && { url }),
        fields: lines.map(([name, value]) => ({
          name,
          value: escapeMarkdown(value.slice(0, MAX_VALUE)),
          inline: true,
        })),
      },
    ],
    allowed_mentions: { parse: [] },
  });
}

/** A message for an incoming webhook of Slack. What a buyer typed can neither format it nor mention anybody. */
export function slackBody({ title, lines, url }: ChatMessage): string {
  const short = title.slice(0, MAX_TITLE);
  const fields = lines.map(([name, value]) => plainText(`${name}: ${value.slice(0, MAX_VALUE)}`));
  const open = { type: 'button', text: plainText('Open in Tilldesk'), url };
  return JSON.stringify({
    // Of notifications, where blocks are not shown.
    text: escapeSlack(short),
    blocks: [
      { type: 'section', text: plainText(short), ...(fields.length > 0 && { fields }) },
      ...(url === null ? [] : [{ type: 'actions', elements: [open] }]),
    ],
  });
}

/** Text that Slack prints as it is. */
function plainText(text: string) {
  return { type: 'plain_text', text, emoji: false };
}

/** Slack's three characters, of which links and mentions are made. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Markdown's characters, and the colon of links that Discord makes of bare addresses. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()<>#+\-.!|~@]/g, '\\$&').replaceAll('://', ':\\//');
}
