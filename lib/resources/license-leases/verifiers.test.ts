import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { statusBits } from '@/lib/resources/license-leases/rules';

// The functions of docs/verify-a-lease.md as they stand there, on leases that are good, forged, or over.

interface Options {
  jwks: { keys: object[] };
  issuer: string;
  organization_id: string;
  activation_id: string | null;
  revocations: string | null;
  now: number;
  greatest_iat: number | null;
}

interface Case {
  name: string;
  lease: string;
  options: Options;
  isGood: boolean;
}

const page = readFileSync('docs/verify-a-lease.md', 'utf8');
function block(language: string): string {
  const found = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page)?.[1];
  if (!found) throw new Error(`The page has no code in ${language}`);
  return found;
}

const NOW = 1_800_000_000;
const [own, other] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
const encode = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const jwk = (key: KeyObject, kid: string) => ({
  ...key.export({ format: 'jwk' }),
  kid,
  alg: 'EdDSA',
});
const jwks = { keys: [jwk(other.publicKey, 'older'), jwk(own.publicKey, 'present')] };

function jws(claims: object, head: object = {}, key: KeyObject | null = own.privateKey): string {
  const typ = 'license-lease+jwt';
  const signed = `${encode({ alg: 'EdDSA', kid: 'present', typ, ...head })}.${encode(claims)}`;
  const signature = key ? sign(null, Buffer.from(signed), key).toString('base64url') : '';
  return `${signed}.${signature}`;
}

const claims = {
  iss: 'https://seller.example',
  aud: 'organization',
  sub: 'key',
  iat: NOW - 60,
  nbf: NOW - 60,
  exp: NOW + 60,
  activation_id: 'activation',
  status: { idx: 9 },
};
const listOf = (revoked: number[], more: object = {}, head: object = {}, key = own.privateKey) => {
  const lst = deflateSync(statusBits(revoked, 16)).toString('base64url');
  const body = { ...claims, status_list: { bits: 1, lst }, ...more };
  return jws(body, { typ: 'license-revocations+jwt', ...head }, key);
};
const base: Options = {
  jwks,
  issuer: claims.iss,
  organization_id: claims.aud,
  activation_id: claims.activation_id,
  revocations: null,
  now: NOW,
  greatest_iat: null,
};
const good = jws(claims);
const [head = '', body = '', signature = ''] = good.split('.');
const cases: Case[] = [];
const add = (isGood: boolean, name: string, lease: string, options: Partial<Options> = {}) =>
  cases.push({ name, lease, options: { ...base, ...options }, isGood });

add(true, 'a lease', good);
add(true, 'one by an older key', jws(claims, { kid: 'older' }, other.privateKey));
add(true, 'one of a key without activations', jws({ ...claims, activation_id: null }), {
  activation_id: null,
});
add(true, 'one that the revocation list does not name', good, { revocations: listOf([8, 10]) });
add(true, 'a clock that went on', good, { greatest_iat: NOW - 60 });
add(
  false,
  'claims that were changed',
  `${head}.${encode({ ...claims, exp: NOW + 9e6 })}.${signature}`,
);
add(
  false,
  'a header that was changed',
  `${encode({ alg: 'EdDSA', kid: 'older', typ: 'license-lease+jwt' })}.${body}.${signature}`,
);
add(false, 'no signature', `${head}.${body}.`);
add(false, 'half a signature', `${head}.${body}.${signature.slice(0, 40)}`);
add(
  false,
  'the signature of another lease',
  `${head}.${body}.${jws({ ...claims, sub: 'x' }).split('.')[2]}`,
);
add(false, 'another key under the same id', jws(claims, {}, other.privateKey));
add(false, 'an unknown key', jws(claims, { kid: 'unknown' }));
add(false, 'no algorithm', jws(claims, { alg: 'none' }, null));
add(false, 'another algorithm', jws(claims, { alg: 'HS256' }));
add(false, 'another type', jws(claims, { typ: 'JWT' }));
add(false, 'a revocation list in its place', listOf([]));
add(false, 'another issuer', jws({ ...claims, iss: 'https://elsewhere.example' }));
add(false, 'another organization', jws({ ...claims, aud: 'elsewhere' }));
add(false, 'another activation', jws({ ...claims, activation_id: 'elsewhere' }));
add(false, 'no activation where one is asked for', jws({ ...claims, activation_id: null }));
add(false, 'an end that has passed', good, { now: NOW + 61 });
add(false, 'the second of its end', good, { now: NOW + 60 });
add(false, 'a clock before it was made', good, { now: NOW - 61 });
add(false, 'a beginning that is to come', jws({ ...claims, nbf: NOW + 30 }));
add(false, 'a clock before the greatest time seen', good, { greatest_iat: NOW + 1 });
add(false, 'a place that the revocation list names', good, { revocations: listOf([9]) });
add(false, 'a revocation list that has ended', good, { revocations: listOf([], { exp: NOW - 1 }) });
add(false, 'a revocation list by another key', good, {
  revocations: listOf([], {}, {}, other.privateKey),
});
add(false, 'a lease in place of the revocation list', good, { revocations: good });
add(false, 'a text that is no JWS', 'lease');

const results = (verify: (one: Case) => unknown) =>
  cases.map((one) => {
    try {
      return [one.name, Boolean(verify(one))];
    } catch {
      return [one.name, false];
    }
  });
const expected = cases.map(({ name, isGood }) => [name, isGood]);

describe('a lease is verified', () => {
  it('by at least 20 forgeries', () => {
    expect(cases.filter(({ isGood }) => !isGood).length).toBeGreaterThanOrEqual(20);
  });

  it.each(['js', 'python', 'go'])('by at most 40 lines of %s', (language) => {
    expect(block(language).trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  });

  it('in Node', async () => {
    const url = `data:text/javascript;base64,${Buffer.from(block('js')).toString('base64')}`;
    const { verifyLease } = (await import(/* @vite-ignore */ url)) as {
      verifyLease: (lease: string, options: Options) => object;
    };
    expect(results(({ lease, options }) => verifyLease(lease, options))).toEqual(expected);
    expect(verifyLease(good, base)).toEqual(claims);
  });

  it('in Python', { tags: 'soak' }, ({ skip }) => {
    const probe = spawnSync('python3', ['-c', 'import cryptography'], { encoding: 'utf8' });
    if (probe.status !== 0) skip('Python with the package cryptography is not installed');
    const program = `${block('python')}
import sys
def passes(one):
    try:
        return bool(verify_lease(one["lease"], **one["options"]))
    except Exception:
        return False
print(json.dumps([[one["name"], passes(one)] for one in json.load(sys.stdin)]))
`;
    const run = spawnSync('python3', ['-c', program], {
      input: JSON.stringify(cases),
      encoding: 'utf8',
    });
    expect(run.stderr).toBe('');
    expect(JSON.parse(run.stdout)).toEqual(expected);
  });

  it('in Go', ({ skip }) => {
    if (spawnSync('go', ['version']).status !== 0) skip('Go is not installed');
    const folder = mkdtempSync(path.join(tmpdir(), 'lease-'));
    try {
      const main = block('go')
        .replace('package lease', 'package main')
        .replace('"strings")', '"strings"; "fmt"; "os")');
      const program = `${main}
type one struct { Name, Lease string; Options struct { Jwks Keys; Issuer string; Organization_id string; Activation_id, Revocations *string; Now int64; Greatest_iat *int64 } }
func text(p *string) string { if p == nil { return "" }; return *p }
func main() {
	var cases []one
	json.NewDecoder(os.Stdin).Decode(&cases)
	all := [][2]any{}
	for _, c := range cases {
		var greatest int64
		if c.Options.Greatest_iat != nil { greatest = *c.Options.Greatest_iat }
		_, err := VerifyLease(c.Lease, c.Options.Jwks, c.Options.Issuer, c.Options.Organization_id, text(c.Options.Activation_id), text(c.Options.Revocations), c.Options.Now, greatest)
		all = append(all, [2]any{c.Name, err == nil})
	}
	out, _ := json.Marshal(all)
	fmt.Println(string(out))
}
`;
      writeFileSync(path.join(folder, 'main.go'), program);
      const run = spawnSync('go', ['run', 'main.go'], {
        cwd: folder,
        input: JSON.stringify(cases),
        encoding: 'utf8',
      });
      expect(run.stderr).toBe('');
      expect(JSON.parse(run.stdout)).toEqual(expected);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
