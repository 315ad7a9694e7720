import type { ReactNode } from 'react';
import { Factors } from '@/components/settings/factors';
import { OrganizationShell } from '@/components/shell/organization-shell';

export default async function OrganizationLayout({
  params,
  children,
}: {
  params: Promise<{ organization: string }>;
  children: ReactNode;
}) {
  const { organization } = await params;
  return (
    <OrganizationShell slug={organization} factors={<Factors />}>
      {children}
    </OrganizationShell>
  );
}
