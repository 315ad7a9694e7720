'use client';

import { PictureControl } from '@/components/files/picture-control';
import { useMe } from '@/components/session/organization';
import { account as texts } from '@/components/settings/account-texts';
import { useCommand } from '@/lib/client/queries';
import { roleAllows } from '@/lib/contract/permissions';
import { updateAccount } from '@/lib/resources/accounts/contract';

/** The seller's picture, which is a file of one of the organizations that he may add files to. */
export function OwnPicture() {
  const { data: me } = useMe();
  const update = useCommand(updateAccount);
  if (!me?.user) return null;
  const { name, avatar_url } = me.user;
  const organization = me.organizations.find(
    ({ role, two_factor_required }) => !two_factor_required && roleAllows(role, 'files:write'),
  );
  return (
    <PictureControl
      organizationId={organization?.id ?? ''}
      name={name}
      // One that is drawn shows no more than the letter does.
      url={avatar_url.includes('/avatars/') ? null : avatar_url}
      blockedBy={organization ? null : texts.pictureNeedsOrganization}
      show={(url) => update.mutateAsync({ body: { avatar_url: url } })}
    />
  );
}
