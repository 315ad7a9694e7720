'use client';

import { Bookmark, BookmarkPlus, Check, Pencil, Save, Trash2, Users } from 'lucide-react';
import dynamic from 'next/dynamic';
import { usePathname } from 'next/navigation';
import { forgetColumnsOfView } from '@/components/data-table/hidden-columns';
import { type ListSearch, listAddress } from '@/components/data-table/list-search';
import { VIEWS } from '@/components/data-table/texts';
import { keptQuery, savedQuery, searchOfView, type Views } from '@/components/data-table/use-views';
import { useMe, useOrganization } from '@/components/session/organization';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-state';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/components/ui/menu';
import { useNow, useTimeZone } from '@/components/ui/time';
import { showErrorToast, showToast } from '@/components/ui/toast';
import { useCommand } from '@/lib/client/queries';
import type { ListContract } from '@/lib/contract/list-operation';
import { updateSavedView } from '@/lib/resources/saved-views/operations';
import type { SavedView } from '@/lib/resources/saved-views/schema';

// Form library and validation are loaded with the first dialog.
const ViewDialog = dynamic(
  () => import('@/components/data-table/view-dialogs').then(({ ViewDialog }) => ViewDialog),
  { loading: () => null },
);

/** A list as it is shown, and its saved views. */
interface ListViews {
  operation: ListContract<unknown>;
  views: Views;
  search: ListSearch;
  /** The visible columns as a view keeps them. */
  columns: string[];
}

export type ViewDialogKind = 'new' | 'edit' | 'delete';

/** The open view and the others of a list. Small screens have {@link ViewEntries} in another menu. */
export function ViewsMenu({
  onAsk,
  ...list
}: ListViews & { onAsk: (dialog: ViewDialogKind) => void }) {
  const { open, result } = list.views;
  const { edits } = useShownView(list);
  return (
    <Menu
      onOpenChange={(isOpen) => isOpen && void result.refetch()}
      trigger={
        <Button icon={Bookmark} className="max-md:hidden">
          <span className="max-w-40 truncate">{open?.name ?? VIEWS.menu}</span>
          {edits && <span className="text-muted">{VIEWS.edited}</span>}
        </Button>
      }
    >
      <ViewEntries {...list} onAsk={onAsk} />
    </Menu>
  );
}

/** What a view of the list as it is shown would keep, and what of it differs from the open one. */
function useShownView({ operation, views, columns }: ListViews) {
  const zone = useTimeZone();
  const now = useNow();
  const { open } = views;
  const searchOf = (view: SavedView) => searchOfView(operation, view, now, zone);
  const shown = { query: savedQuery(views.query, now, zone), columns };
  // An update sends these alone, so that it keeps what others have changed in the rest.
  const edits = open && {
    ...(keptQuery(operation, searchOf(open)) !== views.query ? { query: shown.query } : {}),
    ...(open.columns.join(' ') !== columns.join(' ') ? { columns } : {}),
  };
  return {
    shown,
    /** Undefined where nothing differs. */
    edits: edits && Object.keys(edits).length > 0 ? edits : undefined,
    searchOf,
  };
}

/** The entries of a menu: the saved views, and to save, update, rename, share and delete one. */
export function ViewEntries({
  onAsk,
  ...list
}: ListViews & { onAsk: (dialog: ViewDialogKind) => void }) {
  const { operation, views } = list;
  const { open, result } = views;
  const pathname = usePathname();
  const me = useMe();
  const { role } = useOrganization();
  const update = useCommand(updateSavedView);
  const { edits, searchOf } = useShownView(list);
  const isMine = open?.user_id != null && open.user_id === me.data?.user?.id;
  const blockedBy = isMine || role === 'owner' || role === 'admin' ? null : VIEWS.notYours;
  const all = result.data?.items ?? [];

  async function updateOpen(view: SavedView, body: NonNullable<typeof edits>) {
    try {
      await update.mutateAsync({ params: { id: view.id }, body });
      forgetColumnsOfView(operation.id, view.id);
      showToast(VIEWS.updated);
    } catch (error) {
      showErrorToast(VIEWS.couldNotUpdate, error);
    }
  }

  const groups = [
    { label: VIEWS.own, views: all.filter(({ is_shared }) => !is_shared) },
    { label: VIEWS.shared, views: all.filter(({ is_shared }) => is_shared) },
  ].filter((group) => group.views.length > 0);
  return (
    <>
      {result.isError && <ErrorNote error={result.error} />}
      {!result.data && !result.isError && <MenuLabel>{VIEWS.loading}</MenuLabel>}
      {result.data && all.length === 0 && <MenuLabel>{VIEWS.none}</MenuLabel>}
      {groups.map((group) => (
        <div key={group.label}>
          <MenuLabel>{group.label}</MenuLabel>
          {group.views.map((view) => (
            <MenuItem
              key={view.id}
              icon={view.id === open?.id ? Check : view.is_shared ? Users : Bookmark}
              href={pathname + listAddress(searchOf(view), view.id)}
              onSelect={() => forgetColumnsOfView(operation.id, view.id)}
            >
              {view.name}
            </MenuItem>
          ))}
        </div>
      ))}
      <MenuSeparator />
      {open && edits && (
        <MenuItem icon={Save} blockedBy={blockedBy} onSelect={() => void updateOpen(open, edits)}>
          {VIEWS.update(open.name)}
        </MenuItem>
      )}
      <MenuItem icon={BookmarkPlus} onSelect={() => onAsk('new')}>
        {VIEWS.saveNew}
      </MenuItem>
      {open && (
        <>
          <MenuItem icon={Pencil} blockedBy={blockedBy} onSelect={() => onAsk('edit')}>
            {VIEWS.editDetails}
          </MenuItem>
          <MenuItem icon={Trash2} danger blockedBy={blockedBy} onSelect={() => onAsk('delete')}>
            {VIEWS.remove}
          </MenuItem>
        </>
      )}
    </>
  );
}

/** The dialog that saves a view of the list, or changes or deletes the open one. */
export function AskedViewDialog({
  kind,
  onClose,
  ...list
}: ListViews & { kind: ViewDialogKind; onClose: () => void }) {
  const { views, search } = list;
  const { shown } = useShownView(list);
  return (
    <ViewDialog
      kind={kind}
      view={kind === 'new' ? undefined : views.open}
      page={views.page}
      organizationId={views.organizationId}
      shown={shown}
      onSaved={(view) => search.setView(view.id)}
      onDeleted={() => search.setView(null)}
      onClose={onClose}
    />
  );
}
