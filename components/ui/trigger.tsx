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

/** The element with further props; its own handlers run first, and may prevent the others. */
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
 * Takes the place of a trigger inside a library that was loaded later than the trigger: the library
 * measures and focuses the real element.
 */
export function TriggerProxy({ id, ref }: { id: string; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () =>
    document.getElementById(id),
  );
  return null;
}
