import type { EventActor } from '@/lib/resources/actors/schema';

/** An actor as it is stored; earlier versions knew fewer kinds. */
export interface StoredActor {
  type: string;
  id?: string | null;
  name?: string | null;
}

/** An actor as it is printed. Earlier versions stored an organization for its token, and a checkout for its buyer. */
export function printedActor({ type, id = null, name = null }: StoredActor): EventActor {
  switch (type) {
    case 'user':
    case 'token':
    case 'oauth_app':
    case 'customer':
      return { type, id, name };
    case 'organization':
      return { type: 'token', id: null, name: null };
    case 'checkout':
    case 'buyer':
    case 'public':
      return { type: 'buyer', id, name };
    case 'processor':
      return { type, id: null, name: null };
    default:
      return { type: 'system', id: null, name: null };
  }
}
