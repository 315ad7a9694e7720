import { parseArgs } from 'node:util';
import { withDatabase } from '@/lib/runtime/cli/database';
import { printLines, reportFailure } from '@/lib/runtime/cli/terminal';
import { OperatorError } from '@/lib/runtime/operator-error';

// npm run mails: lists the installation's own mails, which are about accounts, or writes examples of all kinds.

const USAGE = 'Use: npm run mails [-- --previews <folder>]';

try {
  const { previews } = parse();
  printLines(...(previews === undefined ? await withDatabase(list) : await preview(previews)));
} catch (error) {
  reportFailure(error);
}

function parse() {
  try {
    return parseArgs({ options: { previews: { type: 'string' } } }).values;
  } catch {
    throw new OperatorError(USAGE);
  }
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
  const names = await writePreviews(folder);
  return [`Wrote ${names.length} files to ${folder}.`];
}
