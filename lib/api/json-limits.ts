import type { Problem } from '@/lib/contract/errors';

/**
 * A body with more levels of arrays and objects than this is refused
 * (docs/contract/conventions.md#body-limits).
 */
export const MAX_DEPTH = 64;
/**
 * A body with more values than this, arrays and objects counted too, is refused
 * (docs/contract/conventions.md#body-limits).
 */
export const MAX_VALUES = 50_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/**
 * What is too deep or too many in a JSON text; null where nothing is. The text is scanned before it is
 * parsed, so that a hostile body costs neither its objects nor a look at each of them. Of a text that
 * is no JSON the answer means nothing: the parser refuses it.
 */
export function limitProblem(text: string): Problem | null {
  let depth = 0;
  // Every comma and every container that is not empty stands for one value more.
  let values = 1;
  let isEmpty = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 0x20) continue;
    if (code === QUOTE) at = endOfString(text, at);
    // `[` and `{`, then `]` and `}`, differ in this one bit alone.
    const bracket = code | 0x20;
    if (bracket === 0x7b) {
      depth += 1;
      values += 1;
      if (depth > MAX_DEPTH) {
        return problem(`Nesting is deeper than ${MAX_DEPTH} levels.`, 'recursion_limit');
      }
    } else if (bracket === 0x7d) {
      depth -= 1;
      if (isEmpty) values -= 1;
    } else if (code === COMMA) {
      values += 1;
    }
    isEmpty = bracket === 0x7b;
    // An empty container is counted until it ends.
    if (values > MAX_VALUES + 1) return tooMany();
  }
  return values > MAX_VALUES ? tooMany() : null;
}

/** The place of the quote that ends the string which begins at `start`; the text's end without one. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) break;
    if (code === BACKSLASH) at += 1;
  }
  return at;
}

function tooMany(): Problem {
  return problem(`The body has more than ${MAX_VALUES} values.`, 'too_many_values');
}

function problem(msg: string, type: string): Problem {
  return { loc: ['body'], msg, type };
}
