import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitProblem, MAX_DEPTH, MAX_VALUES } from '@/lib/api/json-limits';

/** What the scan has to find, by looking at every value. */
function countOf(value: unknown): number {
  const inner = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return inner.reduce<number>((sum, one) => sum + countOf(one), 1);
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((most, one) => Math.max(most, 1 + depthOf(one)), 1);
}

const spaces = fc.constantFrom(undefined, 1, '\t');

describe('the limits of a JSON text', () => {
  it('count its values as they are, however they are written', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), spaces, (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(limitProblem(text)).toBeNull();
        const filled = (count: number) => `[${text}${',0'.repeat(count - 1 - countOf(value))}]`;
        expect(limitProblem(filled(MAX_VALUES))).toBeNull();
        expect(limitProblem(filled(MAX_VALUES + 1))).toMatchObject({ type: 'too_many_values' });
      }),
      { numRuns: 50 },
    );
  });

  it('count its levels as they are', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 10 }), spaces, (value, space) => {
        const nested = (levels: number) =>
          '[1,'.repeat(levels) + JSON.stringify(value, null, space) + ']'.repeat(levels);
        const room = MAX_DEPTH - depthOf(value);
        expect(limitProblem(nested(room))).toBeNull();
        expect(limitProblem(nested(room + 1))).toMatchObject({ type: 'recursion_limit' });
      }),
    );
  });

  it('end with the text, whatever it is', () => {
    for (const text of ['', '"', '"\\', '"\\"', ']'.repeat(100), '"[', '\u0000']) {
      expect(limitProblem(text), text).toBeNull();
    }
    fc.assert(fc.property(fc.string(), (text) => limitProblem(text) === null || text.length > 64));
  });
});
