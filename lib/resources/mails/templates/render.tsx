import { render, toPlainText } from '@react-email/render';
import {
  audienceOf,
  type MailContent,
  type MailKind,
  type MailSender,
  namedSender,
  PRODUCT,
  type RenderedMail,
} from '@/lib/resources/mails/kinds';
import { ACCOUNT } from '@/lib/resources/mails/templates/account';
import { BUYER } from '@/lib/resources/mails/templates/buyer';
import { Layout, type Letter } from '@/lib/resources/mails/templates/layout';
import { SELLER } from '@/lib/resources/mails/templates/seller';
import type { From, Template, Templates } from '@/lib/resources/mails/templates/template';
import { publicUrl } from '@/lib/runtime/env';

const TEMPLATES: Templates<MailKind> = { ...ACCOUNT, ...BUYER, ...SELLER };

const TEXT = {
  selectors: [
    { selector: '[data-html-only]', format: 'skip' },
    { selector: 'table.rows', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    ...['h1', 'h2'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
};

/**
 * The subject, HTML and text of a mail. `sender` is null for the installation's own mails, `origin` the installation's.
 * Called by jobs alone: React's server renderer is not part of the pages' bundle.
 */
export async function renderMail(
  content: MailContent,
  sender: MailSender | null,
  origin = publicUrl(),
): Promise<RenderedMail> {
  const name = sender?.name ?? PRODUCT;
  const letter = letterOf(content, { name, timezone: sender?.timezone ?? 'UTC', origin });
  const named = namedSender(content.kind, sender);
  const audience = audienceOf(content.kind);
  const html = await render(<Layout letter={letter} sender={named} audience={audience} />);
  return { subject: letter.subject, html, text: toPlainText(html, TEXT) };
}

function letterOf<Kind extends MailKind>(content: MailContent<Kind>, from: From): Letter {
  // TypeScript does not see that the kind is that of the contents.
  const template = TEMPLATES[content.kind] as Template<Kind>;
  return template(content as Parameters<Template<Kind>>[0], from);
}
