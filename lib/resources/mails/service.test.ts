import { expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { installationScope, systemScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import type { MailToSend } from '@/lib/resources/mails/kinds';
import { queueMail } from '@/lib/resources/mails/service';
import { makeSeller } from '@/testing/factories';
import { findMails, runMail } from '@/testing/mails';

const SECRET = 'https://shop.example/redeem#a-secret-token';

const access = (organizationId: string): MailToSend => ({
  kind: 'portal_access',
  organizationId,
  recipient: 'jo@example.com',
  data: { expires_at: '2026-01-01T00:00:00Z' },
  secrets: { url: SECRET, code: '918273' },
});

it('queues a mail in a transaction alone, and never stores its secrets as they are', async () => {
  const { organizationId } = await makeSeller();
  const scope = systemScope(organizationId);
  const outside = queueMail(scope, access(organizationId));
  await expect(outside).rejects.toThrow('transaction');
  const id = await transaction(scope, (inner) => queueMail(inner, access(organizationId)));
  const queued = await db(null).mail.findUniqueOrThrow({ where: { id } });
  expect(queued).toMatchObject({ status: 'queued', kind: 'portal_access', attempts: 0 });
  expect(JSON.stringify(queued)).not.toMatch(/a-secret-token|918273/);
  const [content] = await findMails({ id });
  expect(content?.secrets).toEqual({ url: SECRET, code: '918273' });
});

it('keeps a mail with masked secrets where no mail server is set up', async () => {
  const { organizationId } = await makeSeller();
  const scope = systemScope(organizationId);
  const id = await transaction(scope, (inner) => queueMail(inner, access(organizationId)));
  await runMail(id);
  const kept = await db(null).mail.findUniqueOrThrow({ where: { id } });
  expect(kept).toMatchObject({ status: 'kept', reason: 'no_mail_server', secrets: null });
  expect(kept.text).toContain('••••••');
  expect(JSON.stringify(kept)).not.toMatch(/a-secret-token|918273/);
});

it('refuses mails of an organization outside of the scope, and takes those of the installation', async () => {
  const { organizationId } = await makeSeller();
  const foreign = transaction(installationScope(), (scope) =>
    queueMail(scope, access(organizationId)),
  );
  await expect(foreign).rejects.toThrow('organization of its scope');
  const id = await transaction(installationScope(), (scope) =>
    queueMail(scope, {
      kind: 'password_changed',
      organizationId: null,
      recipient: 'jo@example.com',
      data: { name: 'Jo', at: '2026-01-01T00:00:00Z' },
      secrets: {},
    }),
  );
  await runMail(id);
  const mail = await db(null).mail.findUniqueOrThrow({ where: { id } });
  expect(mail).toMatchObject({ organizationId: null, status: 'kept' });
});
