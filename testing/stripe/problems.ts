/** The body of an error, as Stripe prints it. */
export interface PrintedProblem {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  advice_code?: string;
  charge?: string;
  payment_intent?: unknown;
  setup_intent?: unknown;
  payment_method?: unknown;
}

/** What Stripe answers instead of doing what it was asked. */
export class StripeProblem extends Error {
  constructor(
    readonly status: number,
    readonly printed: PrintedProblem,
    readonly headers: Record<string, string> = {},
    /** Whether the request began to run: its answer is then kept with its idempotency key. */
    readonly isKept = false,
  ) {
    super(printed.message);
  }
}

/** 400 for a parameter; nothing has run. */
export function invalid(message: string, more: Partial<PrintedProblem> = {}): StripeProblem {
  return new StripeProblem(400, { type: 'invalid_request_error', message, ...more });
}

/** 404 for an object that the account does not have in this mode. */
export function missing(what: string, id: string, param = 'id'): StripeProblem {
  const message = `No such ${what}: '${id}'`;
  return new StripeProblem(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message,
    param,
  });
}

/** 400 for an object in another state than the request needs. */
export function refusedState(message: string, code: string, more: Partial<PrintedProblem> = {}) {
  const printed = { type: 'invalid_request_error' as const, code, message, ...more };
  return new StripeProblem(400, printed, {}, true);
}
