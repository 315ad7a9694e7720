'use client';

import { RotateCw } from 'lucide-react';
import { BROKEN, SHELL } from '@/components/shell/texts';
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
      <PageTitle>{BROKEN.tab}</PageTitle>
      <div className="flex flex-col gap-1">
        <h1 className="text-lg font-semibold">{isOutdated ? BROKEN.updated : BROKEN.broken}</h1>
        <p className="max-w-prose text-muted">
          {isOutdated ? BROKEN.updatedText : BROKEN.brokenText}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" icon={RotateCw} onClick={() => window.location.reload()}>
          {BROKEN.reload}
        </Button>
        <a href="/dashboard" className={buttonClasses({})}>
          {SHELL.allOrganizations}
        </a>
      </div>
    </div>
  );
}
