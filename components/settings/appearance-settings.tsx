'use client';

import { AccentForm } from '@/components/settings/accent-form';
import { AvatarControl } from '@/components/settings/avatar-control';
import { SettingsPart } from '@/components/settings/settings-frame';
import { StoredOrganization } from '@/components/settings/stored-organization';

/** How the shop looks to buyers. */
export function AppearanceSettings() {
  return (
    <div className="flex flex-col gap-8">
      <SettingsPart
        title="Picture"
        text="Stands beside the name: on checkouts, and in your own list of organizations."
      >
        <AvatarControl />
      </SettingsPart>
      <SettingsPart
        title="Accent color"
        text="The pay button wears it, and nothing else: links and fields stay as they are, so that they can be read."
      >
        <StoredOrganization>
          {(organization) => <AccentForm key={organization.id} organization={organization} />}
        </StoredOrganization>
      </SettingsPart>
    </div>
  );
}
