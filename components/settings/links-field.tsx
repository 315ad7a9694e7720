'use client';

import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { useFormState } from 'react-hook-form';
import type { ContractForm } from '@/components/form/use-contract-form';
import { useField } from '@/components/form/use-field';
import type { GeneralValues } from '@/components/settings/general-values';
import { Button, IconButton } from '@/components/ui/button';
import { FieldError } from '@/components/ui/field';
import { Input } from '@/components/ui/input';

const NAME = 'profile_settings.links';

/** Further addresses of the seller, one in a row. */
export function LinksField({ form }: { form: ContractForm<GeneralValues> }) {
  const { field } = useField(form, NAME, { label: 'Links' });
  const { errors } = useFormState({ name: NAME, control: form.control });
  const list = useRef<HTMLFieldSetElement>(null);
  const links = field.value ?? [];
  const problems: unknown = errors.profile_settings?.links;
  const change = (next: string[]) => {
    field.onChange(next);
    if (problems) void form.trigger(NAME);
  };
  return (
    <fieldset ref={list} className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">
        Links <span className="font-normal text-muted">(optional)</span>
      </legend>
      {links.map((link, index) => {
        const problem = problemAt(problems, index);
        const label = `Link ${index + 1}`;
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
                onBlur={({ currentTarget, relatedTarget }) => {
                  // An empty row is removed on blur, unless the focus moves to its own button.
                  const row = currentTarget.parentElement;
                  if (
                    link === '' &&
                    !(relatedTarget instanceof Node && row?.contains(relatedTarget))
                  ) {
                    change(links.toSpliced(index, 1));
                  }
                  field.onBlur();
                }}
                onChange={({ target }) => change(links.with(index, target.value))}
              />
              <IconButton
                label={`Remove ${label.toLowerCase()}`}
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
            field.onChange([...links, '']);
            requestAnimationFrame(() => {
              list.current?.querySelectorAll<HTMLElement>('input')[links.length]?.focus();
            });
          }}
        >
          Add a link
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
