/** A readable message about an event. */
export interface ChatMessage {
  title: string;
  /** Name and value of each line below it. */
  lines: readonly (readonly [name: string, value: string])[];
  /** The page of the object. */
  url: string | null;
}

/** Half of the lengths that Discord takes, for escaping may double them. */
const MAX_TITLE = 120;
const MAX_VALUE = 500;

/** A message for a webhook of Discord. What a buyer typed can neither format it nor mention anybody. */
export function discordBody({ title, lines, url }: ChatMessage): string {
  return JSON.stringify({
    embeds: [
      {
        title: escapeMarkdown(cut(title, MAX_TITLE)),
        ...(url !== null && { url }),
        fields: lines.map(([name, value]) => ({
          name,
          value: escapeMarkdown(cut(value, MAX_VALUE)),
          inline: true,
        })),
      },
    ],
    allowed_mentions: { parse: [] },
  });
}

/** A message for an incoming webhook of Slack. What a buyer typed can neither format it nor mention anybody. */
export function slackBody({ title, lines, url }: ChatMessage): string {
  const short = cut(title, MAX_TITLE);
  const fields = lines.map(([name, value]) => plainText(`${name}: ${cut(value, MAX_VALUE)}`));
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

/** The first characters of a text; none of them is halved. */
function cut(text: string, most: number): string {
  return [...text].slice(0, most).join('');
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
