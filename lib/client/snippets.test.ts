import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curlOf, fetchOf } from '@/lib/client/snippets';

const url = 'https://shop.example.com/v1/products/';

describe('curlOf', () => {
  it('names the token by a variable', () => {
    expect(curlOf({ method: 'GET', url, auth: 'seller' })).toBe(
      `curl '${url}' \\\n  -H "Authorization: Bearer $TILLDESK_TOKEN"`,
    );
    expect(curlOf({ method: 'GET', url, auth: 'public' })).toBe(`curl '${url}'`);
  });

  it('has a new idempotency key each time, and the version that is changed', () => {
    const change = { method: 'DELETE', url, auth: 'public', isIdempotent: true } as const;
    const printed = execFileSync(
      'bash',
      [
        '-c',
        `uuidgen() { echo 7f; }; curl() { printf '%s\\n' "$@"; }; ${curlOf({ ...change, ifMatch: 'W/"5"' })}`,
      ],
      { encoding: 'utf8' },
    );
    expect(printed.trim().split('\n')).toEqual([
      '-X',
      'DELETE',
      url,
      '-H',
      'Idempotency-Key: 7f',
      '-H',
      'If-Match: W/"5"',
    ]);
  });

  it('gives the shell the body as it is, whatever is in it', () => {
    const body = { name: `It's "$HOME" \`ls\` \\`, price: 5 };
    const command = curlOf({ method: 'POST', url, auth: 'public', body });
    const script = `curl() { printf '%s\\n' "$#"; printf '%s' "\${@: -1}"; }; ${command}`;
    const [, ...printed] = execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n');
    expect(JSON.parse(printed.join('\n'))).toEqual(body);
  });
});

describe('fetchOf', () => {
  it('reads as TypeScript', () => {
    const body = { name: 'Ink', tags: ["it's"], 'a-b': null };
    expect(
      fetchOf({ method: 'POST', url, auth: 'seller', body }),
    ).toBe(`const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.TILLDESK_TOKEN}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    name: 'Ink',
    tags: [
      "it's"
    ],
    'a-b': null
  }),
});
if (!response.ok) throw new Error(await response.text());
const answer = await response.json();`);
    const change = { method: 'DELETE', url, auth: 'public', isIdempotent: true } as const;
    expect(fetchOf({ ...change, ifMatch: '"5"' })).toContain(`    'If-Match': "\\"5\\"",`);
    expect(fetchOf({ method: 'DELETE', url, auth: 'public' })).not.toContain('response.json');
  });

  it('sends any body as it was given', () => {
    const prototype: Record<string, fc.JsonValue> = JSON.parse(
      '{"__proto__": false, "a": {"__proto__": {"b": 1}}}',
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
        const code = fetchOf({ method: 'POST', url, auth: 'public', body });
        const sent: unknown[] = [];
        const pretend = (_: string, options: { body: string }) => sent.push(options.body);
        const [call = ''] = code.split('\nif (!response.ok)');
        new Function('fetch', call.replace('const response = await ', ''))(pretend);
        expect(sent).toEqual([JSON.stringify(body)]);
      }),
      { examples: [[prototype]] },
    );
  });
});
