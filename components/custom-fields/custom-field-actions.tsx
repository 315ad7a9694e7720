'use client';

import { DELETE, deletionEffects } from '@/components/custom-fields/texts';
import { DeleteDialog } from '@/components/shell/delete-dialog';
import { EditAndDelete } from '@/components/shell/edit-and-delete';
import {
  deleteCustomField,
  getCustomField,
  updateCustomField,
} from '@/lib/resources/custom-fields/contract';
import type { CustomFieldWithProducts } from '@/lib/resources/custom-fields/schema';

/** What can be done with a custom field. */
export function CustomFieldActions({ field }: { field: CustomFieldWithProducts }) {
  const { id, name, slug, products_count } = field;
  return (
    <EditAndDelete
      read={getCustomField}
      update={updateCustomField}
      remove={deleteCustomField}
      id={id}
      section="custom-fields"
      dialog={(close) => (
        <DeleteDialog
          open
          onClose={close}
          operation={deleteCustomField}
          id={id}
          section="custom-fields"
          deleted={DELETE.done}
          title={DELETE.title(name)}
          verb={DELETE.verb}
          effects={deletionEffects({ products: products_count, slug })}
        />
      )}
    />
  );
}
