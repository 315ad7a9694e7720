import { describe, expect, test } from 'vitest';
import { filtersOf } from '@/components/resource/filters';
import { presentation } from '@/components/resource/presentation';

interface Row {
  id: string;
  name: string;
  code: string | null;
  sold: boolean;
}

const TICKET = presentation<Row>()('gift ticket', {
  name: ({ name }) => name,
  fields: {
    name: { label: 'Name', column: { sort: 'name', cell: ({ name }) => name } },
    code: { label: 'Code', value: ({ code }) => code, column: { mobile: 'sub' } },
    sold: {
      label: 'Sold',
      column: { cell: ({ sold }) => (sold ? 'Yes' : 'No') },
      fact: ({ sold }) => sold && 'At the door',
    },
    note: { label: 'Note' },
  },
});
const ROW: Row = {
  id: '018f0000-0000-7000-8000-00000000abcd',
  name: 'Friday',
  code: null,
  sold: false,
};

test('its words, path and labels follow from the noun and the fields', () => {
  expect(TICKET.noun).toEqual({ one: 'gift ticket', many: 'gift tickets' });
  expect(TICKET.section).toBe('gift-tickets');
  expect(TICKET.name(ROW)).toBe('Friday');
  expect(TICKET.words).toMatchObject({
    title: 'Gift tickets',
    one: 'Gift ticket',
    this: 'this gift ticket',
    new: 'New gift ticket',
    create: 'Create gift ticket',
    created: 'Gift ticket created.',
    saved: 'Gift ticket saved.',
    deleted: 'Gift ticket deleted.',
  });
  expect(TICKET.words.deleteOne('Friday')).toBe('Delete Friday');
  expect(TICKET.labels.note).toBe('Note');
});

describe('its fields', () => {
  test('that have a place in the list are columns, under their names', () => {
    const shown = TICKET.columns.map(({ id, header, cell }) => [id, header, cell(ROW)]);
    expect(shown).toEqual([
      ['name', 'Name', 'Friday'],
      ['code', 'Code', null],
      ['sold', 'Sold', 'No'],
    ]);
    expect(TICKET.columns[1]).toMatchObject({ mobile: 'sub' });
  });

  test('that are printed are facts, but for those whose value is false', () => {
    expect(TICKET.factsOf(ROW).filter(Boolean)).toEqual([['Code', null]]);
    expect(TICKET.factsOf({ ...ROW, sold: true }).filter(Boolean)).toEqual([
      ['Code', null],
      ['Sold', 'At the door'],
    ]);
  });

  test('name the filters', () => {
    const filters = filtersOf(TICKET, [{ field: 'code', kind: 'choice', param: 'c', options: [] }]);
    expect(filters).toEqual([{ label: 'Code', kind: 'choice', param: 'c', options: [] }]);
  });
});
