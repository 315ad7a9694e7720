import { jsonColumn, metadata, timestamp } from '@/lib/contract/serialize';
import type { CustomFieldRow } from '@/lib/resources/custom-fields/repository';
import type { CustomField } from '@/lib/resources/custom-fields/schema';

/** A custom field as the API prints it (docs/contract/catalogue.md#custom-field-fields). */
export function serializeCustomField(row: CustomFieldRow): CustomField {
  return jsonColumn<CustomField>({
    id: row.id,
    created_at: timestamp(row.createdAt),
    modified_at: timestamp(row.modifiedAt),
    metadata: metadata(row.metadata),
    type: row.type,
    slug: row.slug,
    name: row.name,
    organization_id: row.organizationId,
    properties: row.properties,
  });
}

/** A custom field in a product's row. */
export interface AttachedCustomFieldRow {
  position: number;
  required: boolean;
  customField: CustomFieldRow;
}

export function serializeAttachedCustomField(row: AttachedCustomFieldRow) {
  return {
    custom_field_id: row.customField.id,
    custom_field: serializeCustomField(row.customField),
    order: row.position,
    required: row.required,
  };
}
