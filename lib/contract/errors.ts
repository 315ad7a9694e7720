/** Every error name of the API and its status (docs/contract/errors.md#names). */
export const ERROR_STATUS = {
  BadRequest: 400,
  PaymentError: 400,
  invalid_request: 400,
  invalid_grant: 400,
  invalid_scope: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  invalid_client: 401,
  Unauthorized: 401,
  invalid_token: 401,
  insufficient_scope: 403,
  NotPermitted: 403,
  AlreadyCanceledSubscription: 403,
  NotOpenCheckout: 403,
  ResourceNotFound: 404,
  MethodNotAllowed: 405,
  Conflict: 409,
  IdempotencyInFlight: 409,
  ResourceUnavailable: 410,
  PreconditionFailed: 412,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  RequestValidationError: 422,
  TooManyRequests: 429,
  InternalServerError: 500,
  ServiceUnavailable: 503,
} as const;

export type ErrorName = keyof typeof ERROR_STATUS;

/** A problem of a request: its path, a message, and its machine-readable kind. */
export interface Problem {
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** An error response. Thrown anywhere below `implement`, which sends it. */
export class ApiError extends Error {
  override readonly name: ErrorName;
  readonly status: number;
  readonly detail: string | Problem[];
  /** Further fields of the body. */
  readonly fields: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    name: ErrorName,
    detail: string | Problem[],
    options: { fields?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(typeof detail === 'string' ? detail : detail.map((problem) => problem.msg).join(' '));
    this.name = name;
    this.status = ERROR_STATUS[name];
    this.detail = detail;
    this.fields = options.fields ?? {};
    this.headers = options.headers ?? {};
  }

  /**
   * Whether a retry with the same idempotency key gets this response again: every one but server errors, those that
   * say when to try again, and those that ask for a confirmation first (docs/contract/idempotency.md#kept-replies).
   */
  get isReplayable(): boolean {
    const isForLater = 'Retry-After' in this.headers || this.fields.code === 'step_up_required';
    return this.status < 500 && this.status !== 429 && !isForLater;
  }

  /** The JSON body. */
  body(requestId: string): Record<string, unknown> {
    return { error: this.name, detail: this.detail, ...this.fields, request_id: requestId };
  }
}

/**
 * What another protocol asks of an operation in place of the API's own rules: it takes its form whatever the content type
 * says, knows no idempotency keys, and tells errors in the protocol's words.
 */
export interface Protocol {
  /** The error as the protocol knows it. */
  errorOf(error: ApiError): ApiError;
  errorBody(error: ApiError): Record<string, unknown>;
}

/** The body of an error that an operation answers: its protocol's, or the API's. */
export function errorBodyOf(
  operation: { protocol?: Protocol } | undefined,
  error: ApiError,
  requestId: string,
): Record<string, unknown> {
  return operation?.protocol?.errorBody(error) ?? error.body(requestId);
}

/**
 * 404 for an object that is unknown, deleted or in an organization that the caller is not in, without
 * distinction.
 */
export function notFound(what = 'The requested resource'): ApiError {
  return new ApiError('ResourceNotFound', `${what} does not exist.`);
}

/** A row that was looked for. Throws 404 where there is none; `what` begins the sentence. */
export function orNotFound<Row>(row: Row | null | undefined, what: string): Row {
  if (row === null || row === undefined) throw notFound(what);
  return row;
}

/** 403: the credential has none of the permissions, of which `what` needs one. */
export function insufficientScope(what: string, permissions: readonly string[]): ApiError {
  return new ApiError(
    'insufficient_scope',
    `${what} needs the scope ${permissions.join(' or ')}.`,
    {
      headers: {
        'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${permissions.join(' ')}"`,
      },
    },
  );
}

/** 422 with problems of a rule beyond the schema. */
export function invalid(...problems: Problem[]): ApiError {
  return new ApiError('RequestValidationError', problems);
}

/** A problem of a field of the body. */
export function bodyProblem(path: string | (string | number)[], msg: string): Problem {
  return { loc: ['body', ...(Array.isArray(path) ? path : [path])], msg, type: 'value_error' };
}
