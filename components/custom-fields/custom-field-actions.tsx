'use client';

import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { DELETE, DETAIL, deletionEffects } from '@/components/custom-fields/texts';
import { useOrganizationPath } from '@/components/session/organization';
import { DeleteDialog } from '@/components/shell/delete-dialog';
import { ActionsMenu, usePageActions } from '@/components/shell/page-actions';
import { CurlButton } from '@/components/ui/curl-button';
import { PrimaryAction } from '@/components/ui/detail';
import { LinkButton } from '@/components/ui/link-button';
import { deleteCustomField, getCustomField } from '@/lib/resources/custom-fields/contract';
import type { CustomFieldWithProducts } from '@/lib/resources/custom-fields/schema';

/** What can be done with a custom field. */
export function CustomFieldActions({ field }: { field: CustomFieldWithProducts }) {
  const { id, name, slug, products_count } = field;
  const path = useOrganizationPath();
  const [isDeleting, setDeleting] = useState(false);
  const edit = path(`custom-fields/${id}/edit`);
  usePageActions([{ label: DETAIL.edit, icon: Pencil, href: edit, shortcut: 'e' }]);
  return (
    <>
      <CurlButton operation={getCustomField} input={{ params: { id } }} />
      <PrimaryAction>
        <LinkButton icon={Pencil} href={edit}>
          {DETAIL.edit}
        </LinkButton>
      </PrimaryAction>
      <ActionsMenu
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
      <DeleteDialog
        open={isDeleting}
        onClose={() => setDeleting(false)}
        operation={deleteCustomField}
        id={id}
        section="custom-fields"
        deleted={DELETE.done}
        title={DELETE.title(name)}
        verb={DELETE.verb}
        effects={deletionEffects({ products: products_count, slug })}
      />
    </>
  );
}
