import type { MailContent, MailSender, RenderedMail } from '@/lib/resources/mails/kinds';

/**
 * The subject, HTML and text of a mail. `sender` is null for the installation's own mails. Called by jobs alone.
 */
export async function renderMail(
  { kind, data, secrets }: MailContent,
  sender: MailSender | null,
): Promise<RenderedMail> {
  const subject = `${sender?.name ?? 'Tilldesk'}: ${kind.replaceAll('_', ' ')}`;
  const lines = Object.entries({ ...data, ...secrets }).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const text = [subject, '', ...lines].join('\n');
  return { subject, html: `<pre>${escapeHtml(text)}</pre>`, text };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
