import type { z } from 'zod';
import type { Problem } from '@/lib/api/errors';

type Issue = z.core.$ZodIssue;

/** The problems of a failed parse, in the contract's shape (semantics §2). */
export function problemsOf(error: z.ZodError, where: string): Problem[] {
  const problems: Problem[] = [];
  for (const issue of error.issues) collect(issue, [], where, problems);
  return problems;
}

function collect(issue: Issue, prefix: PropertyKey[], where: string, problems: Problem[]): void {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    // The branch that came furthest is the one that was meant.
    const best = [...issue.errors].sort((a, b) => score(a) - score(b))[0] ?? [];
    for (const inner of best) collect(inner, path, where, problems);
    return;
  }
  if (issue.code === 'invalid_key' || issue.code === 'invalid_element') {
    for (const inner of issue.issues) collect(inner, path, where, problems);
    return;
  }
  const loc = [where, ...path.map((part) => (typeof part === 'number' ? part : String(part)))];
  problems.push({
    // A repeated query key is one parameter: its problems are the parameter's.
    loc: where === 'query' ? loc.slice(0, 2) : loc,
    msg: typeOf(issue) === 'missing' ? 'This field is required.' : issue.message,
    type: typeOf(issue),
  });
}

/** How far a branch of a union is from fitting: wrong types weigh more than wrong values. */
function score(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => {
    if (issue.code === 'invalid_value') return sum + 100;
    if (issue.code === 'invalid_type' && issue.path.length === 0) return sum + 1000;
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

/** The machine-readable kind of an issue. */
function typeOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined && /undefined$/.test(issue.message)) return 'missing';
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
    default:
      return 'value_error';
  }
}
