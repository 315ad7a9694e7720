import type { z } from 'zod';
import type { Authenticate, HandlerInput, Implement, RouteHandler } from '@/lib/api/implement';
import { placesForLater } from '@/lib/api/places';
import type { Contract } from '@/lib/contract/contract';
import type { Scope } from '@/lib/database/connection/scope';
import { realTime } from '@/lib/runtime/clock';

/** What a stream has of its request beside the parsed parts. */
export interface StreamRequest {
  /** Where its reader has been interrupted. */
  lastEventId: string | null;
  /** The scope that the same credential has by now; throws 401 and 403. */
  scopeNow: () => Promise<Scope>;
  /** Does a part of the work with the places of the request, which it has not in between. */
  withPlaces: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Makes the route handler of a stream of server-sent events from what opens one. */
export type ImplementStream = <
  P extends z.ZodObject,
  Q extends z.ZodObject,
  R extends z.ZodType<object>,
>(
  operation: Contract<P, Q, z.ZodUndefined, R>,
  open: (input: HandlerInput<P, Q, z.ZodUndefined>, request: StreamRequest) => Promise<Response>,
) => RouteHandler;

/** How route handlers of streams are made, whose rights are checked again while they are open. */
export function createImplementStream(
  implement: Implement,
  authenticate: Authenticate,
): ImplementStream {
  return (operation, open) => (request, route) =>
    implement(operation, async (input) => {
      const { requestId } = input.context;
      const ip = request.headers.get('x-client-ip');
      const params = (await route?.params) ?? {};
      const scopeNow = async () => {
        const seen = { params, requestId, ip, realTime: realTime() };
        return (await authenticate(request, operation as never, seen)).scope;
      };
      const lastEventId = request.headers.get('last-event-id');
      return open(input, { lastEventId, scopeNow, withPlaces: placesForLater() });
    })(request, route);
}
