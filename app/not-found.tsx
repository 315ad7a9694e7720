import type { Metadata } from 'next';
import { StandalonePage } from '@/components/shell/standalone-page';
import { MISSING } from '@/components/shell/texts';
import { buttonClasses } from '@/components/ui/button-classes';
import { EmptyState } from '@/components/ui/empty-state';

export const metadata: Metadata = { title: 'Not found · Tilldesk' };

export default function NotFound() {
  return (
    <StandalonePage>
      <EmptyState
        isPage
        drawing="page"
        title={MISSING.notFound}
        actions={
          <a href="/dashboard" className={buttonClasses({})}>
            {MISSING.openDashboard}
          </a>
        }
      >
        {MISSING.notFoundText}
      </EmptyState>
    </StandalonePage>
  );
}
