import type { ReactNode } from 'react';
import { FORM } from '@/components/benefit-form/texts';
import { useOrganizationPath } from '@/components/session/organization';
import { TextLink } from '@/components/ui/text-link';

/** Says that a benefit gives nothing by itself yet, and where to connect the account that it needs. */
export function NotConnected({ children }: { children: ReactNode }) {
  const path = useOrganizationPath();
  return (
    <p className="border-l-2 border-warn bg-warn-fill px-3 py-2 text-warn">
      {children}{' '}
      <TextLink href={path('settings/connections')} className="text-warn!">
        {FORM.openConnections}
      </TextLink>
    </p>
  );
}
