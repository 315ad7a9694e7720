import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAIL_KIND_NAMES, MAIL_KINDS, type MailContent } from '@/lib/resources/mails/kinds';
import { DEMO_SENDER, HOST, previews } from '@/lib/resources/mails/templates/previews';
import { renderMail } from '@/lib/resources/mails/templates/render';

const all = previews(new Date('2026-03-14T15:30:00Z'));
const valuesOf = (secrets: object): string[] =>
  Object.values(secrets).flatMap((value) =>
    Array.isArray(value) ? value.map(({ key }) => key) : [value],
  );
const invitation = (name: string): MailContent => ({
  kind: 'invitation',
  data: { organization_name: name, role: 'admin', inviter: name, expires_at: '2026-03-14T01:00Z' },
  secrets: { url: 'https://shop.example.com/invitation' },
});
const testMail: MailContent = { kind: 'test_mail', data: { requested_by: null }, secrets: {} };

it('has a preview of every kind, with data as the kind has it', () => {
  expect(new Set(all.map(({ content }) => content.kind))).toEqual(new Set(MAIL_KIND_NAMES));
  for (const { content } of all) {
    const { data } = MAIL_KINDS[content.kind];
    expect(data.safeParse(content.data).error, content.kind).toBeUndefined();
  }
});

it.each(all)('prints the secrets of $name in both forms, and loads nothing', async (preview) => {
  const { content, sender } = preview;
  const { subject, html, text } = await renderMail(content, sender, HOST);
  expect(subject).toMatch(/^[^\n]{5,120}$/);
  for (const secret of valuesOf(content.secrets)) {
    expect(html).toContain(secret);
    expect(text).toContain(secret);
  }
  expect(`${html}${text}`).not.toMatch(/undefined|\[object|NaN|Invalid Date/);
  expect(html).not.toMatch(/<img|<script|<link|url\(|@import/);
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(links.every((href) => href?.startsWith('https://shop.example.com/'))).toBe(true);
});

const previewOf = (name: string) => {
  const preview = all.find((one) => one.name === name);
  if (!preview) throw new Error(`There is no preview ${name}`);
  return renderMail(preview.content, preview.sender, HOST);
};

it('sets apostrophes as a printer does, and amounts at 28 px', { tags: 'soak' }, async () => {
  const about = ['receipt', 'renewal_receipt', 'payment_failed', 'refund', 'new_sale'];
  const dueLater = ['trial_ending', 'renewal_upcoming', 'payment_failed_for_good'];
  const hasAmount = new Set([...about, ...dueLater]);
  for (const { name, content } of all) {
    const { subject, text, html } = await previewOf(name);
    expect(`${subject}\n${text}`, name).not.toMatch(/\p{L}'/u);
    const amounts = [...html.matchAll(/<p[^>]*font-size:28px[^>]*>([^<]*)</g)].map(
      ([, amount]) => amount,
    );
    const isFree = ['receipt.trial', 'receipt.free'].includes(name);
    expect(amounts, name).toEqual(
      hasAmount.has(content.kind) && !isFree ? [expect.stringMatching(/^\$\d+\.\d\d$/)] : [],
    );
  }
});

it('says the amount that it begins with once, but for the lines of the order', {
  tags: 'soak',
}, async () => {
  for (const { name } of all) {
    const { html } = await previewOf(name);
    const [, amount] = /<p[^>]*font-size:28px[^>]*>([^<]*)</.exec(html) ?? [];
    if (!amount) continue;
    const body = html
      .replace(/[\s\S]*<main>/, '')
      .replace(/<table[^>]*class="rows"[\s\S]*?<\/table>/, '');
    expect(body.split(amount), name).toHaveLength(2);
  }
});

it('names the card that was declined, and which try is the last', async () => {
  const { text: next } = await previewOf('payment_failed');
  expect(next).toContain('Declined: Visa •••• 4242');
  expect(next).toContain('We’ll try again on April 14, 2026.');
  const { text: last } = await previewOf('payment_failed.next-last');
  expect(last).toContain('We’ll try one last time on April 14, 2026.');
  expect(last).toContain('The card’s security code is incorrect.');
  expect((await previewOf('payment_failed.unpaid')).text).not.toContain('Declined');
});

it('leads from the receipt to what there is', async () => {
  const { text: order, html } = await previewOf('receipt');
  expect(order).toContain('View order and invoice');
  expect(order).toContain('Next charge:');
  expect(html).toContain('font-family:ui-monospace, Menlo, Consolas, monospace');
  const { text: trial } = await previewOf('receipt.trial');
  expect(trial).toContain('View subscription');
  expect(trial).toContain('First charge:');
  expect(trial).not.toMatch(/order|Next charge/i);
});

it('leads from a changed password to another one', async () => {
  const { text, html } = await previewOf('password_changed');
  const address = `${HOST}/forgot-password`;
  expect(text).toContain(`Reset your password ${address}`);
  expect(html).toContain(`href="${address}"`);
  expect(text).toContain('2 personal access tokens were revoked.');
});

it('says why it was sent where that is not clear', async () => {
  const why = /You get this email/;
  for (const { name } of all) {
    const isClear = ['invitation', 'test_mail'].includes(name);
    expect(why.test((await previewOf(name)).text), name).toBe(!isClear);
  }
});

it('loads the picture of the seller alone', async () => {
  const pictureUrl = 'https://shop.example.com/picture.png';
  const { html, text } = await renderMail(testMail, { ...DEMO_SENDER, pictureUrl });
  expect(html).toMatch(/<img[^>]*height="40"[^>]*width="40"|<img[^>]*width="40"[^>]*height="40"/);
  expect(text).toMatch(/^Northlight Studio/);
  expect([...html.matchAll(/src="([^"]*)"/g)].map(([, src]) => src)).toEqual([pictureUrl]);
});

it('invites in the name of the installation, with the words of the seller in quotes', async () => {
  const name = 'Win “a car” "now" at evil.example';
  const pictureUrl = 'https://shop.example.com/picture.png';
  const sender = { ...DEMO_SENDER, name, pictureUrl };
  const { subject, html, text } = await renderMail(invitation(name), sender);
  expect(subject).toBe('You’re invited to join a team on Tilldesk');
  const quoted = '“Win ‘a car’ ’now’ at evil.example”';
  expect(text).toContain(`${quoted} invited you to the organization ${quoted} as an admin.`);
  expect(text.split('evil.example')).toHaveLength(3);
  expect(html.split('evil.example')).toHaveLength(3);
  expect(html).not.toContain('<img');
  expect(text).toContain('Sent by Tilldesk.');
});

it('prints dates in the time zone of the seller', async () => {
  const { text } = await renderMail(invitation('Northwind'), DEMO_SENDER);
  expect(text).toContain('March 13, 2026');
  expect((await renderMail(invitation('Northwind'), null)).text).toContain('March 14, 2026');
});

it('prints a name as text, whatever is in it', async () => {
  const special = fc.constantFrom('<b>', '&amp;', '"', "'", '</style>', '<!--', '{}', '\u202e');
  const names = fc.array(fc.oneof(fc.string(), special), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(names, async (parts) => {
      const name = `a${parts.join('')}z`;
      const tagsOf = (page: string) => page.match(/<[a-z!/][^>]*>/gi)?.length;
      const mails = [invitation, () => testMail] as const;
      for (const mail of mails) {
        const { html } = await renderMail(mail(name), { ...DEMO_SENDER, name });
        const plain = await renderMail(mail('a'), { ...DEMO_SENDER, name: 'a' });
        expect(tagsOf(html)).toBe(tagsOf(plain.html));
      }
    }),
    { numRuns: 30 },
  );
});

it('keeps the accent of the seller readable in both themes', async () => {
  const receipt = all.find(({ name }) => name === 'receipt')?.content ?? testMail;
  const { html } = await renderMail(receipt, { ...DEMO_SENDER, accentColor: '#fefefe' });
  expect(html).not.toContain('background-color:#fefefe');
  expect(html).toContain('background-color: #fefefe !important');
});
