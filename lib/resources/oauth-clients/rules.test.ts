import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allowsRedirect,
  CLIENT_SCOPES,
  isRemembered,
  readBasic,
  redirectUriProblem,
  scopesOf,
} from '@/lib/resources/oauth-clients/rules';

describe('a redirect URI', () => {
  it.each([
    'https://app.example.com/callback',
    'https://app.example.com',
    'https://app.example.com:8443/cb?tenant=1',
    'http://localhost/cb',
    'http://localhost:3000/cb',
    'http://127.0.0.1:49152/',
    'http://[::1]:8080/cb',
    'com.example.app:/callback',
    'com.example.app://oauth/callback',
  ])('may be %s', (uri) => {
    expect(redirectUriProblem(uri)).toBeNull();
  });

  it.each([
    ['', 'no address'],
    ['/callback', 'no host'],
    ['http://app.example.com/callback', 'http elsewhere than on loopback'],
    ['http://localhost.example.com/cb', 'a host that begins like loopback'],
    ['http://localhost./cb', 'a trailing dot on loopback'],
    ['http://127.0.0.2/cb', 'another loopback address'],
    ['http://[::2]/cb', 'another address of IPv6'],
    ['https://app.example.com./callback', 'a trailing dot'],
    ['https://app.example.com/callback#', 'a fragment, also an empty one'],
    ['https://app.example.com/#a', 'a fragment'],
    ['https://*.example.com/callback', 'a wildcard'],
    ['https://user@app.example.com/callback', 'a user'],
    ['https://:password@app.example.com/callback', 'a password'],
    ['http://user@localhost/cb', 'a user on loopback'],
    ['https:///callback', 'no host'],
    ['https:app.example.com', 'no slashes'],
    ['https://app.example.com\\@evil.example', 'a backslash'],
    ['https://app.example.com/a b', 'a blank'],
    ['javascript:alert(1)', 'a script'],
    ['data:text/html,hi', 'data'],
    ['myapp:/callback', 'a scheme without a dot'],
    ['com.example.app://user:password@host/cb', 'a user of a private-use scheme'],
    ['com.example.app://host./cb', 'a trailing dot of a private-use scheme'],
    ['http://localhost:99999/cb', 'a port that is none'],
    ['ftp://app.example.com/', 'another protocol'],
    [`https://app.example.com/${'a'.repeat(2000)}`, 'a very long address'],
  ])('may not be %s: %s', (uri) => {
    expect(redirectUriProblem(uri)).toEqual(expect.any(String));
  });
});

describe('a request is answered', () => {
  const registered = ['https://app.example.com/callback', 'http://localhost:3000/cb'];

  it.each(registered)('at %s', (uri) => {
    expect(allowsRedirect(registered, uri)).toBe(true);
  });

  it.each(['http://localhost:9/cb', 'http://localhost/cb'])(
    'at another port of loopback: %s',
    (uri) => {
      expect(allowsRedirect(registered, uri)).toBe(true);
    },
  );

  it.each([
    'https://app.example.com/callback/',
    'https://app.example.com/callback/deeper',
    'https://app.example.com/callbac',
    'https://app.example.com/Callback',
    'https://APP.example.com/callback',
    'https://app.example.com:443/callback',
    'https://app.example.com:8443/callback',
    'https://app.example.com/callback?a=1',
    'https://app.example.com/callback#a',
    'https://user@app.example.com/callback',
    'https://app.example.com./callback',
    'https://app.example.com/x/../callback',
    'http://app.example.com/callback',
    'http://localhost:3000/cb/',
    'http://localhost:3000/CB',
    'http://localhost:3000@evil.example/cb',
    'http://127.0.0.1:3000/cb',
    'http://localhost:123456/cb',
    'http://localhost:99999/cb',
    'https://localhost:3000/cb',
    '',
  ])('not at %s', (uri) => {
    expect(allowsRedirect(registered, uri)).toBe(false);
  });

  it('at no address but those that are registered, and their ports of loopback', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (uri) => {
        expect(allowsRedirect(registered, uri)).toBe(registered.includes(uri));
      }),
    );
  });
});

it('is remembered with a secret and https alone', () => {
  expect(isRemembered(false, 'https://app.example.com/cb')).toBe(true);
  expect(isRemembered(true, 'https://app.example.com/cb')).toBe(false);
  expect(isRemembered(false, 'http://localhost/cb')).toBe(false);
  expect(isRemembered(false, 'com.example.app:/cb')).toBe(false);
});

describe('scopes', () => {
  it('are each named once, in the published order', () => {
    expect(scopesOf('  products:read openid products:read ')).toEqual({
      scopes: ['openid', 'products:read'],
      unknown: [],
    });
  });

  it('of apps are all but those of everything and those of tokens alone', () => {
    const { scopes, unknown } = scopesOf('admin web_default orders:write orders:read nothing');
    expect({ scopes, unknown }).toEqual({
      scopes: ['orders:read'],
      unknown: ['admin', 'web_default', 'orders:write', 'nothing'],
    });
    expect(CLIENT_SCOPES).toHaveLength(40);
  });
});

describe('Basic authentication', () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

  it('holds the ID and the secret as a form encodes them', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        (id, secret) => {
          const encoded = [id, secret].map((part) => encodeURIComponent(part.toWellFormed()));
          const read = { id: id.toWellFormed(), secret: secret.toWellFormed() };
          expect(readBasic(basic(encoded.join(':')))).toEqual(read);
        },
      ),
    );
    expect(readBasic(basic('a+b:c%3Ad'))).toEqual({ id: 'a b', secret: 'c:d' });
  });

  it.each(['Basic', 'Basic !', basic('nothing'), basic('%:a'), 'Bearer abc'])(
    'is not %s',
    (header) => {
      expect(readBasic(header)).toBeNull();
    },
  );
});
