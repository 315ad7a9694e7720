import type { Problem } from '@/lib/contract/errors';
import { checkFieldData, type FieldData, labelOf } from '@/lib/resources/custom-fields/rules';
import type { CustomField } from '@/lib/resources/custom-fields/schema';

/** What the controls of custom fields hold, by slug. */
export type Answers = Record<string, string | boolean | null>;

/** A question at checkout. */
export interface Asked {
  custom_field: CustomField;
  required: boolean;
}

/** The answers as the API takes them, with their own types; what is empty is left out. */
function fieldData(asked: readonly Asked[], answers: Answers): FieldData {
  const data: FieldData = {};
  for (const { custom_field: field } of asked) {
    const value = answers[field.slug] ?? '';
    if (typeof value === 'string' && value.trim() === '') continue;
    const isNumber =
      field.type === 'number' && typeof value === 'string' && /^[+-]?\d+$/.test(value.trim());
    data[field.slug] = isNumber ? Number(value) : value;
  }
  return data;
}

/** The answers checked by the rules of the API, whose messages name a field as its buyer knows it. */
export function checkAnswers(
  asked: readonly Asked[],
  answers: Answers,
  options: { complete: boolean },
): { data: FieldData; problems: Problem[] } {
  const fields = asked.map(({ required, custom_field: field }) => ({
    required,
    field: { ...field, name: labelOf(field) },
  }));
  return checkFieldData(fields, fieldData(asked, answers), options);
}
