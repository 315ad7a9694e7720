'use client';

import { Pencil, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { DELETE, DETAIL, deletionEffects } from '@/components/custom-fields/texts';
import { useOrganizationPath } from '@/components/session/organization';
import { ActionsMenu, usePageActions } from '@/components/shell/page-actions';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { PrimaryAction } from '@/components/ui/detail';
import { LinkButton } from '@/components/ui/link-button';
import { showToast } from '@/components/ui/toast';
import { describeRequest } from '@/lib/client/client';
import { useCommand } from '@/lib/client/queries';
import { deleteCustomField, getCustomField } from '@/lib/resources/custom-fields/contract';
import type { CustomFieldWithProducts } from '@/lib/resources/custom-fields/schema';

/** What can be done with a custom field. */
export function CustomFieldActions({ field }: { field: CustomFieldWithProducts }) {
  const { id, name, slug, products_count } = field;
  const router = useRouter();
  const path = useOrganizationPath();
  const [isDeleting, setDeleting] = useState(false);
  const remove = useCommand(deleteCustomField);
  const edit = path(`custom-fields/${id}/edit`);
  const input = { params: { id } };
  usePageActions([{ label: DETAIL.edit, icon: Pencil, href: edit, shortcut: 'e' }]);
  return (
    <>
      <PrimaryAction>
        <LinkButton icon={Pencil} href={edit}>
          {DETAIL.edit}
        </LinkButton>
      </PrimaryAction>
      <ActionsMenu
        request={() => describeRequest(getCustomField, input)}
        groups={[
          [
            {
              label: DETAIL.delete,
              icon: Trash2,
              danger: true,
              onSelect: () => setDeleting(true),
            },
          ],
        ]}
      />
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={DELETE.title(name)}
        verb={DELETE.verb}
        effects={deletionEffects({ products: products_count, slug })}
        requests={() => [describeRequest(deleteCustomField, input)]}
        onConfirm={async () => {
          await remove.mutateAsync(input);
          showToast(DELETE.done);
          router.push(path('custom-fields'));
        }}
      />
    </>
  );
}
