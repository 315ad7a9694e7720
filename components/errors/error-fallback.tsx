'use client';

import { BROKEN } from '@/components/errors/texts';
import { buttonClasses } from '@/components/ui/button-classes';
import { PageTitle } from '@/components/ui/page-title';

/**
 * The fallback of error boundaries. A chunk that cannot be loaded means that the server was updated and
 * the page's chunks are gone: a reload repairs it. Every page loads it
 * three times, with the boundaries of the root, of its layout and of the organization: it imports next to nothing.
 */
export function ErrorFallback({ error }: { error: Error }) {
  const isOutdated = /chunk/i.test(String(error));
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
        <button
          type="button"
          className={buttonClasses({ variant: 'primary' })}
          onClick={() => window.location.reload()}
        >
          {BROKEN.reload}
        </button>
        <a href="/dashboard" className={buttonClasses({})}>
          {BROKEN.allOrganizations}
        </a>
      </div>
    </div>
  );
}
