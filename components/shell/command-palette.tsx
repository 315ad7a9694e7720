'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useMe } from '@/components/session/organization';
import { readPageActions, useRunAction } from '@/components/shell/page-actions';
import {
  keepOrder,
  localGroups,
  matchingGroups,
  type PaletteEntry,
  type PaletteGroup,
  recordEntries,
} from '@/components/shell/palette-entries';
import type { LayerProps, ShellLayer } from '@/components/shell/shell-layers';
import { PALETTE } from '@/components/shell/texts';
import { Spinner } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { BareDialog } from '@/components/ui/dialog';
import { errorMessage } from '@/components/ui/error-state';
import { KeyCap } from '@/components/ui/key-cap';
import { query } from '@/lib/client/queries';
import { searchRecords } from '@/lib/resources/search/contract';

const DEBOUNCE_MS = 150;

interface PaletteProps extends LayerProps {
  slug: string;
  show: (layer: ShellLayer) => void;
}

/** Pages, actions of the open page, and records of the organization, by typing or pasting. */
export function CommandPalette({ open, onClose, slug, show }: PaletteProps) {
  const run = useRunAction();
  const chosen = useRef<PaletteEntry>(null);
  return (
    <BareDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={PALETTE.title}
      onClosed={() => {
        // Run once the focus is back, so that a dialog that the action opens restores it to the page.
        const entry = chosen.current;
        chosen.current = null;
        if (entry) run(entry);
      }}
    >
      <Palette
        slug={slug}
        show={show}
        onChoose={(entry) => {
          chosen.current = entry;
          onClose();
        }}
      />
    </BareDialog>
  );
}

/** Mounted with the dialog, so that each opening begins empty. */
function Palette({
  slug,
  show,
  onChoose,
}: Pick<PaletteProps, 'slug' | 'show'> & { onChoose: (entry: PaletteEntry) => void }) {
  const pathname = usePathname();
  const { data: me } = useMe();
  const organization = me?.organizations.find((own) => own.slug === slug);
  const [text, setText] = useState('');
  const [selected, setSelected] = useState('');
  const [groups] = useState(() =>
    localGroups({
      slug,
      pathname,
      actions: readPageActions(),
      organizations: me?.organizations ?? [],
      isSandbox: organization?.is_sandbox ?? false,
      show,
    }),
  );
  const records = useRecords(slug, organization?.id ?? '');
  const found: PaletteGroup = { heading: PALETTE.records, entries: records.entries };
  const shown = [
    ...matchingGroups(groups, text),
    ...(text.trim() !== '' && records.entries.length > 0 ? [found] : []),
  ];
  const entries = shown.flatMap((group) => group.entries);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const entry = entries.find(({ id }) => id === selected);
    if (entry?.href && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      window.open(entry.href, '_blank', 'noopener');
    } else if (entries.length === 0 && text.trim() !== '') {
      // Pasted and entered before the answer is there.
      event.preventDefault();
      void records.first(text).then((first) => first && onChoose(first));
    }
  }

  return (
    <Command
      label={PALETTE.title}
      shouldFilter={false}
      loop
      vimBindings={false}
      value={selected}
      onValueChange={setSelected}
      onKeyDown={onKeyDown}
      className="flex min-h-0 flex-col"
    >
      <div className="flex items-center gap-2 border-b border-line px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <Command.Input
          autoFocus
          value={text}
          onValueChange={(next) => {
            records.search(next, { isPasted: Math.abs(next.length - text.length) > 1 });
            setText(next);
          }}
          placeholder={PALETTE.placeholder}
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
        {records.isSearching && <Spinner />}
      </div>
      <Command.List className="min-h-0 flex-1 overflow-y-auto p-2">
        {shown.map(({ heading, entries: rows }) => (
          <Command.Group
            key={heading}
            heading={heading}
            className="pb-1 **:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:py-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:text-muted"
          >
            {rows.map((entry) => (
              <Row key={entry.id} entry={entry} onSelect={() => onChoose(entry)} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
      <p role="status" className="empty:hidden px-4 pb-3 text-muted wrap-anywhere">
        {stateOf(text.trim(), entries.length, records)}
      </p>
    </Command>
  );
}

function stateOf(
  text: string,
  count: number,
  { isSearching, error }: ReturnType<typeof useRecords>,
): string {
  if (text === '') return '';
  if (error) return `${PALETTE.failed} ${errorMessage(error)}`;
  if (count > 0) return '';
  return isSearching ? PALETTE.searching : PALETTE.none(text);
}

function Row({ entry, onSelect }: { entry: PaletteEntry; onSelect: () => void }) {
  const { id, label, hint, icon: Icon, shortcut, blockedBy, danger } = entry;
  return (
    <Command.Item
      value={id}
      disabled={Boolean(blockedBy)}
      onSelect={onSelect}
      className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-control px-2 py-1 select-none data-[disabled=true]:cursor-not-allowed data-[selected=true]:bg-selected coarse:min-h-11"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      {/* On a small screen what it is gives way to its name. */}
      <span className={classes('truncate max-md:max-w-3/4 max-md:shrink-0', danger && 'text-bad')}>
        {label}
      </span>
      <span className="ml-auto min-w-0 shrink truncate pl-4 text-xs text-muted">
        {blockedBy ?? hint}
      </span>
      {shortcut && (
        <span aria-hidden className="flex shrink-0 gap-1 text-muted max-md:hidden">
          {shortcut.split(' ').map((key) => (
            <KeyCap key={key}>{key}</KeyCap>
          ))}
        </span>
      )}
    </Command.Item>
  );
}

/** The records that the API finds for what was typed last, debounced; pasted text is searched at once. */
function useRecords(slug: string, organizationId: string) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The search that `first` waits for; another text takes it back, and so does closing.
  const awaited = useRef<object>(null);
  useEffect(
    () => () => {
      awaited.current = null;
    },
    [],
  );
  const optionsOf = (text: string) =>
    query(searchRecords, { query: { organization_id: [organizationId], query: text } });
  const { data, error, isFetching } = useQuery({ ...optionsOf(asked), enabled: asked !== '' });
  // Rows that are shown keep their places while others join them.
  const [shown, setShown] = useState({ data, entries: [] as PaletteEntry[] });
  if (data !== undefined && data !== shown.data) {
    setShown({ data, entries: keepOrder(shown.entries, recordEntries(slug, data.items)) });
  }
  return {
    entries: shown.entries,
    error: asked === typed ? error : null,
    isSearching: typed !== '' && (asked !== typed || isFetching),
    search(next: string, { isPasted }: { isPasted: boolean }) {
      const text = next.trim();
      clearTimeout(timer.current);
      awaited.current = null;
      setTyped(text);
      if (text === '') setShown({ data: undefined, entries: [] });
      if (text === '' || isPasted) setAsked(text);
      else timer.current = setTimeout(() => setAsked(text), DEBOUNCE_MS);
    },
    /** The first record of a text; none once the text has changed, the palette is closed, or the search has failed. */
    async first(text: string): Promise<PaletteEntry | undefined> {
      const search = {};
      awaited.current = search;
      clearTimeout(timer.current);
      setAsked(text.trim());
      try {
        const { items } = await client.fetchQuery(optionsOf(text.trim()));
        return awaited.current === search ? recordEntries(slug, items)[0] : undefined;
      } catch {
        // The query of the same text shows the failure.
        return undefined;
      }
    },
  };
}
