import { expect, it } from 'vitest';
import { shownObject } from '@/components/events/objects';
import { EVENT_KINDS } from '@/lib/resources/events/schema';

const object_id = '01a219c0-e104-75ae-a29f-af45a85d5b5e';

it('every kind of event has an object with a noun', () => {
  for (const type of EVENT_KINDS) {
    const { noun } = shownObject({ type, object_id, data: {} });
    expect(noun, type).toMatch(/^[A-Z]/);
  }
});

it('an object is called by its data, and by its id once they are erased', () => {
  const type = 'refund.updated';
  const data = { credit_note_number: null, order_invoice_number: 'NLS-000237' };
  expect(shownObject({ type, object_id, data }).name).toBe('NLS-000237');
  const erased = shownObject({ type, object_id, data: { id: object_id, erased: true } });
  expect(object_id).toContain(erased.name.replace(/\W+/g, '').slice(-4));
});
