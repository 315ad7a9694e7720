'use client';

import {
  type ComponentProps,
  cloneElement,
  isValidElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { classes } from '@/components/ui/classes';

const GAP = 4;
const MARGIN = 8;

interface Placing {
  align: 'start' | 'end';
  side: 'top' | 'bottom';
  /** `at-least` as wide as what opened it, or `exactly`. */
  width?: 'at-least' | 'exactly' | undefined;
}

interface LayerProps extends Placing {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** One element that can take focus: a Button, an IconButton, a button. */
  trigger: ReactNode;
  onTriggerKeyDown?: (event: KeyboardEvent) => void;
  panel: ComponentProps<'div'> & { role: 'menu' | 'dialog' };
  /** Gives the focus to the part of the panel where it belongs, once it is shown. */
  onShown: (panel: HTMLElement) => void;
}

/**
 * A panel beside its trigger, above everything else and not clipped by it: it stands in the page right
 * after the trigger, so Tab goes on from there. Escape, a press elsewhere and leaving it close it.
 */
export function Layer({
  open,
  onOpenChange,
  trigger,
  onTriggerKeyDown,
  panel,
  onShown,
  ...placing
}: LayerProps) {
  const ownId = useId();
  if (!isValidElement<ComponentProps<'button'>>(trigger)) return trigger;
  const id = trigger.props.id ?? ownId;
  return (
    <>
      {cloneElement(trigger as ReactElement<ComponentProps<'button'>>, {
        id,
        'aria-haspopup': panel.role,
        'aria-expanded': open,
        'aria-controls': open ? `${ownId}-panel` : undefined,
        onClick: (event) => {
          trigger.props.onClick?.(event);
          if (!event.defaultPrevented) onOpenChange(!open);
        },
        onKeyDown: (event) => {
          trigger.props.onKeyDown?.(event);
          if (!event.defaultPrevented) onTriggerKeyDown?.(event);
        },
      })}
      {open && (
        <Panel
          {...(panel['aria-label'] ? {} : { 'aria-labelledby': id })}
          {...panel}
          id={`${ownId}-panel`}
          triggerId={id}
          placing={placing}
          onShown={onShown}
          onClose={() => onOpenChange(false)}
        />
      )}
    </>
  );
}

function Panel({
  triggerId,
  placing,
  onShown,
  onClose,
  className,
  ...rest
}: ComponentProps<'div'> & {
  triggerId: string;
  placing: Placing;
  onShown: (panel: HTMLElement) => void;
  onClose: () => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  const shown = useEffectEvent(onShown);
  const put = useEffectEvent((panel: HTMLElement) => place(panel, triggerId, placing));
  useLayoutEffect(() => {
    const panel = ref.current;
    if (!panel) return;
    panel.showPopover();
    put(panel);
    shown(panel);
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    const onMove = () => put(panel);
    const size = new ResizeObserver(onMove);
    size.observe(panel);
    window.addEventListener('resize', onMove, options);
    window.addEventListener('scroll', onMove, options);
    document.addEventListener(
      'pointerdown',
      ({ target }) => {
        const opener = document.getElementById(triggerId);
        if (target instanceof Node && !panel.contains(target) && !opener?.contains(target)) close();
      },
      options,
    );
    // Wherever the focus is: a press beside a control may have taken it out of the panel.
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        document.getElementById(triggerId)?.focus();
        close();
      },
      options,
    );
    return () => {
      size.disconnect();
      stop.abort();
    };
  }, [triggerId]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role comes with the panel
    <div
      {...rest}
      ref={ref}
      popover="manual"
      tabIndex={-1}
      className={classes(
        'appear fixed m-0 overflow-y-auto overscroll-contain rounded-popover border border-line bg-surface text-left text-sm font-normal whitespace-normal text-ink shadow-popover outline-none',
        className,
      )}
      onBlur={({ currentTarget, relatedTarget }) => {
        const isElsewhere = relatedTarget && !currentTarget.contains(relatedTarget);
        if (isElsewhere && relatedTarget.id !== triggerId) onClose();
      }}
    />
  );
}

/** Below the trigger or above it, where there is more room; always within the window. */
function place(panel: HTMLElement, triggerId: string, { align, side, width }: Placing): void {
  const trigger = document.getElementById(triggerId)?.getBoundingClientRect();
  if (!trigger) return;
  const { style } = panel;
  style.minWidth = width === 'at-least' ? `${trigger.width}px` : '';
  style.width = width === 'exactly' ? `${trigger.width}px` : '';
  const border = panel.offsetHeight - panel.clientHeight;
  const height = panel.scrollHeight + border;
  const above = trigger.top - GAP - MARGIN;
  const below = window.innerHeight - trigger.bottom - GAP - MARGIN;
  const wished = side === 'top' ? above : below;
  const isAbove = height <= wished ? side === 'top' : above > below;
  const shown = Math.min(height, isAbove ? above : below);
  const top = isAbove ? trigger.top - GAP - shown : trigger.bottom + GAP;
  const left = align === 'end' ? trigger.right - panel.offsetWidth : trigger.left;
  const last = window.innerWidth - panel.offsetWidth - MARGIN;
  style.maxHeight = `${isAbove ? above : below}px`;
  style.inset = `${top}px auto auto ${Math.max(MARGIN, Math.min(left, last))}px`;
}
