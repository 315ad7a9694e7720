import { ArrowLeft } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { type NavGroup, ReferenceNav } from '@/components/reference/reference-nav';
import { REFERENCE } from '@/components/reference/texts';
import { Disclosure } from '@/components/ui/disclosure';
import { LinkButton } from '@/components/ui/link-button';
import { Logo } from '@/components/ui/logo';

/** The frame of the reference: the way back on top, the sections on the left, on phones above. */
export function ReferenceFrame({
  groups,
  children,
}: {
  groups: readonly NavGroup[];
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 rounded-control bg-accent px-3 py-2 text-on-accent not-focus:sr-only"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 flex h-12 items-center gap-3 border-b border-line bg-background px-4 md:px-6">
        <Link href="/" prefetch={false} className="flex items-center gap-2 font-semibold">
          <Logo />
          Tilldesk
        </Link>
        <Link href="/docs" prefetch={false} className="min-w-0 flex-1 truncate text-muted">
          {REFERENCE.title}
        </Link>
        <a href="/v1/openapi.json" className="text-muted underline max-sm:hidden">
          {REFERENCE.document}
        </a>
        <LinkButton href="/dashboard" icon={ArrowLeft}>
          {REFERENCE.dashboard}
        </LinkButton>
      </header>
      <div className="mx-auto flex w-full max-w-[90rem] flex-1 max-md:flex-col">
        <Disclosure
          label={REFERENCE.contents}
          className="border-b border-line px-4 py-3 md:hidden"
          labelClass="font-medium"
        >
          <div className="pt-3">
            <ReferenceNav groups={groups} />
          </div>
        </Disclosure>
        <aside className="sticky top-12 max-h-[calc(100dvh-3rem)] w-64 shrink-0 self-start overflow-y-auto border-r border-line p-4 max-md:hidden">
          <ReferenceNav groups={groups} />
        </aside>
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 px-4 py-8 md:px-8">
          {children}
        </main>
      </div>
    </div>
  );
}
