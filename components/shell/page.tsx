'use client';

import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { Fragment, type ReactNode, useEffect } from 'react';
import { ListHeadingContext } from '@/components/data-table/list-header';
import { hrefWithSavedSearch } from '@/components/data-table/list-restoration';
import { CONTENT, FRAME, Frame } from '@/components/shell/frame';
import { noteRecent } from '@/components/shell/recents';
import { classes } from '@/components/ui/classes';
import { PageTitle } from '@/components/ui/page-title';
import { WayBack } from '@/components/ui/way-back';

/** A breadcrumb. A link to a list restores its filters and page. */
export interface Crumb {
  label: string;
  href: string;
}

export function Breadcrumbs({ crumbs, current }: { crumbs: readonly Crumb[]; current: string }) {
  return (
    <nav aria-label="Breadcrumbs" className="no-print -mb-1">
      <ol className="flex min-w-0 items-center gap-1 text-xs text-muted">
        {crumbs.map(({ label, href }) => (
          <Fragment key={href}>
            <li className="max-w-[min(16rem,45vw)] shrink-0 truncate">
              <CrumbLink href={href}>{label}</CrumbLink>
            </li>
            <li aria-hidden>
              <ChevronRight className="size-3" />
            </li>
          </Fragment>
        ))}
        <li aria-current="page" className="min-w-0 truncate">
          {current}
        </li>
      </ol>
    </nav>
  );
}

function CrumbLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={hrefWithSavedSearch(href)}
      prefetch={false}
      className="rounded-control hover:text-ink hover:underline"
    >
      {children}
    </Link>
  );
}

/** A page with a list, a `DataTable`: the title and the main action stay, the rows scroll. */
export function ListPage({
  title,
  tab = title,
  actions,
  aside,
  notice,
  children,
}: {
  title: string;
  /** The title of the browser's tab, if it differs from the heading. */
  tab?: string;
  /** The main action, which stays at the bottom of small screens. */
  actions?: ReactNode;
  /** A way elsewhere, beside the title. */
  aside?: ReactNode;
  /** Below the title: what is to be known before the rows. */
  notice?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={classes('flex min-h-0 flex-1 flex-col pb-3', FRAME)}>
      <PageTitle>{tab}</PageTitle>
      <div className={classes('flex min-h-0 w-full flex-1 flex-col gap-4', CONTENT)}>
        <ListHeadingContext value={{ title, actions, aside, notice }}>
          {children}
        </ListHeadingContext>
      </div>
    </div>
  );
}

/** A page of one object or form. */
export function DetailPage({
  crumbs,
  current,
  tab = current,
  isKnown = true,
  narrow = false,
  children,
}: {
  crumbs: readonly Crumb[];
  current: string;
  /** Whether `current` names an object that is there; until then it is no record to come back to. */
  isKnown?: boolean;
  /** The title of the browser's tab, if it differs from `current`. */
  tab?: string;
  /** As wide as a form. */
  narrow?: boolean;
  children: ReactNode;
}) {
  const path = usePathname();
  const section = crumbs[0]?.label ?? '';
  useEffect(() => {
    if (isKnown) noteRecent({ path, title: tab, section });
  }, [path, tab, section, isKnown]);
  return (
    <Frame className="max-md:has-data-primary-action:pb-24">
      <PageTitle>{tab}</PageTitle>
      <div className={classes('settles flex flex-col gap-6', narrow && 'max-w-xl')}>
        <Breadcrumbs crumbs={crumbs} current={current} />
        <WayBack value={crumbs[0] ?? null}>{children}</WayBack>
      </div>
    </Frame>
  );
}
