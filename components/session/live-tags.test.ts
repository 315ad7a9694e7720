import { expect, it } from 'vitest';
import { isAnnounced, tagsOf } from '@/components/session/live-tags';
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

it('new orders are announced, and lines of a log are not', () => {
  expect(['orders', 'events', 'products'].map(isAnnounced)).toEqual([true, true, true]);
  expect(['request_logs', 'audit_log', 'mails', 'discounts'].map(isAnnounced)).toEqual(
    Array(4).fill(false),
  );
});
