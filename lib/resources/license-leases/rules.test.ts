import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprintOf, MAX_REQUEST_LENGTH } from '@/lib/resources/license-leases/rules';

describe('the request of a machine without a connection', () => {
  it.each([
    ['9f86d081', '9f86d081'],
    ['  9f86d081\r\n', '9f86d081'],
    ['{"fingerprint": " 9f86d081 ", "app": "Quill"}', '9f86d081'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['💻'.repeat(200), '💻'.repeat(200)],
    ['x'.repeat(201), null],
    ['', null],
    [' \n', null],
    ['{"machine": "9f86d081"}', null],
    ['{"fingerprint": 7}', null],
    ['{"fingerprint": " "}', null],
    ['{fingerprint}', null],
    [`{"fingerprint": "a", "more": "${'x'.repeat(MAX_REQUEST_LENGTH)}"}`, null],
  ])('%j is of %j', (request, fingerprint) => {
    expect(fingerprintOf(request)).toBe(fingerprint);
  });

  it('says the same as text and as JSON', () => {
    const texts = fc.string({ maxLength: 210 }).filter((text) => !text.trim().startsWith('{'));
    fc.assert(
      fc.property(texts, (fingerprint) => {
        expect(fingerprintOf(JSON.stringify({ fingerprint }))).toBe(fingerprintOf(fingerprint));
      }),
    );
  });
});
