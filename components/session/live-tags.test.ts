import { expect, it } from 'vitest';
import { tagsOf } from '@/components/session/live-tags';
import { EVENT_KINDS } from '@/lib/resources/events/schema';
import { contracts } from '@/lib/resources/registry';

it('every kind of event changes resources that there are', () => {
  const tags = new Set(contracts.map(({ tag }) => tag));
  for (const kind of EVENT_KINDS) {
    const changed = tagsOf(kind);
    expect(changed.length, kind).toBeGreaterThan(1);
    expect(changed.filter((tag) => !tags.has(tag))).toEqual([]);
  }
});
