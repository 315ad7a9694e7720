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
      <PageTitle>Something went wrong</PageTitle>
      <div className="flex flex-col gap-1">
        <h1 className="text-lg font-semibold">
          {isOutdated ? 'Tilldesk was updated.' : 'Something went wrong.'}
        </h1>
        <p className="max-w-prose text-muted">
          {isOutdated
            ? 'Reload the page to use the new version.'
            : 'Your saved work is safe. Reload the page. If it happens again, contact whoever runs this Tilldesk.'}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" icon={RotateCw} onClick={() => window.location.reload()}>
          Reload
        </Button>
        <a href="/dashboard" className={buttonClasses({})}>
          All organizations
        </a>
      </div>
    </div>
  );
}
