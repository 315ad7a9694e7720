'use client';

import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/** The code of a component: undefined until it is loaded. A failed attempt is repeated by the next call. */
class Code<Props> {
  component: ComponentType<Props> | undefined;
  #loading: Promise<void> | undefined;

  constructor(
    readonly importCode: () => Promise<ComponentType<Props>>,
    readonly fallback: ReactNode,
  ) {}

  load(): Promise<void> {
    this.#loading ??= this.importCode().then(
      (component) => {
        this.component = component;
      },
      (error: unknown) => {
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }
}

function Loaded<Props extends object>({ code, props }: { code: Code<Props>; props: Props }) {
  const [outcome, setOutcome] = useState<{ error?: unknown } | null>(null);
  const { component: Component } = code;
  useEffect(() => {
    if (Component) return;
    code.load().then(
      () => setOutcome({}),
      (error: unknown) => setOutcome({ error }),
    );
  }, [code, Component]);
  if (Component) return <Component {...props} />;
  if (outcome) throw outcome.error;
  return code.fallback;
}

/**
 * A component whose code is loaded when it is first shown, or before by `preload`, which is to be called when what
 * opens it is pointed at. It is rendered as soon as the code is there; React's `lazy` keeps a fallback that it
 * has shown for 300 ms (docs/performance.md#menus). Where it cannot be loaded, rendering throws, and the page shows its
 * error. A caller whose input would be lost by that awaits `load`, which rejects, before it renders the component.
 */
export function loadable<Props extends object>(
  importCode: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
) {
  const code = new Code(importCode, fallback);
  return Object.assign((props: Props) => <Loaded code={code} props={props} />, {
    preload: () => void code.load().catch(() => {}),
    load: () => code.load(),
  });
}
