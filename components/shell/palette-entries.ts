import {
  ArrowRightLeft,
  BadgePercent,
  BookOpen,
  Copy,
  Gift,
  History,
  Keyboard,
  KeyRound,
  type LucideIcon,
  Package,
  Plus,
  ReceiptText,
  RefreshCw,
  Settings,
  ShoppingCart,
  SquareTerminal,
  UserRound,
} from 'lucide-react';
import { whyNot } from '@/components/session/why-not';
import {
  hasSettingsPage,
  NAVIGATION,
  navigationFor,
  pagePath,
  SETTINGS_PAGES,
} from '@/components/shell/navigation';
import type { PageAction } from '@/components/shell/page-actions';
import { readRecents } from '@/components/shell/recents';
import { copyRecordId, recordIdOf } from '@/components/shell/record-id';
import type { ShellLayer } from '@/components/shell/shell-layers';
import { KIND_LABELS, PALETTE, SHELL } from '@/components/shell/texts';
import type { Me } from '@/lib/resources/me/schema';
import type { SearchItem, SearchKind } from '@/lib/resources/search/schema';

/** A row of the palette. */
export interface PaletteEntry extends PageAction {
  /** Unique among all rows. */
  id: string;
  /** What it is, or tells it from others of its name. */
  hint?: string;
}

export interface PaletteGroup {
  heading: string;
  entries: readonly PaletteEntry[];
}

/** What the palette offers without asking the API, in its order. */
export function localGroups({
  slug,
  pathname,
  actions,
  organizations,
  isSandbox,
  show,
}: {
  slug: string;
  pathname: string;
  /** Of the page that is open. */
  actions: readonly PageAction[];
  organizations: Me['organizations'];
  isSandbox: boolean;
  /** Opens another layer in place of the palette. */
  show: (layer: ShellLayer) => void;
}): PaletteGroup[] {
  const role = organizations.find((organization) => organization.slug === slug)?.role;
  const items = navigationFor(role).flatMap((group) => group.items);
  const recordId = recordIdOf(pathname);
  const copyId = {
    label: PALETTE.copyId,
    icon: Copy,
    shortcut: 'c',
    onSelect: () => void copyRecordId(recordId ?? ''),
  };
  const group = (heading: string, entries: readonly PageAction[]): PaletteGroup => ({
    heading,
    entries: entries.map((entry) => ({ ...entry, id: `${heading} ${entry.label} ${entry.href}` })),
  });
  return [
    {
      heading: PALETTE.recent,
      entries: readRecents(slug, pathname).map(({ path, title, section }) => ({
        id: `recent ${path}`,
        label: title,
        hint: section,
        icon: History,
        href: path,
      })),
    },
    group(PALETTE.actions, [...actions, ...(recordId ? [copyId] : [])]),
    group(PALETTE.pages, [
      ...items.map(({ label, path, icon, key }) => ({
        label,
        icon,
        href: pagePath(slug, path),
        ...(key ? { shortcut: `g ${key}` } : {}),
      })),
      ...SETTINGS_PAGES.filter(
        ({ page }) => page !== 'settings' && hasSettingsPage(page, isSandbox),
      ).map(({ title, page }) => ({ label: title, icon: Settings, href: pagePath(slug, page) })),
    ]),
    group(
      PALETTE.create,
      items.flatMap(({ create, path }) =>
        create
          ? [
              {
                label: create.label,
                icon: Plus,
                href: pagePath(slug, `${path}/new`),
                blockedBy: whyNot(role ?? null, { permissions: [create.permission] }),
              },
            ]
          : [],
      ),
    ),
    group(PALETTE.more, [
      {
        label: SHELL.apiCalls,
        icon: SquareTerminal,
        shortcut: 'a',
        onSelect: () => show('calls'),
      },
      { label: SHELL.shortcuts, icon: Keyboard, shortcut: '?', onSelect: () => show('shortcuts') },
      { label: SHELL.apiReference, icon: BookOpen, href: '/docs' },
      ...organizations
        .filter((organization) => organization.slug !== slug)
        .map((organization) => ({
          label: PALETTE.switchTo(organization.name),
          icon: ArrowRightLeft,
          href: pagePath(organization.slug),
        })),
    ]),
  ].filter(({ entries }) => entries.length > 0);
}

/** The entries that have each word of a text; recents are for an empty one. */
export function matchingGroups(groups: readonly PaletteGroup[], text: string): PaletteGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...groups];
  return groups
    .filter(({ heading }) => heading !== PALETTE.recent)
    .map(({ heading, entries }) => ({
      heading,
      entries: entries.filter(({ label }) =>
        words.every((word) => ` ${label.toLowerCase()}`.includes(` ${word}`)),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
}

const PLACES: Record<SearchKind, { section: string; icon: LucideIcon }> = {
  customer: { section: 'customers', icon: UserRound },
  product: { section: 'products', icon: Package },
  order: { section: 'orders', icon: ReceiptText },
  subscription: { section: 'subscriptions', icon: RefreshCw },
  checkout: { section: 'checkouts', icon: ShoppingCart },
  discount: { section: 'discounts', icon: BadgePercent },
  license_key: { section: 'license-keys', icon: KeyRound },
  benefit: { section: 'benefits', icon: Gift },
};

const SECTIONS = new Set(NAVIGATION.flatMap(({ items }) => items.map(({ path }) => path)));

/** Found records as rows; those whose page is not there are left out. */
export function recordEntries(slug: string, items: readonly SearchItem[]): PaletteEntry[] {
  return items
    .filter(({ kind }) => SECTIONS.has(PLACES[kind].section))
    .map(({ kind, id, title, subtitle }) => ({
      id,
      label: title,
      hint: [subtitle, KIND_LABELS[kind]].filter(Boolean).join(' · '),
      icon: PLACES[kind].icon,
      href: pagePath(slug, `${PLACES[kind].section}/${id}`),
    }));
}

/** The found rows: those that were shown already keep their order, new ones follow. */
export function keepOrder(
  shown: readonly PaletteEntry[],
  found: readonly PaletteEntry[],
): PaletteEntry[] {
  const byId = new Map(found.map((entry) => [entry.id, entry]));
  const kept = shown.flatMap(({ id }) => byId.get(id) ?? []);
  const keptIds = new Set(kept.map(({ id }) => id));
  return [...kept, ...found.filter(({ id }) => !keptIds.has(id))];
}
