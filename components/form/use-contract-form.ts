'use client';

import { toNestErrors } from '@hookform/resolvers';
import {
  type BaseSyntheticEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  get,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import type { Conflict } from '@/components/form/conflict';
import { useUnsavedChanges } from '@/components/form/leave-guard';
import { afterPress } from '@/components/form/press';
import { rebase } from '@/components/form/rebase';
import { useWhyNot } from '@/components/form/rights';
import { enterThe } from '@/components/form/texts';
import { type ApiFailure, type CommandInput, describeRequest } from '@/lib/client/client';
import { useCommand } from '@/lib/client/queries';
import type { ApiRequest } from '@/lib/client/snippets';
import type {
  AnyOperation,
  ContractInput,
  ContractOutput,
  Operation,
} from '@/lib/contract/contract';
import type { Problem } from '@/lib/contract/errors';
import { problemsOf } from '@/lib/contract/problems';

export interface ContractFormOptions<C extends AnyOperation, V extends FieldValues> {
  /** The initial values. Fields without a control, such as `organization_id`, are sent as they are. */
  defaultValues: DefaultValues<NoInfer<V>>;
  /** Parameters of the path. */
  params?: ContractInput<C>['params'];
  /** The version of the object that it changes; 412 where the object has another one by now. */
  ifMatch?: () => string | undefined;
  /** Maps the values to the body, if they differ. */
  toBody?: (values: V) => z.input<NonNullable<C['body']>>;
  /** Validation of the page, in addition to the contract's schema. */
  check?: (values: V) => readonly Problem[];
  /** Where problems are shown whose field of the body has another name in the form. */
  fieldNames?: Readonly<Record<string, FieldPath<NoInfer<V>>>>;
  /** Awaited before each call. */
  beforeSend?: () => Promise<void>;
  /** Awaited while the form is submitting. */
  onSuccess?: (answer: ContractOutput<C>, values: V) => void | Promise<void>;
  /** Awaited before the next try. */
  onFailure?: (error: ApiFailure) => void | Promise<void>;
  /** Shows a failure instead of the form; returns whether it did. */
  takeFailure?: (error: ApiFailure) => boolean;
  /** A message for a failed call, instead of the API's. */
  describeFailure?: (error: ApiFailure) => string | undefined;
  /** The form asks whoever fills it in about themselves: "Enter your name." */
  isOwn?: boolean;
  /** Whether leaving with unsaved changes asks first. Default: true. */
  guarded?: boolean;
  /** Of a customer's session, with which the form is sent. */
  token?: string;
  /** Sends the values by other means than one call with all of them; see {@link useEditForm}. */
  send?: (
    values: V,
    call: (input: CommandInput<C>) => Promise<ContractOutput<C>>,
  ) => Promise<Sent<C, V>>;
}

/** What a submission came to. */
interface Sent<C extends AnyOperation, V> {
  answer: ContractOutput<C>;
  /** The values that were sent. */
  values: V;
  /** The values as they are stored now, which the form's changes are counted from. */
  stored: V;
}

/** How a field is shown outside of its control. */
export interface FieldDescription {
  label?: ReactNode;
  /** A value in words; by default as plain text. */
  show?: (value: unknown) => ReactNode;
  /** Its control is a text that is typed. */
  isTyped?: boolean;
}

/** A form of an operation, for the fields of `components/form` and `<ContractFormBody>`. */
export interface ContractForm<V extends FieldValues = FieldValues> extends UseFormReturn<V> {
  submit: (event?: BaseSyntheticEvent) => void;
  isSubmitting: boolean;
  /** Why the caller may not send it, and the id of the note that says so; null where he may. */
  blocked: { reason: string; noteId: string } | null;
  /** A control of this field is mounted; returns a function for when it no longer is. */
  mountField: (name: string, description?: FieldDescription) => () => void;
  /** The mounted fields, by their names. */
  mountedFields: () => ReadonlyMap<string, FieldDescription>;
  /** Shows the problems of another call that changes the same object, as those of the form's own. */
  showFailure: (failure: ApiFailure) => void;
  /** What a submit would send now; null for a call that is not of the API's sellers. */
  requests: (() => readonly ApiRequest[]) | null;
  /** Errors that belong to no field of the form. */
  summary: { problems: readonly string[]; error: ApiFailure | null; words: string | undefined };
  /** What somebody else changed as well, until it is saved. */
  conflict?: Conflict | null;
}

/** A form as that of some of its values, for fields that several forms have. */
export function formPart<Part extends FieldValues, V extends Part>(
  form: ContractForm<V>,
): ContractForm<Part> {
  return form as unknown as ContractForm<Part>;
}

/**
 * A form validated by the contract's schema, where the operation has it, and by `check`: on blur and from
 * then on at each change. A submit focuses the first invalid field; the errors of a 422 are shown at the
 * field of their `loc`, all others in the summary. A second submit while the first runs is ignored.
 */
export function useContractForm<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
  V extends FieldValues = z.input<B> & FieldValues,
>(
  operation: Operation<P, Q, B, R>,
  options: ContractFormOptions<Operation<P, Q, B, R>, V>,
): ContractForm<V> {
  type C = Operation<P, Q, B, R>;
  const { defaultValues, params, toBody, check, onSuccess, onFailure, describeFailure } = options;
  const [summary, setSummary] = useState<ContractForm['summary']>(NOTHING);
  const busy = useRef(false);
  const [isSubmitting, setSubmitting] = useState(false);
  const mounted = useRef(new Map<string, FieldDescription>());
  const mountField = useCallback((name: string, description: FieldDescription = {}) => {
    mounted.current.set(name, description);
    return () => void mounted.current.delete(name);
  }, []);
  const command = useCommand(operation, { token: options.token });
  const reason = useWhyNot()(operation);
  const noteId = useId();
  const form = useForm<V>({
    defaultValues,
    mode: 'onTouched',
    resolver: resolverOf(operation.body, { toBody, check, wordsOfEmpty }),
  });
  useEffect(() => settleOtherProblems(form), [form]);
  const { isDirty } = form.formState;
  const release = useUnsavedChanges(isDirty && options.guarded !== false);

  /** What an empty text that the schema refuses is to be told: what to enter. */
  function wordsOfEmpty(name: string, values: V): string | undefined {
    const { label, isTyped } = mounted.current.get(name) ?? {};
    const isEmpty = String(get(values, name) ?? '').trim() === '';
    return isTyped && typeof label === 'string' && isEmpty
      ? enterThe(label, options.isOwn)
      : undefined;
  }

  function inputOf(values: V) {
    const body = toBody ? toBody(structuredClone(values)) : values;
    return { params, body, ifMatch: options.ifMatch?.() } as CommandInput<C>;
  }

  async function send(values: V) {
    if (busy.current) return;
    busy.current = true;
    setSubmitting(true);
    setSummary(NOTHING);
    try {
      await options.beforeSend?.();
      const sent = await (options.send ?? sendAll)(values, command.mutateAsync);
      const isChanged = rebase(form, sent.stored, sent.values);
      if (!isChanged) release();
      await onSuccess?.(sent.answer, sent.values);
    } catch (error) {
      const failure = error as ApiFailure;
      if (!options.takeFailure?.(failure)) showFailure(failure);
      await onFailure?.(failure);
    } finally {
      busy.current = false;
      setSubmitting(false);
    }
  }

  async function sendAll(values: V, call: (input: CommandInput<C>) => Promise<ContractOutput<C>>) {
    const answer = await call(inputOf(values));
    return { answer, values, stored: values };
  }

  function showFailure(failure: ApiFailure) {
    const unplaced: string[] = [];
    let isFirst = true;
    for (const problem of failure.problems ?? []) {
      const name = fieldOf(problem);
      if (name) {
        form.setError(name, { type: FROM_API, message: problem.msg });
        // Once it is shown: the part of the form that holds it may be folded.
        if (isFirst) setTimeout(() => form.setFocus(name));
        isFirst = false;
      } else {
        unplaced.push(wordsOf(problem));
      }
    }
    const words = describeFailure?.(failure);
    const isPlaced = failure.problems?.length > 0;
    setSummary({ problems: unplaced, error: isPlaced ? null : failure, words });
  }

  /** The mounted field that a problem belongs to, or the nearest one that contains it. */
  function fieldOf({ loc }: Pick<Problem, 'loc'>): FieldPath<V> | undefined {
    const [where, ...path] = loc;
    if (where !== 'body') return undefined;
    const names = path
      .map((_, index) => path.slice(0, index + 1).join('.'))
      .map((name) => options.fieldNames?.[name] ?? name);
    return names.findLast((name) => mounted.current.has(name)) as FieldPath<V> | undefined;
  }

  function showInvalid(errors: FieldErrors<V>) {
    const problems = flatten(errors);
    const unplaced = problems.filter((problem) => !fieldOf(problem)).map(wordsOf);
    setSummary({ problems: unplaced, error: null, words: undefined });
  }

  return {
    ...form,
    submit: (event) => {
      void form.handleSubmit(send, showInvalid)(event);
    },
    isSubmitting,
    blocked: reason === null ? null : { reason, noteId },
    mountField,
    mountedFields: () => mounted.current,
    showFailure,
    requests:
      operation.auth === 'seller' && operation.path.startsWith('/v1/')
        ? () => [describeRequest(operation, inputOf(form.getValues()))]
        : null,
    summary,
  } as ContractForm<V>;
}

const NOTHING: ContractForm['summary'] = { problems: [], error: null, words: undefined };

/** The type of errors that the API answered: they stay until their own field is changed. */
const FROM_API = 'api';

/**
 * After each change validates the other fields again that the schema or the page refused: the change may have settled
 * them, as a name does that fills in the slug. Returns what ends it.
 */
function settleOtherProblems<V extends FieldValues>(form: UseFormReturn<V>): () => void {
  let isValidating = false;
  return form.subscribe({
    formState: { values: true },
    callback: ({ errors = {}, isSubmitting }) => {
      if (isValidating || isSubmitting) return;
      const refused = flatten(errors).filter(
        ({ type }) => type !== FROM_API && type !== 'uploading',
      );
      if (refused.length === 0) return;
      isValidating = true;
      const names = refused.map(({ loc }) => loc.slice(1).join('.') as FieldPath<V>);
      // A message that goes moves what stands below it.
      afterPress(() => {
        void form.trigger(names).finally(() => {
          isValidating = false;
        });
      });
    },
  });
}

/** Validates the body that would be sent with the contract's schema. */
function resolverOf<V extends FieldValues>(
  schema: z.ZodType | undefined,
  {
    toBody,
    check,
    wordsOfEmpty,
  }: {
    toBody: ((values: V) => unknown) | undefined;
    check: ((values: V) => readonly Problem[]) | undefined;
    wordsOfEmpty: (name: string, values: V) => string | undefined;
  },
): Resolver<V> {
  return async (values, _, options) => {
    const parsed = schema?.safeParse(toBody ? toBody(structuredClone(values)) : values, {
      reportInput: true,
    });
    const refused = parsed?.error ? problemsOf(parsed.error, 'body') : [];
    const problems = [
      ...(check?.(values) ?? []),
      ...refused.map((problem) => ({
        ...problem,
        msg: wordsOfEmpty(nameOf(problem), values) ?? problem.msg,
      })),
    ];
    if (problems.length === 0) return { values, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const problem of problems) {
      errors[nameOf(problem) || 'root'] ??= { type: problem.type, message: problem.msg };
    }
    return { values: {}, errors: toNestErrors(errors, options) as FieldErrors<V> };
  };
}

/** The place of a problem as the name of a field. */
function nameOf({ loc }: Pick<Problem, 'loc'>): string {
  return loc.slice(1).join('.');
}

function wordsOf({ loc, msg }: Pick<Problem, 'loc' | 'msg'>): string {
  const name = loc.slice(1).join(' ').replaceAll('_', ' ');
  return name === '' ? msg : `${name}: ${msg}`;
}

/** Nested errors as problems, with their places. */
function flatten(errors: object, loc: (string | number)[] = ['body']): Problem[] {
  return Object.entries(errors).flatMap(([key, value]): Problem[] => {
    if (typeof value !== 'object' || value === null || key === 'ref') return [];
    const place = [...loc, ...(key === 'root' ? [] : [key])];
    const { message, type } = value as { message?: unknown; type?: unknown };
    if (typeof message === 'string') return [{ loc: place, msg: message, type: String(type) }];
    return flatten(value, place);
  });
}
