import type { Metadata } from 'next';
import { LinkButton } from '@/components/ui/link-button';
import { Logo } from '@/components/ui/logo';

export const metadata: Metadata = { title: 'Tilldesk' };

/** The public start page. */
export default function FrontPage() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center gap-6 px-6 py-12">
      <p className="flex items-center gap-2 text-base font-semibold">
        <Logo className="size-6" />
        Tilldesk
      </p>
      <h1 className="text-2xl font-semibold tracking-tight">Sell digital products.</h1>
      <p className="text-base text-muted">
        Products and prices, checkouts, subscriptions and license keys: in the browser, and through
        one API that does everything the pages do.
      </p>
      <div className="flex flex-wrap gap-2">
        <LinkButton variant="primary" href="/dashboard" prefetch={false}>
          Open the dashboard
        </LinkButton>
        <LinkButton href="/sign-up" prefetch={false}>
          Sign up
        </LinkButton>
      </div>
      <p className="flex gap-6 border-t border-line pt-4 text-muted">
        <a className="underline decoration-line hover:decoration-current" href="/docs">
          API reference
        </a>
        <a className="underline decoration-line hover:decoration-current" href="/v1/openapi.json">
          OpenAPI document
        </a>
      </p>
    </main>
  );
}
