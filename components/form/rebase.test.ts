import { createFormControl } from 'react-hook-form';
import { expect, it } from 'vitest';
import { bodyOf, changedFields, isEqual, rebase } from '@/components/form/rebase';

it('compares values however deep, and whatever the order of their keys', () => {
  expect(isEqual({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true);
  expect(isEqual({ a: 1 }, { a: 1, b: undefined })).toBe(false);
  expect(isEqual([1, 2], [2, 1])).toBe(false);
  expect(isEqual(null, '')).toBe(false);
});

it('finds the fields that differ, and those that were not there', () => {
  const before = { name: 'Paper', links: ['a'], settings: { end: 'unpaid' } };
  expect(changedFields({ ...before }, before)).toEqual({});
  const next = { name: 'Paper', links: ['a', 'b'], settings: { end: 'unpaid' }, email: null };
  expect(changedFields(next, before)).toEqual({ links: ['a', 'b'], email: null });
});

it('takes each setting for a field of its own, and an address for one', () => {
  const before = {
    legal_address: { city: 'Reims', country: 'FR' },
    checkout_settings: { allow_discount_codes: true, success_url: null as string | null },
  };
  const next = {
    legal_address: { city: 'Paris', country: 'FR' },
    checkout_settings: { allow_discount_codes: true, success_url: 'https://a.example' },
  };
  const changed = changedFields(next, before);
  expect(changed).toEqual({
    legal_address: { city: 'Paris', country: 'FR' },
    'checkout_settings.success_url': 'https://a.example',
  });
  expect(bodyOf(changed)).toEqual({
    legal_address: { city: 'Paris', country: 'FR' },
    checkout_settings: { success_url: 'https://a.example' },
  });
  const both = changedFields({ a_settings: { b: 1, c: [2] } }, {});
  expect(bodyOf(both)).toEqual({ a_settings: { b: 1, c: [2] } });
});

it('keeps what was typed of settings and takes over what somebody else has changed of them', () => {
  const since = { name: 'Paper', a_settings: { codes: true, url: null as string | null } };
  const { formControl: form } = createFormControl({ defaultValues: since });
  // As a component does that shows it: before, a form has its default values.
  form.control._state.mount = true;
  form.setValue('a_settings.codes', false);
  const next = { name: 'Paper', a_settings: { codes: true, url: 'https://a.example' } };
  expect(rebase(form, next, since)).toBe(true);
  const merged = { name: 'Paper', a_settings: { codes: false, url: 'https://a.example' } };
  expect(form.getValues()).toEqual(merged);
  expect(bodyOf(changedFields(merged, next))).toEqual({ a_settings: { codes: false } });
});
