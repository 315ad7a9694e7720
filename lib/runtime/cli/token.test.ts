import { execFile } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { hashPassword } from '@/lib/auth/passwords';
import { PERMISSIONS } from '@/lib/contract/permissions';
import { db } from '@/lib/database/connection/client';
import { getMe } from '@/lib/resources/me/contract';
import { newId } from '@/lib/runtime/ids';
import { callApi } from '@/testing/call-api';
import { makeOrganization, makeUser } from '@/testing/factories';

interface Outcome {
  code: number;
  out: string;
  errors: string;
}

/** Runs a command as npm does, on the database of the test. */
function run(command: 'token' | 'sign-in-link' | 'account', ...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['scripts/run.mjs', command, ...args],
      (_, out, errors) => resolve({ code: child.exitCode ?? -1, out, errors }),
    );
  });
}

const newEmail = () => `seller-${newId()}@example.com`;
const me = (token: string) => callApi(getMe, {}, { as: { token } });

/** The token that a command prints, and nothing else. */
async function token(...args: string[]): Promise<string> {
  const { code, out, errors } = await run('token', ...args);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  expect(out).toMatch(/^td_(pat|oat)_[\w-]{43}\n$/);
  return out.trim();
}

// Each run is a process of its own, which takes a while: most are left to the soak.
describe('npm run token', () => {
  it('makes the seller and the organization where they are missing', { tags: 'soak' }, async () => {
    const [email, slug] = [newEmail(), `my-shop-${newId()}`];
    const first = await token('--email', email.toUpperCase(), '--organization', slug);
    const made = await me(first);
    expect(made).toMatchObject({
      type: 'user',
      user: { email },
      scopes: [...PERMISSIONS],
      organizations: [{ slug, name: expect.stringMatching(/^My Shop /), role: 'owner' }],
    });
    const args = ['--email', email, '--organization', slug, '--organization-token'];
    const second = await token(...args, '--scopes', 'products:read,admin');
    expect(await me(second)).toMatchObject({
      type: 'organization',
      scopes: ['admin', 'products:read'],
      organizations: [{ slug }],
    });
    expect(await db(null).user.count({ where: { email } })).toBe(1);
  });

  it('fails with one clear sentence and leaves nothing behind', { tags: 'soak' }, async () => {
    const foreign = await makeOrganization((await makeUser()).id);
    const email = newEmail();
    const failures: [string[], RegExp][] = [
      [[], /^Name the seller by email address\. Use: .+\n$/],
      [['--email', 'ann'], /^Name the seller by email address\. Use: .+\n$/],
      [['--email', email, '--color', 'red'], /^Unknown option '--color'.* Use: .+\n$/],
      [['--email', email, '--organization', 'New Shop'], /^--organization: Use lowercase .+\n$/],
      [['--email', email, '--organization-token'], /^Name the organization .+\n$/],
      [['--email', email, '--scopes', 'all'], /^--scopes takes some of .+\n$/],
    ];
    const outcomes = await Promise.all(failures.map(([args]) => run('token', ...args)));
    for (const [index, { code, out, errors }] of outcomes.entries()) {
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(errors).toMatch(failures[index]?.[1] ?? /never/);
    }
    expect(await db(null).user.count({ where: { email } })).toBe(0);
    const stranger = await run('token', '--email', email, '--organization', foreign.slug);
    expect(stranger).toMatchObject({ code: 1, out: '' });
    expect(stranger.errors).toMatch(/^.+ is not in the organization .+\n$/);
  });
});

describe('an account that nobody has confirmed', () => {
  it.each(['token', 'sign-in-link'] as const)(
    'gets no %s without --take-over',
    { tags: 'soak' },
    async (command) => {
      const { email, id: userId } = await makeUser();
      const password = await hashPassword('correct horse battery');
      const account = {
        id: newId(),
        userId,
        accountId: userId,
        providerId: 'credential',
        password,
      };
      await db(null).account.create({ data: account });
      const refused = await run(command, '--email', email);
      expect(refused).toMatchObject({ code: 1, out: '' });
      expect(refused.errors).toMatch(/^Somebody signed up as .+ Add --take-over to .+\.\n$/);
      expect(await db(null).account.count({ where: { userId } })).toBe(1);

      const taken = await run(command, '--email', email, '--take-over');
      expect(taken).toMatchObject({ code: 0, errors: '' });
      expect(await db(null).account.count({ where: { user: { email } } })).toBe(0);
      expect(await run(command, '--email', email)).toMatchObject({ code: 0, errors: '' });
    },
  );
});

describe('npm run sign-in-link', () => {
  it('prints one address', { tags: 'soak' }, async () => {
    const { email } = await makeUser();
    const { code, out, errors } = await run('sign-in-link', '--email', email.toUpperCase());
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(out).toMatch(/^http:\/\/localhost:3000\/sign-in-link\/[\w-]+\n$/);
  });

  it('fails with one clear sentence', { tags: 'soak' }, async () => {
    const email = newEmail();
    expect(await run('sign-in-link', '--email', email)).toEqual({
      code: 1,
      out: '',
      errors: `No seller has the address ${email}.\n`,
    });
    const none = await run('sign-in-link');
    expect(none).toMatchObject({ code: 1, out: '' });
    expect(none.errors).toMatch(/^Name the seller by email address\. Use: .+\n$/);
  });
});

describe('npm run account', () => {
  it('removes the second factor of a seller', { tags: 'soak' }, async () => {
    const { id: userId } = await makeUser();
    const { email } = await db(null).user.findUniqueOrThrow({ where: { id: userId } });
    await db(null).totpFactor.create({
      data: { userId, sealedSecret: 'sealed', confirmedAt: new Date() },
    });
    await db(null).recoveryCode.create({ data: { userId, digest: 'digest' } });
    const publicKey = new Uint8Array();
    const key = { credentialId: newId(), publicKey, counter: 0, transports: [] };
    await db(null).passkey.create({
      data: { ...key, id: newId(), userId, name: 'Laptop', createdAt: new Date() },
    });
    const remove = () => run('account', '--email', email.toUpperCase(), '--remove-factors');
    expect(await remove()).toEqual({
      code: 0,
      out: `Authenticator app, recovery codes and passkeys of ${email} are removed. The password alone signs in now.\n`,
      errors: '',
    });
    expect(await db(null).totpFactor.count({ where: { userId } })).toBe(0);
    expect(await db(null).recoveryCode.count({ where: { userId } })).toBe(0);
    expect(await db(null).passkey.count({ where: { userId } })).toBe(0);
    expect((await remove()).out).toBe(`${email} has no authenticator app and no passkey.\n`);
  });

  it('says what is missing', { tags: 'soak' }, async () => {
    const usage = 'Use: npm run --silent account -- --email <seller> --remove-factors';
    const email = newEmail();
    expect((await run('account', '--remove-factors')).errors).toContain(usage);
    expect((await run('account', '--email', email)).errors).toContain(usage);
    const unknown = await run('account', '--email', email, '--remove-factors');
    expect(unknown).toMatchObject({
      code: 1,
      out: '',
      errors: `No seller has the address ${email}.\n`,
    });
  });
});
