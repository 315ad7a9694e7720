const FIELDS =
  'input:enabled:read-write, input[type=radio]:enabled, input[type=checkbox]:enabled, select:enabled, textarea:enabled, [role=combobox]:enabled';

/** The first field of a form that can be filled in. */
export function firstFieldOf(form: Element | null | undefined): HTMLElement | null {
  return form?.querySelector<HTMLElement>(FIELDS) ?? null;
}
