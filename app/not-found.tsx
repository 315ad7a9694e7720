import type { Metadata } from 'next';
import { LonePage } from '@/components/shell/lone-page';
import { LinkButton } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

export const metadata: Metadata = { title: 'Not found · Tilldesk' };

export default function NotFound() {
  return (
    <LonePage>
      <EmptyState
        isPage
        title="There is no page here."
        actions={
          <LinkButton href="/dashboard" prefetch={false}>
            Open the dashboard
          </LinkButton>
        }
      >
        The address may be incomplete, or what it led to is gone.
      </EmptyState>
    </LonePage>
  );
}
