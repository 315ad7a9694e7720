import { installationScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import type { MailContent, RenderMail } from '@/lib/resources/mails/kinds';
import * as repository from '@/lib/resources/mails/repository';
import { maskSecrets } from '@/lib/resources/mails/rules';
import { contentOf, senderOf, sendMailKind } from '@/lib/resources/mails/service';
import { publicUrl } from '@/lib/runtime/env';
import { handler, type JobHandler } from '@/lib/runtime/jobs/job';

/**
 * Sends queued mails (docs/contract/mail.md#sending). `render` is that of the templates, which only workers load:
 * they use React's renderer for servers.
 */
export function sendMails(render: RenderMail): JobHandler {
  return handler(sendMailKind, ({ mail_id: id }) => send(id, render));
}

async function send(id: string, render: RenderMail): Promise<void> {
  const mail = await repository.findAny(id);
  if (mail?.status !== 'queued') return;
  const content = contentOf(mail);
  const sender = await senderOf(mail.organizationId);
  const secrets = maskSecrets(content.secrets, publicUrl());
  const masked = await render({ ...content, secrets } as MailContent, sender);
  await transaction(installationScope(), (scope) =>
    repository.finish(scope, id, { status: 'kept', reason: 'no_mail_server', ...masked }),
  );
}
