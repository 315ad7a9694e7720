'use client';

import { type ComponentProps, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { TextField } from '@/components/form/fields';
import { SESSION } from '@/components/session/texts';

/** A password, with a button after it that shows what was typed. Paste and password managers work. */
export function PasswordField<V extends FieldValues>({
  label = SESSION.password,
  ...props
}: Omit<ComponentProps<typeof TextField<V>>, 'type' | 'label' | 'className'> & {
  label?: string;
  autoComplete: 'current-password' | 'new-password';
}) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="relative">
      <TextField
        {...props}
        label={label}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className="pr-16"
      />
      <button
        type="button"
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="absolute top-6 right-1 flex h-8 items-center rounded-control px-2 text-xs font-medium text-muted hover:text-ink coarse:h-11"
      >
        {isShown ? SESSION.hide : SESSION.show}
        <span className="sr-only">{SESSION.thePassword}</span>
      </button>
    </div>
  );
}
