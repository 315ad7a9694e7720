import { appOf, type Caller } from '@/lib/database/connection/scope';
import * as repository from '@/lib/resources/actors/repository';

/** Adds the names that actors have now, which rows hold in a column. */
export const { withActors } = repository;

/** Who a caller is, as it is stored. */
export function actorOf(caller: Caller): object {
  const app = appOf(caller);
  if (app) return { type: 'oauth_app', id: app.clientId };
  switch (caller.kind) {
    case 'oauth_client':
      return { type: 'oauth_app', id: caller.clientId };
    case 'user':
      return caller.via === 'token' && caller.credentialId
        ? { type: 'token', id: caller.credentialId }
        : { type: 'user', id: caller.userId };
    case 'organization':
      return { type: 'token', id: caller.tokenId };
    case 'checkout':
      return { type: 'buyer', id: caller.checkoutId };
    case 'customer':
      return { type: 'customer', id: caller.customerId };
    case 'public':
      return { type: 'buyer' };
    case 'processor':
      return { type: 'processor' };
    default:
      return { type: 'system' };
  }
}
