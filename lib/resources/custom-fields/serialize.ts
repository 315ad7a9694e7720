import { scalarsOf } from '@/lib/api/scalars';
import { jsonColumn, withFields } from '@/lib/contract/serialize';
import type {
  CustomFieldRow,
  CustomFieldRowWithProducts,
} from '@/lib/resources/custom-fields/repository';
import {
  type CustomField,
  CustomFieldBase,
  type CustomFieldWithProducts,
} from '@/lib/resources/custom-fields/schema';

const scalars = scalarsOf('CustomField', CustomFieldBase);

/** A custom field as the API prints it (docs/contract/catalogue.md#custom-field-fields). */
export function serializeCustomField(row: CustomFieldRow): CustomField {
  return jsonColumn<CustomField>(withFields(scalars(row), { properties: row.properties }));
}

/** {@link serializeCustomField} with the number of products that ask for it. */
export function serializeCustomFieldWithProducts(
  row: CustomFieldRowWithProducts,
): CustomFieldWithProducts {
  return { ...serializeCustomField(row), products_count: row._count.products };
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
