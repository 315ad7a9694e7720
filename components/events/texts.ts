import type { Event } from '@/lib/resources/events/schema';

export const EVENT_TEXTS = {
  numbered: (number: number) => `Event ${number}`,
  firstRunTitle: 'No events yet.',
  firstRunText:
    'Changes to your products, sales, and benefits appear here, in the order in which they happened.',
  erased: 'Erased',
  erasedText: 'What was in this event was erased with its customer or unsold checkout.',
  object: (noun: string) => `${noun} at that time`,
  copyData: 'Copy the JSON',
  itsCause: 'What led to it',
  sameRequest: 'Also from this request',
  noOthers: 'No other events of this request.',
  caused: 'What followed from it',
  causedFailed: 'what followed from this event',
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
