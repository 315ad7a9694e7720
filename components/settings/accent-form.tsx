'use client';

import { Check, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { ContractFormBody } from '@/components/form/contract-form';
import { useEditForm } from '@/components/form/use-edit-form';
import { useField } from '@/components/form/use-field';
import { type Accent, accentOf, payColors } from '@/components/purchase/accent';
import { useEditBlockedReason } from '@/components/settings/use-edit-blocked-reason';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { showToast } from '@/components/ui/toast';
import { getOrganization, updateOrganization } from '@/lib/resources/organizations/contract';
import type { Organization } from '@/lib/resources/organizations/schema';

/** The initial value of the color input without an accent color: that of the product. */
const OWN = '#1a5f6b';

/** Edits the accent color as text or with a color input, and previews the pay button. */
export function AccentForm({ organization }: { organization: Organization }) {
  const editBlockedReason = useEditBlockedReason();
  const form = useEditForm(updateOrganization, {
    params: { id: organization.id },
    object: organization,
    read: getOrganization,
    toValues: ({ profile_settings: { accent_color } }) => ({ profile_settings: { accent_color } }),
    onSuccess: () => showToast('Accent color saved.'),
  });
  const { field, error } = useField(form, 'profile_settings.accent_color', {
    label: 'Accent color',
  });
  const color = field.value ?? null;
  const accent = accentOf(color);
  return (
    <ContractFormBody form={form} label="Accent colour">
      <Field
        label="Colour"
        help="Such as #0a7 or #00aa77. Empty, the pay button keeps the product's own colour."
        error={error}
        optional
      >
        {(aria) => (
          <span className="flex items-center gap-2">
            <input
              type="color"
              aria-label="Choose a colour"
              value={accent?.color ?? OWN}
              onChange={({ target }) => field.onChange(target.value)}
              className="h-8 w-11 shrink-0 cursor-pointer rounded-control border border-control bg-surface p-1 coarse:h-11"
            />
            <Input
              {...aria}
              ref={field.ref}
              name={field.name}
              value={color ?? ''}
              autoComplete="off"
              spellCheck={false}
              className="max-w-32 font-mono text-xs"
              onBlur={field.onBlur}
              onChange={({ target }) =>
                field.onChange(target.value === '' ? null : target.value.trim())
              }
            />
          </span>
        )}
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Sample theme="light" color={color} accent={accent} />
        <Sample theme="dark" color={color} accent={accent} />
      </div>
      <div>
        <Button
          type="submit"
          variant="primary"
          pending={form.isSubmitting}
          blockedBy={editBlockedReason}
        >
          Save colour
        </Button>
      </div>
    </ContractFormBody>
  );
}

/** The pay button on the background of one theme, and its contrast. */
function Sample({
  theme,
  color,
  accent,
}: {
  theme: 'light' | 'dark';
  color: string | null;
  accent: Accent | null;
}) {
  const id = useId();
  return (
    <figure aria-labelledby={id} className="flex flex-col gap-2">
      <div data-theme={theme} className="rounded-control border border-line bg-background p-4">
        <span
          aria-hidden
          style={payColors(color) ?? undefined}
          className="flex h-10 items-center justify-center rounded-control bg-accent font-semibold text-on-accent"
        >
          Pay $24.00
        </span>
      </div>
      <figcaption id={id} className="flex flex-col gap-1 text-xs">
        <span className="font-medium">{theme === 'light' ? 'Light' : 'Dark'} theme</span>
        {accent ? (
          <Verdict theme={theme} accent={accent} />
        ) : (
          <Fine>The product's own colour.</Fine>
        )}
      </figcaption>
    </figure>
  );
}

function Verdict({ theme, accent }: { theme: 'light' | 'dark'; accent: Accent }) {
  const ratio = words(accent.onPaper[theme]);
  if (!accent.isShown[theme]) {
    return (
      <span className="flex items-start gap-1 text-warn">
        <TriangleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
        {ratio} against the page, less than 3:1: the button is ink here.
      </span>
    );
  }
  return (
    <Fine>
      {ratio} against the page, {accent.label} label {words(accent.labelContrast)}.
    </Fine>
  );
}

function Fine({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-start gap-1 text-muted">
      <Check aria-hidden className="mt-0.5 size-3 shrink-0" />
      <span>{children}</span>
    </span>
  );
}

/** Rounded down, so that a contrast below the limit is not shown as the limit. */
function words(ratio: number): string {
  return `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;
}
