import type { Metadata } from 'next';
import { StandalonePage } from '@/components/shell/standalone-page';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

export const metadata: Metadata = { title: 'Not found · Tilldesk' };

export default function NotFound() {
  return (
    <StandalonePage>
      <EmptyState
        isPage
        title="There is no page here."
        actions={
          <a href="/dashboard" className={buttonClasses({})}>
            Open the dashboard
          </a>
        }
      >
        The address may be incomplete, or what it led to is gone.
      </EmptyState>
    </StandalonePage>
  );
}
