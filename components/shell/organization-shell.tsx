'use client';

import { Menu as MenuIcon, Search } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { OrganizationProvider, useMe } from '@/components/session/organization';
import { AccountShell } from '@/components/shell/account-shell';
import { FRAME, Frame } from '@/components/shell/frame';
import { NAVIGATION, pagePath } from '@/components/shell/navigation';
import { useRunAction } from '@/components/shell/page-actions';
import { usePageFocus } from '@/components/shell/page-focus';
import { SandboxBadge } from '@/components/shell/sandbox-badge';
import { preloadOf, type ShellLayer, useShellLayers } from '@/components/shell/shell-layers';
import { Sidebar } from '@/components/shell/sidebar';
import { MISSING, SHELL } from '@/components/shell/texts';
import { Button, IconButton } from '@/components/ui/button';
import { Sheet } from '@/components/ui/dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageTitle } from '@/components/ui/page-title';
import { useShortcuts } from '@/components/ui/shortcuts';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';

// Few organizations are to be deleted.
const PaymentsNotice = dynamic(() =>
  import('@/components/shell/payments-notice').then(({ PaymentsNotice }) => PaymentsNotice),
);
const DeletionNotice = dynamic(() =>
  import('@/components/shell/deletion-notice').then(({ DeletionNotice }) => DeletionNotice),
);

/**
 * The layout of an organization's pages.
 *
 * @param factors where a seller sets up a second factor, for an organization that requires one
 */
export function OrganizationShell({
  slug,
  factors,
  children,
}: {
  slug: string;
  factors: ReactNode;
  children: ReactNode;
}) {
  const me = useMe();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { show, layers } = useShellLayers(slug);
  useNavigationKeys(slug);
  usePageFocus();
  const organization = me.data?.organizations.find((own) => own.slug === slug);
  // Until the seller goes on: setting up an app ends with recovery codes that are shown once.
  const [lacking, setLacking] = useState<string | null>(null);
  const isRequired = organization?.two_factor_required ?? false;
  if (organization && isRequired && lacking !== organization.id) setLacking(organization.id);
  if (me.data && !organization) return <NoOrganization slug={slug} />;
  if (organization && (isRequired || lacking === organization.id)) {
    return (
      <TwoFactorRequired name={organization.name} factors={factors}>
        {!isRequired && (
          <Button variant="primary" className="self-start" onClick={() => setLacking(null)}>
            {SHELL.continueTo(organization.name)}
          </Button>
        )}
      </TwoFactorRequired>
    );
  }
  const showOverMenu = (layer: ShellLayer) => {
    setMenuOpen(false);
    show(layer);
  };
  return (
    <div className="flex min-h-dvh flex-col md:h-dvh print:block print:h-auto">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 rounded-control bg-accent px-3 py-2 text-on-accent not-focus:sr-only"
      >
        {SHELL.skip}
      </a>
      <div className="flex min-h-0 flex-1 flex-col md:flex-row print:block">
        <aside className="no-print w-56 shrink-0 border-r border-line p-2 max-md:hidden">
          <Sidebar slug={slug} onShow={show} />
        </aside>
        <header className="no-print sticky top-0 z-30 flex h-12 items-center gap-1 border-b border-line bg-background px-2 md:hidden">
          <IconButton label={SHELL.menu} icon={MenuIcon} onClick={() => setMenuOpen(true)} />
          <span className="min-w-0 flex-1 truncate font-semibold">{organization?.name ?? ''}</span>
          {organization?.is_sandbox && <SandboxBadge organization={organization} />}
          <IconButton
            label={SHELL.search}
            icon={Search}
            {...preloadOf('palette')}
            onClick={() => show('palette')}
          />
        </header>
        <main id="content" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col">
          {organization?.deletion_scheduled_at && (
            <DeletionNotice organization={organization} at={organization.deletion_scheduled_at} />
          )}
          {organization?.payment_connection?.problem && (
            <PaymentsNotice
              slug={organization.slug}
              problem={organization.payment_connection.problem}
            />
          )}
          {!organization && <title>Tilldesk</title>}
          {me.isError ? (
            <Frame>
              <ErrorState
                isPage
                what="your account"
                error={me.error}
                retrying={me.isFetching}
                onRetry={() => void me.refetch()}
              />
            </Frame>
          ) : organization ? (
            <OrganizationProvider key={organization.id} organization={organization}>
              {children}
            </OrganizationProvider>
          ) : (
            <PageSkeleton />
          )}
        </main>
      </div>
      <Sheet open={isMenuOpen} onOpenChange={setMenuOpen} title={SHELL.menu} side="left">
        <Sidebar slug={slug} onShow={showOverMenu} onNavigate={() => setMenuOpen(false)} />
      </Sheet>
      {layers}
    </div>
  );
}

/** What an organization shows that requires a second factor of a member without one. */
function TwoFactorRequired({
  name,
  factors,
  children,
}: {
  name: string;
  factors: ReactNode;
  children: ReactNode;
}) {
  return (
    <AccountShell>
      <PageTitle>{SHELL.twoFactorRequired(name)}</PageTitle>
      <Frame>
        <div className="flex flex-col gap-2 wrap-anywhere">
          <h1 className="text-xl font-semibold tracking-tight">{SHELL.twoFactorRequired(name)}</h1>
          <p className="max-w-prose text-muted">{SHELL.twoFactorText(name)}</p>
        </div>
        {children}
        <div className="flex max-w-[53rem] flex-col gap-6">{factors}</div>
      </Frame>
    </AccountShell>
  );
}

function NoOrganization({ slug }: { slug: string }) {
  return (
    <AccountShell>
      <PageTitle>{MISSING.notFoundTab}</PageTitle>
      <Frame>
        <EmptyState
          isPage
          drawing="record"
          title={SHELL.notMember(slug)}
          actions={<LinkButton href="/dashboard">{SHELL.allOrganizations}</LinkButton>}
        >
          {SHELL.notMemberText}
        </EmptyState>
      </Frame>
    </AccountShell>
  );
}

function PageSkeleton() {
  return (
    <div aria-busy className={FRAME}>
      <LoadingNote />
      <Skeleton className="h-8 w-40" />
    </div>
  );
}

/** `g` with a letter opens a page. */
function useNavigationKeys(slug: string) {
  const run = useRunAction();
  const pages = NAVIGATION.flatMap(({ items }) => items).filter(({ key }) => key !== undefined);
  useShortcuts(
    Object.fromEntries(
      pages.map(({ key, path }) => [`g ${key}`, () => run({ href: pagePath(slug, path) })]),
    ),
  );
}
