'use client';

import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { ApiFailure } from '@/lib/client/client';

const RETRY = 'Retry';

/** What went wrong, as the API said it. */
export function errorMessage(error: unknown): string {
  if (error instanceof ApiFailure) return error.message;
  return 'Something went wrong in this page. Reload it and try again.';
}

/** The id under which the call is logged, with copy. */
export function RequestId({ error }: { error: unknown }) {
  const requestId = error instanceof ApiFailure ? error.requestId : null;
  if (!requestId) return null;
  return (
    <span className="inline-flex items-center gap-1 text-xs text-muted">
      Request <span className="font-mono">{requestId.slice(0, 8)}</span>
      <CopyButton value={requestId} label="Copy the request id" />
    </span>
  );
}

/** A failure inside a form, dialog or section; where something could not be loaded, what it is, and a Retry button. */
export function ErrorNote({
  error,
  title,
  onRetry,
  retrying = false,
}: {
  error: unknown;
  title?: string;
  onRetry?: () => void;
  retrying?: boolean;
}) {
  return (
    <div role="alert" className="flex gap-2 border-l-2 border-bad bg-bad-fill px-3 py-2 text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-1 wrap-anywhere">
        <p>
          {title && <strong className="font-semibold">{title} </strong>}
          {errorMessage(error)}
        </p>
        <RequestId error={error} />
        {onRetry && (
          <Button
            size="small"
            icon={RotateCw}
            pending={retrying}
            onClick={onRetry}
            className="mt-1 self-start"
          >
            {RETRY}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Replaces content that could not be loaded: "Could not load orders. {detail}" and a Retry button. */
export function ErrorState({
  what,
  error,
  onRetry,
  retrying = false,
  isPage = false,
  children,
}: {
  what: string;
  error: unknown;
  onRetry?: () => void;
  retrying?: boolean;
  /** It replaces the whole page, so its first line is the `h1`. */
  isPage?: boolean;
  children?: ReactNode;
}) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div role="alert" className="flex flex-col items-start gap-3 border-l-2 border-bad px-4 py-3">
      <div className="flex flex-col gap-1">
        <Title className="font-semibold text-bad">Could not load {what}.</Title>
        <p className="max-w-prose wrap-anywhere">{errorMessage(error)}</p>
        <RequestId error={error} />
      </div>
      <div className="flex flex-wrap gap-2">
        {onRetry && (
          <Button icon={RotateCw} pending={retrying} onClick={onRetry}>
            {RETRY}
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}
