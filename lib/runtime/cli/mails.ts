import { Email } from '@/lib/contract/fields';
import { readOptions } from '@/lib/runtime/cli/arguments';
import { withDatabase } from '@/lib/runtime/cli/database';
import { printLines, reportFailure } from '@/lib/runtime/cli/terminal';
import { realTime } from '@/lib/runtime/clock';
import { OperatorError } from '@/lib/runtime/operator-error';

// npm run mails: lists the installation's own mails, which are about accounts, lets a refused address get them again, or
// writes examples of all kinds.

const USAGE = 'Use: npm run mails [-- --allow <address> | --previews <folder>]';

try {
  printLines(...(await run(parse())));
} catch (error) {
  reportFailure(error);
}

function parse() {
  return readOptions({ allow: { type: 'string' }, previews: { type: 'string' } }, USAGE);
}

async function run({ allow, previews }: ReturnType<typeof parse>): Promise<string[]> {
  if (allow !== undefined && previews !== undefined) throw new OperatorError(USAGE);
  if (previews !== undefined) return preview(previews);
  if (allow === undefined) return withDatabase(list);
  const email = Email.safeParse(allow);
  if (!email.success) throw new OperatorError(`Name the email address. ${USAGE}`);
  return withDatabase(() => allowAgain(email.data.toLowerCase()));
}

async function allowAgain(email: string): Promise<string[]> {
  const { allowAddress } = await import('@/lib/resources/mails/service');
  const { installationScope } = await import('@/lib/database/connection/scope');
  return (await allowAddress(installationScope(), null, email))
    ? [`${email} gets mails about accounts again.`]
    : [`No mail server has refused mails about accounts to ${email}.`];
}

async function list(): Promise<string[]> {
  const { listOfInstallation } = await import('@/lib/resources/mails/service');
  const mails = await listOfInstallation();
  if (mails.length === 0) return ['The installation has queued no mail about an account.'];
  return mails.flatMap((mail) => [
    `${mail.createdAt.toISOString()}  ${mail.kind}  ${mail.recipient}  ${mail.state}`,
    ...(mail.response === null ? [] : [`    ${mail.response}`]),
  ]);
}

async function preview(folder: string): Promise<string[]> {
  const { writePreviews } = await import('@/lib/resources/mails/templates/previews');
  const names = await writePreviews(folder, realTime());
  return [`Wrote ${names.length} files to ${folder}.`];
}
