import type { Event } from '@/lib/resources/events/schema';

export const EVENT_TEXTS = {
  numbered: (number: number) => `Event ${number}`,
  firstRunTitle: 'No events yet.',
  firstRunText:
    'Every change to your products, sales, and benefits appears here, in the order in which it happened.',
  erased: 'Erased',
  erasedText: 'What was in this event was erased with its customer or unsold checkout.',
  object: (noun: string) => `${noun} at that time`,
  copyData: 'Copy the JSON',
  itsCause: 'The event before it',
  sameRequest: 'Also from this request',
  noOthers: 'Nothing else happened in this request.',
  loadFailed: 'the other events of this request',
};

/** What kinds of actors are called where they have no name. */
export const ACTORS: Record<Event['actor']['type'], string> = {
  user: 'A member',
  token: 'An API token',
  oauth_app: 'An app',
  customer: 'The customer',
  buyer: 'The buyer',
  processor: 'The payment processor',
  system: 'Tilldesk',
};
