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
        title="This page does not exist."
        actions={
          <a href="/dashboard" className={buttonClasses({})}>
            Open dashboard
          </a>
        }
      >
        Check the address, or go back to where you came from.
      </EmptyState>
    </StandalonePage>
  );
}
