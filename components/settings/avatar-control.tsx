'use client';

import { PictureControl } from '@/components/files/picture-control';
import { useWhyNot } from '@/components/form/rights';
import { useOrganization } from '@/components/session/organization';
import { useCommand } from '@/lib/client/queries';
import { updateOrganization } from '@/lib/resources/organizations/contract';

/** The organization's picture. */
export function AvatarControl() {
  const { id, name, avatar_url } = useOrganization();
  const update = useCommand(updateOrganization);
  return (
    <PictureControl
      organizationId={id}
      name={name}
      url={avatar_url}
      blockedBy={useWhyNot()(updateOrganization)}
      show={(url) => update.mutateAsync({ params: { id }, body: { avatar_url: url } })}
    />
  );
}
