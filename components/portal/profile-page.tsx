'use client';

import { Connections } from '@/components/portal/connections';
import { Details, Export } from '@/components/portal/details';
import { useMayChange } from '@/components/portal/portal';
import { BoundNote, PortalPage } from '@/components/portal/portal-page';
import { PortalTitle } from '@/components/portal/portal-title';
import { PORTAL } from '@/components/portal/texts';

/** The details of the customer and everything that is stored, which the session of a confirmation does not see. */
export function ProfilePage() {
  return (
    <PortalPage title={PORTAL.profile} tab="profile">
      <PortalTitle>{PORTAL.profile}</PortalTitle>
      <Profile />
    </PortalPage>
  );
}

function Profile() {
  if (!useMayChange()) return <BoundNote />;
  return (
    <div className="grid items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,38rem)_minmax(0,1fr)]">
      <Details />
      <div className="flex min-w-0 flex-col gap-10">
        <Connections />
        <Export />
      </div>
    </div>
  );
}
