import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { db } from '@/lib/database/connection/client';
import { installationScope } from '@/lib/database/connection/scope';
import { transaction } from '@/lib/database/connection/transaction';
import { suppress } from '@/lib/resources/mails/repository';
import { queueMail } from '@/lib/resources/mails/service';
import { createSignInLink } from '@/lib/resources/sign-in/service';
import { newId } from '@/lib/runtime/ids';
import { makeUser } from '@/testing/factories';
import { runMail } from '@/testing/mails';

// Each run is a process of its own, which takes a while on a busy machine.
/** Runs the command as npm does, on the database of the test. */
function mails(...args: string[]) {
  return new Promise<{ code: number; out: string; errors: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['scripts/run.mjs', 'mails', ...args],
      (_, out, errors) => resolve({ code: child.exitCode ?? -1, out, errors }),
    );
  });
}

it("lists the installation's own mails without what is in them", { tags: 'soak' }, async () => {
  expect((await mails()).out).toBe('The installation has queued no mail about an account.\n');
  const id = await transaction(installationScope(), (scope) =>
    queueMail(scope, {
      kind: 'reset_password',
      organizationId: null,
      recipient: 'jo@example.com',
      data: { name: 'Jo' },
      secrets: { url: 'https://shop.example.com/reset-password/a-secret-token' },
    }),
  );
  const line = (state: string) =>
    expect.stringMatching(`^\\S+Z  reset_password  jo@example.com  ${state}\n$`);
  expect(await mails()).toEqual({ code: 0, out: line('queued'), errors: '' });
  await runMail(id);
  expect((await mails()).out).toEqual(line('kept \\(no_mail_server\\)'));
});

/** Has a mail server have refused an address, and tells whether that is known. */
async function refuse(email: string) {
  const scope = installationScope();
  await suppress(scope, { organizationId: null, email, response: '550 No such user' });
  return async () =>
    (await db(null).mailSuppression.count({ where: { organizationId: null, email } })) > 0;
}

it('lets an address that was refused get mails again', { tags: 'soak' }, async () => {
  const email = `jo-${newId()}@example.com`;
  const isRefused = await refuse(email);
  const given = email.toUpperCase();
  const out = `${email} gets mails about accounts again.\n`;
  expect(await mails('--allow', given)).toEqual({ code: 0, out, errors: '' });
  expect(await isRefused()).toBe(false);
  expect((await mails('--allow', given)).out).toBe(
    `No mail server has refused mails about accounts to ${email}.\n`,
  );
  expect((await mails('--allow', 'jo')).errors).toMatch(/^Name the email address\. Use: .+\n$/);
});

it('has the address of a sign-in link get mails again', async () => {
  const { email } = await makeUser();
  const isRefused = await refuse(email);
  expect(await createSignInLink(email)).not.toBeNull();
  expect(await isRefused()).toBe(false);
});

it('writes an example of every mail into a folder', { tags: 'soak' }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'mails-'));
  const { code, out, errors } = await mails('--previews', folder);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  const names = readdirSync(folder);
  expect(out).toBe(`Wrote ${names.length} files to ${folder}.\n`);
  expect(readFileSync(path.join(folder, 'test_mail.html'), 'utf8')).toMatch(/^<!DOCTYPE html/i);
  rmSync(folder, { recursive: true });
});

it('says in one sentence what is wrong', { tags: 'soak' }, async () => {
  const { code, errors } = await mails('--all');
  expect({ code, errors }).toEqual({ code: 1, errors: expect.stringMatching(/^Use: .+\n$/) });
});
