'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { useOrganization, useOrganizationPath } from '@/components/session/organization';
import { SETTINGS_FRAME } from '@/components/settings/texts';
import { Frame } from '@/components/shell/frame';
import { hasSettingsPage, SETTINGS_PAGES } from '@/components/shell/navigation';
import { classes } from '@/components/ui/classes';
import { PageTitle } from '@/components/ui/page-title';

/** The layout of an organization's settings pages. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const path = useOrganizationPath();
  const pathname = usePathname();
  const { is_sandbox } = useOrganization();
  const pages = SETTINGS_PAGES.filter(({ page }) => hasSettingsPage(page, is_sandbox));
  // An import has a page of its own below its list's.
  const isAt = (page: string) =>
    pathname === path(page) || (page !== 'settings' && pathname.startsWith(`${path(page)}/`));
  const current = SETTINGS_PAGES.find(({ page }) => isAt(page));
  return (
    <Frame>
      <PageTitle>{current?.title ?? SETTINGS_FRAME.settings}</PageTitle>
      <div className="flex flex-col gap-6 *:max-w-[53rem]">
        <h1 className="text-xl leading-8 font-semibold tracking-tight">
          {SETTINGS_FRAME.settings}
        </h1>
        <nav
          aria-label={SETTINGS_FRAME.settings}
          className="relative flex gap-x-4 border-b border-line max-md:fades-out max-md:overflow-x-auto max-md:overflow-y-hidden md:flex-wrap"
        >
          {pages.map(({ page, label }) => {
            const isCurrent = isAt(page);
            return (
              <Link
                key={page}
                href={path(page)}
                prefetch={false}
                ref={isCurrent ? scrollTo : undefined}
                aria-current={isCurrent ? 'page' : undefined}
                className={classes(
                  'flex min-h-8 shrink-0 items-center border-b-2 -outline-offset-2 md:-mb-px coarse:min-h-11',
                  isCurrent
                    ? 'border-accent font-medium text-ink'
                    : 'border-transparent text-muted hover:text-ink',
                )}
              >
                <span data-steady={label}>{label}</span>
              </Link>
            );
          })}
        </nav>
        {children}
      </div>
    </Frame>
  );
}

/** On a small screen the links scroll: the current one is in sight. */
function scrollTo(link: HTMLAnchorElement | null): void {
  const links = link?.parentElement;
  if (links) links.scrollLeft = link.offsetLeft - (links.clientWidth - link.offsetWidth) / 2;
}

/** A part of the settings: what it is about on the left, its controls beside it. */
export function SettingsPart({
  id,
  title,
  text,
  children,
}: {
  /** What an address leads to: `settings#failed-renewals`. */
  id?: string;
  title: string;
  text: ReactNode;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      className="grid gap-x-12 gap-y-4 border-b border-line pb-8 not-has-[+:is(section,form)]:border-b-0 md:grid-cols-[14rem_minmax(0,1fr)]"
    >
      <div className="flex flex-col gap-1">
        <h2 className="text-base font-semibold">{title}</h2>
        <p className="text-xs text-muted">{text}</p>
      </div>
      <div className="flex max-w-xl min-w-0 flex-col gap-4">{children}</div>
    </section>
  );
}
