import type { z } from 'zod';
import type { Problem } from '@/lib/contract/errors';

type Issue = z.core.$ZodIssue;

/** The maximum number of problems in a response. */
export const MAX_PROBLEMS = 200;

/**
 * The problems of a failed parse, in the contract's shape (docs/contract/errors.md#validation). `at` is the
 * path of the parsed value where it is a part of the request.
 */
export function problemsOf(
  error: z.ZodError,
  where: string,
  place: readonly PropertyKey[] = [],
): Problem[] {
  const problems: Problem[] = [];
  for (const issue of error.issues) {
    if (problems.length >= MAX_PROBLEMS) break;
    collect(issue, place, where, problems);
  }
  return problems;
}

/**
 * Every problem of a refused value. A missing or unknown discriminator hides no other problem: what all
 * possible shapes refuse is reported with it.
 */
export function problemsOfValue(
  schema: z.ZodType,
  value: unknown,
  error: z.ZodError,
  where: string,
): Problem[] {
  const problems = problemsOf(error, where);
  if (!error.issues.some((issue) => isTagIssue(issue) && issue.path.length === 1)) return problems;
  const places = (found: Problem[]) => new Set(found.map(({ loc }) => JSON.stringify(loc)));
  const shapes = shapesOf(schema).map((shape) => {
    const found = problemsOf(shape.safeParse(value, { reportInput: true }).error ?? NONE, where);
    return { found, places: places(found) };
  });
  const tags = tagsOf(schema).map((tag) => JSON.stringify([where, tag]));
  const wrong = tags.filter((tag) => shapes.every((shape) => shape.places.has(tag)));
  const meant = shapes.filter((shape) =>
    tags.every((tag) => wrong.includes(tag) || !shape.places.has(tag)),
  );
  const known = places(problems);
  const shared = (meant[0]?.found ?? []).filter(({ loc }) => {
    const place = JSON.stringify(loc);
    return !known.has(place) && meant.every((shape) => shape.places.has(place));
  });
  return [...problems, ...shared];
}

const NONE = { issues: [] } as unknown as z.ZodError;

interface Union {
  options?: readonly z.ZodType[];
  discriminator?: string;
}

/** The shapes of a discriminated union, at any depth. */
function shapesOf(schema: z.ZodType): z.ZodType[] {
  const { options, discriminator } = schema.def as Union;
  return options && discriminator !== undefined ? options.flatMap(shapesOf) : [schema];
}

function tagsOf(schema: z.ZodType): string[] {
  const { options = [], discriminator } = schema.def as Union;
  return discriminator === undefined ? [] : [discriminator, ...options.flatMap(tagsOf)];
}

function isTagIssue(issue: Issue): boolean {
  return issue.code === 'invalid_union' && issue.discriminator !== undefined;
}

function collect(
  issue: Issue,
  prefix: readonly PropertyKey[],
  where: string,
  problems: Problem[],
): void {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    // Reports the branch of the union that fits best.
    const best = [...issue.errors].sort((a, b) => score(a) - score(b))[0] ?? [];
    for (const inner of best) collect(inner, path, where, problems);
    return;
  }
  if (issue.code === 'invalid_key' || issue.code === 'invalid_element') {
    for (const inner of issue.issues) collect(inner, path, where, problems);
    return;
  }
  const loc = [where, ...path.map((part) => (typeof part === 'number' ? part : String(part)))];
  const type = isMissing(issue) ? 'missing' : typeOf(issue);
  problems.push({
    // A repeated query key is one parameter: its problems are the parameter's.
    loc: where === 'query' ? loc.slice(0, 2) : loc,
    msg: messageOf(issue, type),
    type,
  });
}

/** How badly a branch of a union fits: missing values and wrong types count most. */
function score(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => {
    if (issue.code === 'invalid_type' && issue.path.length === 0) return sum + 1000;
    if (issue.code === 'invalid_value' || isMissing(issue)) return sum + 100;
    return sum + 1;
  }, 0);
}

const TYPES: Record<string, string> = {
  string: 'string_type',
  number: 'int_type',
  int: 'int_type',
  boolean: 'bool_type',
  array: 'list_type',
  object: 'dict_type',
  record: 'dict_type',
};

const MESSAGES: Record<string, string> = {
  string_type: 'Enter text.',
  int_type: 'Enter a whole number.',
  bool_type: 'Enter true or false.',
  list_type: 'Enter a list.',
  dict_type: 'Enter an object.',
};

/** Whether the value was missing: by the issue's input where it has one, else by its message. */
function isMissing(issue: Issue): boolean {
  if (issue.code === 'invalid_union' && issue.discriminator !== undefined) {
    // The input is the object whose discriminator is missing.
    const object = issue.input;
    return typeof object === 'object' && object !== null && !(issue.discriminator in object);
  }
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') return false;
  if ('input' in issue) return issue.input === undefined;
  return /received undefined$/.test(issue.message);
}

/** A message that a form can show; a schema's own message is kept. */
function messageOf(issue: Issue, type: string): string {
  if (type === 'missing') return 'This field is required.';
  if (!/^(Invalid|Too) /.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_value':
      return `Use ${issue.values.map(String).join(', ')}.`;
    case 'invalid_union':
      if (!('options' in issue) || !issue.options) return issue.message;
      return `Use ${issue.options.map(String).join(', ')}.`;
    case 'too_small':
      return `${issue.origin === 'array' ? 'Give' : 'Enter'} at least ${issue.minimum}.`;
    case 'too_big':
      return `${issue.origin === 'array' ? 'Give' : 'Enter'} at most ${issue.maximum}.`;
    default:
      return MESSAGES[type] ?? issue.message;
  }
}

/** The machine-readable kind of an issue. */
function typeOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? `${issue.expected}_type`;
    case 'too_small':
      if (issue.origin === 'string') return 'string_too_short';
      return issue.origin === 'array' ? 'too_short' : 'greater_than_equal';
    case 'too_big':
      if (issue.origin === 'string') return 'string_too_long';
      return issue.origin === 'array' ? 'too_long' : 'less_than_equal';
    case 'invalid_format':
      if (issue.format === 'guid' || issue.format === 'uuid') return 'uuid_parsing';
      if (issue.format === 'datetime') return 'datetime_parsing';
      return issue.format === 'regex' ? 'string_pattern_mismatch' : 'value_error';
    case 'invalid_value':
      return issue.values.length === 1 ? 'literal_error' : 'enum';
    case 'invalid_union':
      return 'union_tag_invalid';
    case 'custom':
      return typeof issue.params?.type === 'string' ? issue.params.type : 'value_error';
    default:
      return 'value_error';
  }
}
