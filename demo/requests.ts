import { execute } from '@/lib/database/connection/execute';
import { sql } from '@/lib/database/connection/sql';
import type { Prisma } from '@/lib/database/generated/client';
import { newId } from '@/lib/runtime/ids';

const MINUTE_MS = 60_000;

interface Call {
  method?: string;
  path: string;
  operation: string;
  status: number;
  error?: string;
  request?: object;
  response?: object;
}

const named = { name: 'Paper Grain, vol. 2' };
const key = { key: '***' };
const KEYS = '/v1/customer-portal/license-keys';

/** What the program of a small seller calls in a day: releases, license checks, and what goes wrong with them. */
const CALLS: readonly Call[] = [
  { path: `${KEYS}/activate`, operation: 'customer_portal:license_keys:activate', status: 200 },
  { path: `${KEYS}/validate`, operation: 'customer_portal:license_keys:validate', status: 200 },
  {
    path: `${KEYS}/activate`,
    operation: 'customer_portal:license_keys:activate',
    status: 403,
    error: 'NotPermitted',
    request: { ...key, label: "Ada's laptop" },
    response: { error: 'NotPermitted', detail: 'The activation limit of this key is reached.' },
  },
  {
    path: `${KEYS}/validate`,
    operation: 'customer_portal:license_keys:validate',
    status: 404,
    error: 'ResourceNotFound',
    request: key,
    response: { error: 'ResourceNotFound', detail: 'The license key does not exist.' },
  },
  {
    path: '/v1/products/',
    operation: 'products:create',
    status: 422,
    error: 'RequestValidationError',
    request: named,
    response: {
      error: 'RequestValidationError',
      detail: [{ loc: ['body', 'prices'], msg: 'This field is required.', type: 'missing' }],
    },
  },
  {
    path: '/v1/products/',
    operation: 'products:create',
    status: 201,
    request: { ...named, prices: [{ type: 'one_time', amount_type: 'fixed', price_amount: 2900 }] },
    response: named,
  },
];

/** Requests of the last hours, the partitions of whose days it makes. */
export async function makeRequests(
  { organizationId, userId }: { organizationId: string; userId: string },
  moment: Date,
): Promise<Prisma.RequestLogCreateManyInput[]> {
  const rows = Array.from({ length: 24 }, (_, nth) => {
    const call = CALLS[nth % CALLS.length] ?? CALLS[0];
    if (!call) throw new Error('There are no calls');
    const { method = 'POST', path, operation, status, error = null, request, response } = call;
    return {
      id: newId(),
      organizationId,
      createdAt: new Date(moment.getTime() - (24 - nth) * 17 * MINUTE_MS),
      requestId: newId(),
      method,
      path,
      operation,
      status,
      error,
      caller: path.startsWith(KEYS) ? { type: 'buyer' } : { type: 'user', id: userId },
      latencyMs: 6 + ((nth * 7) % 23),
      isReplayed: false,
      ...(request ? { requestBody: request, requestBytes: JSON.stringify(request).length } : {}),
      ...(response
        ? { responseBody: response, responseBytes: JSON.stringify(response).length }
        : {}),
      objectIds: [],
    };
  });
  const days = new Set(rows.map(({ createdAt }) => createdAt.toISOString().slice(0, 10)));
  for (const day of days) {
    await execute(null, sql`SELECT make_request_log_partition(${day}::date)`);
  }
  return rows;
}
