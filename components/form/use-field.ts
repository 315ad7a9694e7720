'use client';

import { useEffect } from 'react';
import { type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { afterPress } from '@/components/form/press';
import type { ContractForm, FieldDescription } from '@/components/form/use-contract-form';

/**
 * Binds a control to a field of the form. While it is mounted, problems with the field, or with a part of
 * its value, are shown here instead of in the form's summary. `description` names it, and shows its values, where
 * somebody else has changed it too.
 */
export function useField<V extends FieldValues, N extends FieldPath<V>>(
  { control, mountField }: ContractForm<V>,
  name: N,
  description?: FieldDescription,
) {
  const { field, fieldState } = useController<V, N>({ name, control });
  // After every render, because the description holds the words of the latest one.
  useEffect(() => mountField(name, description));
  const { message, root } = fieldState.error ?? {};
  // Problems with a list as a whole are at its root.
  const onBlur = () => afterPress(field.onBlur);
  return { field: { ...field, onBlur }, error: message ?? root?.message };
}
