'use client';

import { AccentForm } from '@/components/settings/accent-form';
import { AvatarControl } from '@/components/settings/avatar-control';
import { SettingsPart } from '@/components/settings/settings-frame';
import { StoredOrganization } from '@/components/settings/stored-organization';
import { appearance as texts } from '@/components/settings/texts';

/** How the shop looks to buyers. */
export function AppearanceSettings() {
  return (
    <div className="flex flex-col gap-8">
      <SettingsPart title={texts.picture} text={texts.pictureText}>
        <AvatarControl />
      </SettingsPart>
      <StoredOrganization>
        {(organization) => <AccentForm key={organization.id} organization={organization} />}
      </StoredOrganization>
    </div>
  );
}
