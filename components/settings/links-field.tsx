'use client';

import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { useFormState } from 'react-hook-form';
import { afterPress } from '@/components/form/press';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import { withScheme } from '@/components/form/web-address';
import { links as texts } from '@/components/settings/texts';
import { Button, IconButton } from '@/components/ui/button';
import { FieldError } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { Organization } from '@/lib/resources/organizations/schema';

const NAME = 'profile_settings.links';

/** What the form of the contact details holds of an organization. */
export function contactValues({ email, blog, social_username, profile_settings }: Organization) {
  return { email, blog, social_username, profile_settings: { links: profile_settings.links } };
}

type ContactValues = ReturnType<typeof contactValues>;

/** Further addresses of the seller, one in a row. */
export function LinksField({ form }: { form: ContractForm<ContactValues> }) {
  const { field } = useField(form, NAME, { label: texts.label });
  const { errors } = useFormState({ name: NAME, control: form.control });
  const list = useRef<HTMLFieldSetElement>(null);
  const links = field.value ?? [];
  const problems: unknown = errors.profile_settings?.links;
  const change = (next: string[]) => {
    field.onChange(next);
    if (problems) void form.trigger(NAME);
  };
  const complete = (index: number, typed: string) => {
    // Not `change`, which would validate it at once, and take a button from under the pointer that presses it.
    if (withScheme(typed) !== typed) {
      form.setValue(NAME, links.with(index, withScheme(typed)), { shouldDirty: true });
    }
  };
  return (
    <fieldset ref={list} className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">
        {texts.label} <span className="font-normal text-muted">{texts.optional}</span>
      </legend>
      {links.map((link, index) => {
        const problem = problemAt(problems, index);
        const label = texts.link(index + 1);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place, two may be equal
          <div key={index} className="flex flex-col gap-1">
            <span className="flex items-center gap-1">
              <Input
                {...(index === 0 ? { ref: field.ref } : {})}
                type="url"
                aria-label={label}
                aria-invalid={problem ? true : undefined}
                aria-describedby={problem ? `link-problem-${index}` : undefined}
                placeholder="https://"
                value={link}
                onBlur={({ currentTarget }) => {
                  complete(index, currentTarget.value);
                  afterPress(() => {
                    // An empty row is removed, unless it has the focus again.
                    const now = form.getValues(NAME);
                    const row = currentTarget.parentElement;
                    if (now[index] === '' && !row?.contains(document.activeElement)) {
                      change(now.toSpliced(index, 1));
                    }
                  });
                  field.onBlur();
                }}
                onKeyDown={({ key, currentTarget }) => {
                  if (key === 'Enter') complete(index, currentTarget.value);
                }}
                onChange={({ target }) => change(links.with(index, target.value))}
              />
              <IconButton
                label={texts.remove(index + 1)}
                icon={X}
                onClick={() => {
                  change(links.toSpliced(index, 1));
                  list.current?.querySelector<HTMLElement>('[data-add]')?.focus();
                }}
              />
            </span>
            {problem && <FieldError id={`link-problem-${index}`}>{problem}</FieldError>}
          </div>
        );
      })}
      <div>
        <Button
          data-add
          size="small"
          icon={Plus}
          onClick={() => {
            const rows = () => list.current?.querySelectorAll<HTMLElement>('input');
            if (links.at(-1) === '') {
              rows()
                ?.item(links.length - 1)
                .focus();
              return;
            }
            field.onChange([...links, '']);
            requestAnimationFrame(() => rows()?.item(links.length).focus());
          }}
        >
          {texts.add}
        </Button>
      </div>
    </fieldset>
  );
}

/** The words of the problem with one row, or for the first row those of the whole list. */
function problemAt(problems: unknown, index: number): string | undefined {
  const at = (problems as { message?: string }[] | undefined)?.[index]?.message;
  return at ?? (index === 0 ? (problems as { message?: string } | undefined)?.message : undefined);
}
