import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Column } from '@/components/data-table/columns';
import { tableModel } from '@/components/data-table/table-model';

const COLUMNS: readonly Column<{ id: string }>[] = [
  { id: 'name', header: 'Name', sort: 'name', cell: ({ id }) => id },
  {
    id: 'amount',
    header: 'Amount',
    sort: 'amount',
    sortFirst: 'desc',
    align: 'end',
    cell: () => 1,
  },
  { id: 'note', header: 'Note', sort: 'note', width: 300, cell: () => '' },
];
const CRITERIA = ['name', 'amount'];

/** The model of a list that is sorted so, and what it changes. */
function modelOf(sorting: string[], visibility: Record<string, boolean> = {}) {
  const changes: unknown[] = [];
  const change = (next: unknown) => void changes.push(next);
  const model = tableModel(COLUMNS, [], CRITERIA, { sorting, change }, [visibility, change]);
  return { model, changes };
}

/** The sorting after presses on columns, each with Shift or without. */
function pressed(presses: readonly (readonly [number, boolean])[]): string[] {
  let sorting: string[] = [];
  for (const [index, adds] of presses) {
    const { model, changes } = modelOf(sorting);
    const column = model.columns[index];
    if (column) model.toggleSort(column, { adds });
    sorting = (changes[0] as { sorting: string[] }).sorting;
  }
  return sorting;
}

describe('the order', () => {
  it('begins with the direction of the column, and turns', () => {
    expect(pressed([[1, false]])).toEqual(['-amount']);
    expect(
      pressed([
        [1, false],
        [1, false],
      ]),
    ).toEqual(['amount']);
    expect(
      pressed([
        [1, false],
        [0, true],
      ]),
    ).toEqual(['-amount', 'name']);
    expect(
      pressed([
        [1, false],
        [0, true],
        [1, true],
      ]),
    ).toEqual(['amount', 'name']);
    expect(
      pressed([
        [1, false],
        [0, true],
        [0, false],
      ]),
    ).toEqual(['-name']);
  });

  it('has each criterion once, two at most, the pressed one among them', () => {
    const presses = fc.array(fc.tuple(fc.nat(2), fc.boolean()), { minLength: 1 });
    fc.assert(
      fc.property(presses, (all) => {
        const names = pressed(all).map((criterion) => criterion.replace('-', ''));
        expect(new Set(names).size).toBe(names.length);
        expect(names.length).toBeLessThanOrEqual(2);
        expect(names).toContain(COLUMNS[all.at(-1)?.[0] ?? 0]?.sort);
      }),
    );
  });
});

it('shows columns with their widths; the first always', () => {
  const { model, changes } = modelOf(['-amount', 'name'], { name: false, amount: false });
  expect(model.columns.map(({ id, width, canSort }) => [id, width, canSort])).toEqual([
    ['name', 220, true],
    ['note', 300, false],
  ]);
  expect(model.width).toBe(520);
  expect(model.columns[0]?.sorted).toEqual({ direction: 'asc', position: 1 });
  expect(model.choices.map(({ isVisible, canHide }) => [isVisible, canHide])).toEqual([
    [true, false],
    [false, true],
    [true, true],
  ]);
  model.show(COLUMNS[1] as Column<{ id: string }>, true);
  expect(changes).toEqual([{ name: false, amount: true }]);
});
