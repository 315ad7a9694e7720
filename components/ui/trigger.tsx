'use client';

import {
  type ComponentProps,
  cloneElement,
  isValidElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  useImperativeHandle,
} from 'react';

type ButtonProps = ComponentProps<'button'>;

/** The id of a trigger, its own or the given one. */
export function idOf(trigger: ReactNode, id: string): string {
  return (isValidElement<ButtonProps>(trigger) && trigger.props.id) || id;
}

/** Clones the element with more props. Its own handlers run first and may prevent the others. */
export function withProps(trigger: ReactNode, props: ButtonProps): ReactNode {
  if (!isValidElement<ButtonProps>(trigger)) return trigger;
  const own = trigger.props as Record<string, unknown>;
  const merged = Object.entries(props).map(([name, value]) => {
    const before = own[name];
    if (typeof before !== 'function' || typeof value !== 'function') return [name, value];
    return [
      name,
      (event: Event) => {
        before(event);
        if (!event.defaultPrevented) value(event);
      },
    ];
  });
  return cloneElement(trigger as ReactElement<ButtonProps>, Object.fromEntries(merged));
}

/**
 * The trigger that is handed to a lazily loaded library: its ref is the trigger that is in the page
 * already, which the library measures and focuses.
 */
export function TriggerProxy({ id, ref }: { id: string; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () =>
    document.getElementById(id),
  );
  return null;
}
