'use client';

import { RotateCw } from 'lucide-react';
import { Button, buttonClasses } from '@/components/ui/button';
import { PageTitle } from '@/components/ui/page-title';

/**
 * The fallback of error boundaries. A chunk that cannot be loaded means that the server was updated and
 * the page's chunks are gone: a reload repairs it.
 */
export function ErrorFallback({ error }: { error: Error }) {
  const isOutdated = /chunk/i.test(`${error.name} ${error.message}`);
  return (
    <div role="alert" className="flex flex-col items-start gap-4 border-l-2 border-bad px-4 py-3">
      <PageTitle>This page broke</PageTitle>
      <div className="flex flex-col gap-1">
        <h1 className="text-lg font-semibold">
          {isOutdated ? 'Tilldesk was updated meanwhile.' : 'This page broke.'}
        </h1>
        <p className="max-w-prose text-muted">
          {isOutdated
            ? 'Load the page again to go on with the new version.'
            : 'What you had saved is safe. Load the page again; if it breaks again, tell who runs this Tilldesk what you did.'}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" icon={RotateCw} onClick={() => window.location.reload()}>
          Load again
        </Button>
        <a href="/dashboard" className={buttonClasses({})}>
          All organizations
        </a>
      </div>
    </div>
  );
}
