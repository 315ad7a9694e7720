import { z } from 'zod';
import { contract } from '@/lib/contract/contract';
import { exportOf } from '@/lib/contract/export-of';
import { Id, many, text } from '@/lib/contract/fields';
import { page, sorting } from '@/lib/contract/pagination';
import { resource } from '@/lib/contract/resource';
import {
  LoggedMethod,
  REQUEST_LOG_SORTS,
  RequestLog,
  StatusFilter,
} from '@/lib/resources/request-logs/schema';

const requestLogs = resource('request_logs', RequestLog, {
  noun: 'logged request',
  permissions: 'organizations',
});
const common = { permissions: ['admin'], administrators: true } as const;

const plainList = requestLogs.list(
  {
    status: many(StatusFilter).meta({ description: 'Such as `409`, or `4xx`.' }),
    method: many(LoggedMethod),
    operation: many(text({ min: 1, max: 200 })),
    token_id: many(Id),
    object_id: many(Id).meta({ description: 'What a request named, or its answer is about.' }),
    request_id: many(text({ min: 1, max: 64 })),
    sorting: sorting(REQUEST_LOG_SORTS, '-created_at'),
  },
  {
    ...common,
    summary: 'List requests',
    description:
      'Writes, and whatever was answered with an error, of the last 30 days. `query` is an id, a request ID or a part ' +
      'of a path.',
  },
);

export const listRequestLogs = contract({
  ...plainList,
  response: page(RequestLog).extend({
    dropped: z.int().meta({
      description: 'Requests of that time that were not kept, because there were too many at once.',
    }),
  }),
});

export const exportRequestLogs = exportOf(plainList, [
  'id',
  'created_at',
  'request_id',
  'method',
  'path',
  'operation',
  'status',
  'error',
  'caller.type',
  'caller.id',
  'caller.name',
  'token_id',
  'latency_ms',
  'client_address',
  'idempotency_key',
  'is_replayed',
  'request_bytes',
  'response_bytes',
  'organization_id',
]);

export const getRequestLog = requestLogs.get({
  ...common,
  summary: 'Get a request',
  description: 'Of the last 30 days.',
});
