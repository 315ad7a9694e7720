import type { ReactNode } from 'react';
import type { Column } from '@/components/data-table/columns';
import type { Noun } from '@/components/data-table/texts';
import { type Words, wordsOf } from '@/components/resource/words';
import type { Status } from '@/components/ui/badge';
import { pluralOf } from '@/lib/contract/nouns';

/** A field of a resource: what it is called, and how it is printed wherever the resource is shown. */
export interface PresentedField<Row> {
  /** Over its column, beside its fact and its control in a form, and of its filter. */
  label: string;
  /** As a column and among the facts; a field without it is one of forms alone. */
  value?: (row: Row) => ReactNode;
  /** Its place in the list; without it there is no column. `cell` prints it there otherwise. */
  column?: Omit<Column<Row>, 'id' | 'header' | 'cell'> & Partial<Pick<Column<Row>, 'cell'>>;
  /** Prints it otherwise among the facts. */
  fact?: (row: Row) => ReactNode;
}

interface Declaration<Row, Name extends string> {
  /** The title of its page, and what dialogs and breadcrumbs call it. */
  name: (row: Row) => string;
  /** The title of the browser's tab on its page, and among the records opened last, if it differs from the name. */
  tab?: (row: Row) => string;
  /** Beside the title of its page, at a moment in milliseconds since 1970. */
  status?: (row: Row, now: number) => Status;
  /** Below that title, before the id. */
  subtitle?: (row: Row) => ReactNode;
  /** Its list goes by the real time, whatever the organization's test clock says (docs/contract/time.md#test-clocks). */
  isInRealTime?: true;
  /** In the order of the columns and facts. The names of columns stand in saved views. */
  fields: Readonly<Record<Name, PresentedField<Row>>>;
}

/** The presentation of a resource, from which its list, its forms and its page are made. */
export interface Presentation<Row, Name extends string = string>
  extends Omit<Declaration<Row, Name>, 'fields'> {
  noun: Noun;
  words: Words;
  /** The path of its pages: `checkout-links`. */
  section: string;
  labels: Readonly<Record<Name, string>>;
  columns: readonly Column<Row>[];
  /** Names and values, for `Facts`. */
  factsOf: (row: Row) => readonly (readonly [label: string, value: ReactNode] | false)[];
}

/**
 * Says once what the fields of a resource are called and how they are printed: `presentation<Discount>()('discount', …)`.
 * The words of its pages follow from the noun.
 */
export function presentation<Row extends { id: string }>() {
  return <Name extends string>(
    one: string,
    { fields, ...declaration }: Declaration<Row, Name>,
  ): Presentation<Row, Name> => {
    const entries = Object.entries<PresentedField<Row>>(fields);
    const noun = { one, many: pluralOf(one) };
    return {
      ...declaration,
      noun,
      words: wordsOf(noun),
      section: noun.many.replaceAll(' ', '-'),
      labels: Object.fromEntries(entries.map(([name, { label }]) => [name, label])) as Record<
        Name,
        string
      >,
      columns: entries.flatMap(([id, { label, value, column }]) => {
        const cell = column?.cell ?? value;
        return column && cell ? [{ ...column, id, header: label, cell }] : [];
      }),
      factsOf: (row) =>
        entries.map(([, { label, value, fact = value }]) => {
          const shown = fact ? fact(row) : false;
          return shown !== false && [label, shown];
        }),
    };
  };
}
