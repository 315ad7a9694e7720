import type { Metadata } from 'next';
import { StandalonePage } from '@/components/shell/standalone-page';
import { BROKEN } from '@/components/shell/texts';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

export const metadata: Metadata = { title: 'Not found · Tilldesk' };

export default function NotFound() {
  return (
    <StandalonePage>
      <EmptyState
        isPage
        title={BROKEN.notFound}
        actions={
          <a href="/dashboard" className={buttonClasses({})}>
            {BROKEN.openDashboard}
          </a>
        }
      >
        {BROKEN.notFoundText}
      </EmptyState>
    </StandalonePage>
  );
}
