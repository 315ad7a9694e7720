import { scalarsOf } from '@/lib/api/scalars';
import { withFields } from '@/lib/contract/serialize';
import type { RequestLog as RequestLogRow } from '@/lib/database/generated/client';
import { printedActor, type StoredActor } from '@/lib/resources/actors/rules';
import { RequestLog } from '@/lib/resources/request-logs/schema';

const scalars = scalarsOf('RequestLog', RequestLog);

/** A request as the API prints it. */
export function serializeRequestLog(row: RequestLogRow): RequestLog {
  return withFields(scalars(row), {
    caller: printedActor(row.caller as unknown as StoredActor),
    request_body: row.requestBody,
    response_body: row.responseBody,
  });
}
