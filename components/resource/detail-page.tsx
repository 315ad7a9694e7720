import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useWhyNot } from '@/components/form/rights';
import { ObjectPage, type Read } from '@/components/resource/object-page';
import { ObjectRecord } from '@/components/resource/object-record';
import type { Presentation } from '@/components/resource/presentation';
import { useOrganizationPath } from '@/components/session/organization';
import { DeleteDialog } from '@/components/shell/delete-dialog';
import { ActionsMenu, usePageActions } from '@/components/shell/page-actions';
import type { ConfirmQuestion } from '@/components/ui/confirm-dialog';
import { DetailColumns, DetailHeader, Facts, PrimaryAction } from '@/components/ui/detail';
import { IdChip } from '@/components/ui/id-chip';
import { JsonView } from '@/components/ui/json-view';
import { LinkButton } from '@/components/ui/link-button';
import { Section } from '@/components/ui/section';
import { useNow } from '@/components/ui/time';
import { describeRequest } from '@/lib/client/client';
import type { AnyContract } from '@/lib/contract/contract';
import { EVENT_KINDS, objectOf } from '@/lib/resources/events/schema';

interface DetailOperations<Row> {
  read: Read<Row>;
  /** Changes it, by a form on a page of its own, unless `actions` do. */
  update?: AnyContract;
  remove: AnyContract;
}

interface Options<Row> {
  /** Below the title. */
  top?: (row: Row) => ReactNode;
  /** What belongs to it. */
  main: (row: Row) => ReactNode;
  /** Below the facts. */
  side?: (row: Row) => ReactNode;
  /** Instead of Edit and a menu with Delete; `remove` asks before it is deleted. */
  actions?: (row: Row, remove: () => void) => ReactNode;
  /** Called while the dialog is open: counts what its deletion does. */
  useDeletion: (row: Row) => ConfirmQuestion;
}

interface Props<Row> {
  of: Presentation<Row>;
  operations: DetailOperations<Row>;
  options: Options<Row>;
}

/** The nouns of what changes are recorded of as events. */
const EVENT_OBJECTS = new Set(EVENT_KINDS.map((kind) => objectOf(kind).replaceAll('_', ' ')));

/** The page of an object: its name, what belongs to it, its facts, and its answer of the API. */
export function detailPage<Row extends { id: string }>(
  of: Presentation<Row>,
  operations: DetailOperations<Row>,
  options: Options<Row>,
) {
  return ({ id }: { id: string }) => (
    <ObjectPage of={of} read={operations.read} id={id}>
      {(row) => <Detail of={of} operations={operations} options={options} row={row} />}
    </ObjectPage>
  );
}

function Detail<Row extends { id: string }>({ row, ...props }: Props<Row> & { row: Row }) {
  const {
    of,
    operations,
    options: { top, main, side, actions },
  } = props;
  const [isDeleting, setDeleting] = useState(false);
  const status = of.status?.(row, useNow());
  const remove = () => setDeleting(true);
  return (
    <>
      <DetailHeader
        title={of.name(row)}
        status={status}
        subtitle={
          <>
            {of.subtitle?.(row)}
            <IdChip id={row.id} />
          </>
        }
        actions={
          <>
            {actions?.(row, remove) ?? (
              <EditAndDelete of={of} operations={operations} id={row.id} onDelete={remove} />
            )}
            {isDeleting && <DeleteRow {...props} row={row} onClose={() => setDeleting(false)} />}
          </>
        }
      />
      {top?.(row)}
      <DetailColumns
        main={main(row)}
        side={
          <>
            <ObjectFacts of={of} row={row} />
            {side?.(row)}
          </>
        }
      />
      {EVENT_OBJECTS.has(of.noun.one) ? <ObjectRecord value={row} /> : <JsonView value={row} />}
    </>
  );
}

function DeleteRow<Row extends { id: string }>({
  of: { name, section, words },
  operations: { remove },
  options: { useDeletion },
  row,
  onClose,
}: Props<Row> & { row: Row; onClose: () => void }) {
  return (
    <DeleteDialog
      open
      onClose={onClose}
      operation={remove}
      id={row.id}
      section={section}
      deleted={words.deleted}
      title={words.deleteOne(name(row))}
      verb={words.delete}
      {...useDeletion(row)}
    />
  );
}

/** The facts of an object. */
function ObjectFacts<Row>({ of, row }: { of: Presentation<Row>; row: Row }) {
  return (
    <Section title={of.words.one}>
      <Facts facts={of.factsOf(row)} />
    </Section>
  );
}

/** The actions of an object's page: Edit by button and `e`, and in the menu its call and Delete. */
export function EditAndDelete<Row>({
  of: { section, words },
  operations: { read, update, remove },
  id,
  onDelete,
}: {
  of: Presentation<Row>;
  operations: DetailOperations<Row>;
  id: string;
  /** Asks before it is deleted. */
  onDelete: () => void;
}) {
  const path = useOrganizationPath();
  const whyNot = useWhyNot();
  const edit = path(`${section}/${id}/edit`);
  const blockedBy = update ? whyNot(update) : null;
  usePageActions([{ label: words.editing, icon: Pencil, href: edit, shortcut: 'e', blockedBy }]);
  return (
    <>
      <PrimaryAction>
        <LinkButton variant="primary" icon={Pencil} href={edit} blockedBy={blockedBy}>
          {words.editing}
        </LinkButton>
      </PrimaryAction>
      <ActionsMenu
        request={() => describeRequest(read, { params: { id } })}
        groups={[
          [
            {
              label: words.delete,
              icon: Trash2,
              danger: true,
              blockedBy: whyNot(remove),
              onSelect: onDelete,
            },
          ],
        ]}
      />
    </>
  );
}
