import type { ReactNode } from 'react';
import { ErrorState } from '@/components/ui/error-state';
import { Section } from '@/components/ui/section';
import { LoadingNote, Skeleton } from '@/components/ui/skeleton';

interface Loaded<Data> {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => void;
}

/** A part of a page once its data has arrived; until then its place, or what went wrong. */
export function Loading<Data>({
  of: { data, error, isFetching, refetch },
  title,
  what,
  children,
}: {
  of: Loaded<Data>;
  /** Shown above while there is no data; what the data shows has a title of its own. */
  title?: string;
  what: string;
  children: (data: Data) => ReactNode;
}) {
  if (data !== undefined) return children(data);
  const content = error ? (
    <ErrorState what={what} error={error} onRetry={refetch} retrying={isFetching} />
  ) : (
    <div aria-busy className="flex flex-col gap-3">
      <LoadingNote label={what} />
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-16 w-full" />
    </div>
  );
  return title === undefined ? content : <Section title={title}>{content}</Section>;
}
