'use client';

import { Check, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useField } from '@/components/form/use-field';
import { BuyerPreview, type Offer } from '@/components/purchase/buyer-preview';
import { useOrganization } from '@/components/session/organization';
import { SettingsForm, useSettingsForm } from '@/components/settings/settings-form';
import { ACCENT_FORM, appearance as texts } from '@/components/settings/texts';
import { classes } from '@/components/ui/classes';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { accentOf, type Shade } from '@/lib/contract/accent';
import { DEFAULT_CURRENCY } from '@/lib/contract/money';
import type { Organization } from '@/lib/resources/organizations/schema';

/** The initial value of the color input without an accent color: that of the product. */
const OWN = '#1a5f6b';

/** Edits the accent color as text or with a color input, and previews the pay button. */
export function AccentForm({ organization }: { organization: Organization }) {
  const form = useSettingsForm(organization, {
    toValues: ({ profile_settings: { accent_color } }) => ({ profile_settings: { accent_color } }),
    saved: texts.saved,
  });
  const { field, error } = useField(form, 'profile_settings.accent_color', {
    label: texts.accent,
  });
  const color = field.value ?? null;
  const accent = accentOf(color);
  return (
    <SettingsForm form={form} title={texts.accent} text={texts.accentText}>
      <Field label={texts.color} help={texts.colorHelp} error={error} optional>
        {(aria) => (
          <span className="flex items-center gap-2">
            <input
              type="color"
              aria-label={texts.choose}
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
        <Sample theme="light" color={color} />
        <Sample theme="dark" color={color} />
      </div>
    </SettingsForm>
  );
}

/** The checkout in one theme, and the contrast of its pay button; one that is too weak is shown as what buyers see. */
function Sample({ theme, color }: { theme: 'light' | 'dark'; color: string | null }) {
  const id = useId();
  const { name, avatar_url, profile_settings } = useOrganization();
  const shade = accentOf(color)?.[theme];
  return (
    <figure aria-labelledby={id} className="flex flex-col gap-2">
      <div data-theme={theme} className="bg-background text-ink">
        <BuyerPreview
          seller={{
            name,
            avatar_url,
            profile_settings: { ...profile_settings, accent_color: color },
          }}
          offer={SAMPLE}
        />
      </div>
      <figcaption id={id} className="flex flex-col gap-1 text-xs">
        <span className="font-medium">
          {ACCENT_FORM.theme(theme === 'light' ? ACCENT_FORM.light : ACCENT_FORM.dark)}
        </span>
        {shade ? (
          <Verdict theme={theme} shade={shade} />
        ) : (
          <Note icon={Check} className="text-muted">
            {ACCENT_FORM.theDefaultColor}
          </Note>
        )}
      </figcaption>
    </figure>
  );
}

const SAMPLE: Offer = {
  name: ACCENT_FORM.sample,
  description: null,
  medias: [],
  benefits: [],
  attached_custom_fields: [],
  prices: [
    {
      id: 'sample',
      created_at: '2026-01-01T00:00:00Z',
      modified_at: null,
      is_archived: false,
      product_id: 'sample',
      type: 'one_time',
      amount_type: 'fixed',
      price_currency: DEFAULT_CURRENCY,
      price_amount: 2400,
    },
  ],
};

function Verdict({ theme, shade }: { theme: 'light' | 'dark'; shade: Shade }) {
  const change = theme === 'dark' ? ACCENT_FORM.lightened : ACCENT_FORM.darkened;
  return (
    <>
      {shade.isAdjusted && (
        <Note icon={TriangleAlert} className="text-warn">
          {ACCENT_FORM.tooWeak(words(shade.ownContrast), change, shade.color)}
        </Note>
      )}
      <Note icon={Check} className="text-muted">
        {ACCENT_FORM.contrast(words(shade.contrast), shade.label, words(shade.labelContrast))}
      </Note>
    </>
  );
}

function Note({
  icon: Icon,
  className,
  children,
}: {
  icon: LucideIcon;
  className: string;
  children: ReactNode;
}) {
  return (
    <span className={classes('flex items-start gap-1', className)}>
      <Icon aria-hidden className="mt-0.5 size-3 shrink-0" />
      <span>{children}</span>
    </span>
  );
}

/** Rounded down, so that a contrast below the limit is not shown as the limit. */
function words(ratio: number): string {
  return `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;
}
