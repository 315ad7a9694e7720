import { describe, expect, test } from 'vitest';
import {
  bodyOf,
  EMPTY,
  problemsOf,
  valuesOf,
} from '@/components/custom-fields/custom-field-values';
import { deletionEffects } from '@/components/custom-fields/texts';
import { type CustomField, CustomFieldCreate } from '@/lib/resources/custom-fields/schema';

const PROPERTIES = {
  ...EMPTY.properties,
  form_label: 'Company',
  form_placeholder: 'Ink Ltd',
  min_length: 2,
  ge: 0,
  options: [{ value: 'a', label: 'A' }],
};

describe('the body', () => {
  test.each([
    [
      'text',
      { form_label: 'Company', form_placeholder: 'Ink Ltd', textarea: false, min_length: 2 },
    ],
    ['number', { form_label: 'Company', form_placeholder: 'Ink Ltd', ge: 0 }],
    ['date', { form_label: 'Company', ge: 0 }],
    ['checkbox', { form_label: 'Company' }],
    [
      'select',
      {
        form_label: 'Company',
        form_placeholder: 'Ink Ltd',
        options: [{ value: 'a', label: 'A' }],
      },
    ],
  ] as const)('of a %s has its own properties alone', (type, properties) => {
    const body = bodyOf({
      ...EMPTY,
      name: 'Company',
      slug: 'company',
      type,
      properties: PROPERTIES,
    });
    expect(body.properties).toEqual(properties);
    expect(CustomFieldCreate.safeParse(body).success).toBe(true);
  });

  test('of a stored field is what is stored', () => {
    const stored = {
      type: 'number',
      name: 'Seats',
      slug: 'seats',
      properties: { ge: 1, le: 5 },
      metadata: { a: 1 },
    };
    expect(bodyOf(valuesOf(stored as unknown as CustomField))).toEqual(stored);
  });
});

/** What is stored of a custom field, as far as its form reads it. */
const storedAs = (type: CustomField['type'], properties: object) =>
  ({ ...EMPTY, type, properties }) as unknown as CustomField;

test('changed properties are checked by their type, which the schema of an update does not', () => {
  const problems = (type: CustomField['type'], properties: object, stored?: object) =>
    problemsOf(
      { ...EMPTY, type, properties: { ...EMPTY.properties, ...properties } },
      stored ? storedAs(type, stored) : null,
    );
  expect(problems('number', { ge: 5, le: 2 })).toMatchObject([
    { loc: ['body', 'properties', 'ge'], msg: 'The minimum is greater than the maximum.' },
  ]);
  expect(problems('number', { ge: 'five' })).toMatchObject([
    { loc: ['body', 'properties', 'ge'], msg: 'Enter a whole number.' },
  ]);
  expect(problems('select', { options: [{ value: 'a', label: '' }] })).toMatchObject([
    { loc: ['body', 'properties', 'options', 0, 'label'] },
  ]);
  expect(problems('number', { ge: 2, le: 5, options: [] })).toEqual([]);
  // What is stored may stay, as it may in the API.
  expect(problems('number', { ge: 5, le: 2 }, { ge: 5, le: 2 })).toEqual([]);
  expect(problems('number', { ge: 5, le: 2 }, { ge: 1, le: 2 })).toHaveLength(1);
});

test('the options of a choice have a size together, which stored ones may keep', () => {
  const options = Array.from({ length: 100 }, (_, nth) => ({
    value: `${nth}`,
    label: `${nth} `.padEnd(200, 'x'),
  }));
  const problems = (of: typeof options, before: typeof options) =>
    problemsOf(
      { ...EMPTY, type: 'select', properties: { ...EMPTY.properties, options: of } },
      storedAs('select', { options: before }),
    );
  expect(problems(options, options.slice(1))).toMatchObject([
    { loc: ['body', 'properties', 'options'] },
  ]);
  expect(problems(options.slice(1), options)).toEqual([]);
});

test('a deletion says how many products lose the field', () => {
  expect(deletionEffects({ products: 1, slug: 'seats' })).toMatch(
    /^Removes it from 1 product: checkouts no longer ask for it\./,
  );
  expect(deletionEffects({ products: 0, slug: 'seats' })).toMatch(/^No product asks for it\./);
});
