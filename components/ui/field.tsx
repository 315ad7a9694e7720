import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** The attributes that a field passes to its control. */
export interface FieldAria {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  'aria-required': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  /** Fields are required by default. `true` adds "(optional)" to the label, `unmarked` does not. */
  optional?: boolean | 'unmarked';
  /** Shown right of the label, such as a counter or a link. */
  aside?: ReactNode;
  children: (aria: FieldAria) => ReactNode;
}

/** Label, control, help and error, tied together for screen readers. */
export function Field(props: FieldProps) {
  const { label, error, optional = false, aside, children } = props;
  const help = isSaid(props) ? null : props.help;
  const id = useId();
  const described = [error ? `${id}-error` : '', help ? `${id}-help` : ''].filter(Boolean);
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium wrap-anywhere">
          {label}
          {optional === true && <span className="font-normal text-muted"> (optional)</span>}
        </label>
        {aside && <span className="text-xs text-muted">{aside}</span>}
      </div>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        'aria-required': optional ? undefined : true,
      })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {help && (
        <p id={`${id}-help`} className="text-xs text-muted">
          {help}
        </p>
      )}
    </div>
  );
}

/** Whether the error says what the help does: "Enter at least 10 characters." */
function isSaid({ help, error }: FieldProps): boolean {
  if (typeof help !== 'string' || help === '' || !error) return false;
  return error.toLowerCase().includes(help.toLowerCase().replace(/\.$/, ''));
}

/** The error of a field, with an icon so that it does not depend on color. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1 text-xs text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}

/** Several controls under one label. */
export function FieldGroup({
  label,
  help,
  error,
  children,
}: {
  label: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" aria-describedby={error ? id : undefined}>
      <legend className="mb-1 font-medium wrap-anywhere">{label}</legend>
      {help && <p className="text-xs text-muted">{help}</p>}
      {children}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}
