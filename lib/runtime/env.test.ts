import { expect, test } from 'vitest';
import { parseSettings, provideSettings, publicUrl, trustedOrigins } from '@/lib/runtime/env';

const parse = (settings: Record<string, string>) =>
  parseSettings({ NODE_ENV: 'test', ...settings });

test('what is not set, or empty, has its default', () => {
  expect(parse({ PORT: '', DATABASE_URL: '' })).toEqual({
    PORT: 3000,
    HOST: '127.0.0.1',
    DATA_DIR: '.data',
    DATABASE_WAIT_SECONDS: 60,
    DATABASE_POOL_SIZE: 10,
    WORKER: 'on',
    STATEMENT_TIMEOUT_SECONDS: 15,
    IDLE_IN_TRANSACTION_TIMEOUT_SECONDS: 30,
    TRUST_PROXY: 0,
    CHECKOUT_TTL_SECONDS: 86_400,
    CLOCK_TOLERANCE_SECONDS: 60,
    ABANDONED_CHECKOUT_DAYS: 90,
    EVENT_RETENTION_DAYS: 400,
    GITHUB_API_URL: 'https://api.github.com',
    DISCORD_API_URL: 'https://discord.com/api',
    STRIPE_CALLS_PER_SECOND: 25,
    WEBHOOK_ALLOW_PRIVATE: '0',
    AUDIT_RETENTION_DAYS: 730,
    STEP_UP_SECONDS: 600,
    ORGANIZATION_STORAGE_GIB: 10,
    LOG_CLIENT_ADDRESS: 'on',
    MAIL_SANDBOX: 'members',
    NODE_ENV: 'test',
  });
});

test('every wrong setting is told, with its name and what is allowed', () => {
  const wrong = { PORT: '0', DATABASE_URL: 'mysql://x', APP_SECRET: 'short', SIGN_UP: 'maybe' };
  expect(() => parse(wrong)).toThrow(
    [
      'The setting PORT must be a whole number from 1 to 65535.',
      'The setting DATABASE_URL must be an address like postgresql://user:password@host:5432/database.',
      'The setting APP_SECRET must be at least 32 characters.',
      'The setting SIGN_UP must be open, invite or closed.',
    ].join('\n'),
  );
});

test('a mail server needs the address that mails come from', () => {
  const SMTP_URL = 'smtps://user:password@mail.example.com';
  expect(parse({ SMTP_URL, MAIL_FROM: 'shop@example.com' }).SMTP_URL).toBe(SMTP_URL);
  expect(() => parse({ SMTP_URL, PORT: '0' })).toThrow(
    'The setting PORT must be a whole number from 1 to 65535.\n' +
      'The setting MAIL_FROM must be the address that mails come from, as SMTP_URL is set.',
  );
  expect(() => parse({ SMTP_URL: 'mail.example.com', MAIL_FROM: 'Shop' })).toThrow(
    /SMTP_URL must be an address like smtps:.*\nThe setting MAIL_FROM must be an email address/,
  );
});

test('the public address is an origin', () => {
  expect(parse({ PUBLIC_URL: 'https://Shop.example.com:443/' }).PUBLIC_URL).toBe(
    'https://shop.example.com',
  );
  expect(() => parse({ PUBLIC_URL: 'https://example.com/shop' })).toThrow(/without a path/);
  expect(() => parse({ PUBLIC_URL: 'example.com' })).toThrow(/an origin like/);
});

test('without a public address every loopback name is an origin of the product', () => {
  provideSettings({ PUBLIC_URL: '', PORT: '4000' });
  expect(publicUrl()).toBe('http://localhost:4000');
  expect(trustedOrigins()).toEqual([
    'http://localhost:4000',
    'http://127.0.0.1:4000',
    'http://[::1]:4000',
  ]);
  provideSettings({ PUBLIC_URL: 'https://shop.example.com' });
  expect(trustedOrigins()).toEqual(['https://shop.example.com']);
  provideSettings({ PUBLIC_URL: '', PORT: '3000' });
});

test('Stripe is replaced by what runs on this computer, and by nothing else', () => {
  const own = { STRIPE_API_BASE: 'http://127.0.0.1:4242/', STRIPE_JS_URL: 'http://localhost/s.js' };
  expect(parse(own)).toMatchObject({ ...own, STRIPE_API_BASE: 'http://127.0.0.1:4242' });
  for (const [name, value] of [
    ['STRIPE_API_BASE', 'https://api.stripe.com'],
    ['STRIPE_API_BASE', 'http://127.0.0.1.example.com'],
    ['STRIPE_JS_URL', 'https://js.stripe.com/v3'],
    ['STRIPE_JS_URL', 'stripe.js'],
  ] as const) {
    expect(() => parse({ [name]: value })).toThrow(`The setting ${name} must be left out, or`);
  }
});
