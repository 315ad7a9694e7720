'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { type Conflict, conflictOf, nameOf } from '@/components/form/conflict';
import { conflict as texts } from '@/components/form/dashboard-texts';
import { bodyOf, changedFields, isEqual, rebase } from '@/components/form/rebase';
import {
  type ContractForm,
  type ContractFormOptions,
  useContractForm,
} from '@/components/form/use-contract-form';
import { showToast } from '@/components/ui/toast';
import { ApiFailure, type CommandInput } from '@/lib/client/client';
import { query } from '@/lib/client/queries';
import { versionOf } from '@/lib/client/versions';
import type {
  AnyOperation,
  ContractInput,
  ContractOutput,
  Operation,
} from '@/lib/contract/contract';
import { formatList } from '@/lib/contract/formats';

interface EditFormOptions<C extends AnyOperation, V extends FieldValues>
  extends Omit<ContractFormOptions<C, V>, 'defaultValues' | 'toBody' | 'send' | 'params'> {
  params: NonNullable<ContractInput<C>['params']>;
  /** The object as it was loaded: what is sent is what differs from it, for its version. */
  object: ContractOutput<C>;
  /** Loads the object by the same `params`. */
  read: AnyOperation;
  /** The form's values of the object. */
  toValues: (object: ContractOutput<C>) => V;
  /** Maps values to a body of all of them, if they differ; `stored` is the object that the form has changed. */
  toBody?: (values: V, stored: ContractOutput<C>) => object;
  /** Values that the form proposes instead of those of the object. */
  proposed?: Partial<V>;
  /** The values that the form holds after saving; by default those of the answer. */
  savedValues?: (answer: ContractOutput<C>, values: V) => V;
}

/** What a form has started from. */
interface Base<T, V> {
  object: T;
  values: V;
  version: string | undefined;
}

/** How often a save starts again because the object has changed meanwhile. */
const ATTEMPTS = 5;

/**
 * A form that changes an object: {@link useContractForm} for a PATCH. It sends the fields that were changed, with
 * `If-Match` of the version that it started from; nothing changed means nothing is sent, and `onSuccess` is given
 * the object. On 412 it loads the object again; a version that the page has loaded meanwhile is taken before anything
 * is sent. Fields that only somebody else has changed are taken over; where both have changed one to different values,
 * the form shows both versions and saves nothing until the seller submits again; otherwise it saves
 * (docs/contract/conventions.md#concurrent-updates).
 */
export function useEditForm<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
  V extends FieldValues,
>(
  operation: Operation<P, Q, B, R>,
  options: EditFormOptions<Operation<P, Q, B, R>, V>,
): ContractForm<V> {
  type C = Operation<P, Q, B, R>;
  type Call = (input: CommandInput<C>) => Promise<ContractOutput<C>>;
  const { params, object, read, toValues, toBody, proposed, savedValues, ...rest } = options;
  const client = useQueryClient();
  const [first] = useState(() => baseOf(object));
  const base = useRef(first);
  /** The last `object` that the form has taken into account. */
  const seen = useRef(object);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const form = useContractForm<P, Q, B, R, V>(operation, {
    ...rest,
    params,
    defaultValues: { ...first.values, ...proposed } as DefaultValues<V>,
    toBody: changesIn,
    ifMatch: () => base.current.version,
    send,
    takeFailure: (failure) => isConflict(failure) || (options.takeFailure?.(failure) ?? false),
  });

  function baseOf(held: ContractOutput<C>): Base<ContractOutput<C>, V> {
    return { object: held, values: toValues(held), version: versionOf(held) };
  }

  /** The changed fields alone. */
  function changesIn(values: V): z.input<NonNullable<C['body']>> {
    const { object: stored, values: before } = base.current;
    const whole = (of: V) => (toBody ? toBody(structuredClone(of), stored) : of);
    return bodyOf(changedFields(whole(values), whole(before))) as z.input<NonNullable<C['body']>>;
  }

  async function send(submitted: V, call: Call) {
    setConflict(null);
    const adopted = new Set<string>();
    let values = submitted;
    const take = (latest: ContractOutput<C>) => {
      for (const name of merge(latest, values)) adopted.add(name);
      values = structuredClone(form.getValues());
    };
    if (isLoadedAgain()) take(object);
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = isEqual(values, base.current.values)
          ? base.current.object
          : await call({
              params,
              body: changesIn(values),
              ifMatch: base.current.version,
            } as CommandInput<C>);
        base.current = baseOf(answer);
        if (adopted.size > 0) tell([...adopted]);
        return { answer, values, stored: (savedValues ?? toValues)(answer, values) };
      } catch (error) {
        if (!isStale(error) || attempt === ATTEMPTS) throw error;
        take(await load());
      }
    }
  }

  /** Whether the page holds another version by now, as after another form of it has saved its fields. */
  function isLoadedAgain(): boolean {
    if (object === seen.current) return false;
    seen.current = object;
    return versionOf(object) !== base.current.version;
  }

  function load(): Promise<ContractOutput<C>> {
    const latest = query(read, { params } as ContractInput<AnyOperation>);
    return client.fetchQuery({ ...latest, staleTime: 0 }) as Promise<ContractOutput<C>>;
  }

  /**
   * Merges the object as it is now into the form. Returns the fields that were taken over; throws where a field was
   * changed on both sides.
   */
  function merge(latest: ContractOutput<C>, values: V): string[] {
    const next = baseOf(latest);
    const before = base.current.values;
    const theirs = changedFields(next.values, before);
    const mine = changedFields(values, before);
    rebase(form, next.values, before);
    base.current = next;
    const adopted = Object.keys(theirs).filter((name) => !(name in mine));
    const both = changedFields(pick(mine, Object.keys(theirs)), next.values);
    if (Object.keys(both).length === 0) return adopted;
    setConflict(conflictOf(both, theirs, adopted, form.mountedFields()));
    throw new ApiFailure(412, { error: CONFLICT });
  }

  function tell(names: readonly string[]) {
    const fields = names.map((name) => nameOf(name, form.mountedFields()));
    showToast(texts.merged(formatList(fields)));
  }

  return { ...form, conflict };
}

/** A 412 that the form shows as a choice. */
const CONFLICT = 'Conflict';

const isConflict = ({ status, error }: ApiFailure) => status === 412 && error === CONFLICT;

function isStale(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 412 && !isConflict(error);
}

function pick(fields: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}
