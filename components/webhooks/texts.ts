import type { WebhookFormat, WebhookOutcome } from '@/lib/resources/webhook-deliveries/schema';
import type { WebhookDisabledReason } from '@/lib/resources/webhook-endpoints/schema';

export const FORMATS: Record<WebhookFormat, string> = {
  raw: 'JSON, signed',
  discord: 'Discord message',
  slack: 'Slack message',
};

export const OUTCOMES: Record<WebhookOutcome, string> = {
  succeeded: 'Delivered',
  status_refused: 'Refused',
  redirected: 'Redirected',
  timed_out: 'Timed out',
  unreachable: 'Unreachable',
  address_refused: 'Address not allowed',
};

/** Why an endpoint was turned off by itself: "… because". */
const OFF_REASONS: Record<WebhookDisabledReason, string> = {
  gone: 'it answered 410 Gone',
  failing: 'nothing arrived for 3 days',
};

export const WEBHOOKS = {
  firstRunTitle: 'Get a call when something happens.',
  firstRunText:
    'Add the address of your program. Each sale, subscription change, and other event is sent there within seconds, signed, and sent again if it doesn’t arrive.',
  guide: 'Read the guide',
  allDeliveries: 'All deliveries',
  isEnabled: 'On or off',
  on: 'On',
  off: 'Off',
  isFailing: 'Health',
  failing: 'Failing or turned off',
  notFailing: 'Not failing',
  turnedOff: (reason: WebhookDisabledReason) => `was turned off because ${OFF_REASONS[reason]}.`,
} as const;

export const WEBHOOK_FORM = {
  destination: 'Destination',
  urlHelp: 'Starts with https://, or http:// in a sandbox.',
  chatUrlHelp: 'The webhook URL that the chat gave you. It stays secret.',
  chatUrlKept: 'Leave blank to keep the current one.',
  newUrl: 'New URL',
  descriptionHelp: 'What it is for. Only your team sees it.',
  which: 'What is sent',
  all: 'All events',
  allHelp: 'Also kinds that later versions add.',
  some: 'Selected events',
  chooseEvents: 'Choose at least one event.',
  secretTitle: 'Your signing secret',
  secretText: 'Put it into your program, which checks signatures with it. It isn’t shown again.',
} as const;

export const WEBHOOK_PAGE = {
  offText: (reason: WebhookDisabledReason) =>
    `We turned this endpoint off because ${OFF_REASONS[reason]}.`,
  isOff: 'This endpoint is off.',
  offKept: 'What it misses is kept for 30 days, and can be sent when you turn it on.',
  failing: 'The last try failed. Its answer is below, under Deliveries.',
  turnOn: 'Turn on',
  turnOnTitle: 'Turn this endpoint on',
  turnOnEffects: 'New events are sent again.',
  sendMissed: 'Also send what it missed',
  turnedOn: 'Endpoint turned on.',
  turnOff: 'Turn off',
  turnOffTitle: 'Turn this endpoint off',
  turnOffEffects:
    'Nothing more is sent, also not what waits now. You can send it when you turn the endpoint on again, for 30 days.',
  turnedOff: 'Endpoint turned off.',
  test: 'Send test',
  testText:
    'Sends the newest event of this kind, or an example, marked as a test. It’s tried once.',
  testing: 'Waiting for an answer…',
  close: 'Close',
  rotate: 'Rotate secret',
  rotateText:
    'Makes a new secret. For a while deliveries are signed with both, so you can switch without losing any.',
  overlap: 'Old secret works for',
  overlaps: { 0: 'No time: it stops now', 1: '1 hour', 24: '24 hours', 72: '72 hours' },
  redeliver: 'Send failed events again',
  redeliverEffects:
    'Sends each event whose last delivery failed once more, outside the order of events.',
  redelivered: (count: number) =>
    count === 0
      ? 'No failed events.'
      : count === 1
        ? '1 event is sent again.'
        : `${count} events are sent again.`,
  deliveries: 'Deliveries',
  noDeliveries: 'Nothing was sent yet. Send a test to see what arrives.',
  deletion: 'Nothing more is sent there. Its deliveries stay listed for 30 days.',
  attemptsFailed: 'the attempts',
  lastDay: 'Last 24 hours',
  noAttempts: 'No attempts in the last 24 hours.',
  delivered: 'Delivered',
  failed: 'Failed',
} as const;

export const DELIVERY_PAGE = {
  test: 'Test',
  testOf: (number: number) => `Test with event ${number}`,
  endpointDeleted: 'Deleted',
  resend: 'Send again',
  resent: 'Sent again. It appears as a delivery of its own.',
  resendFailed: 'Couldn’t send it again.',
  resendNothing: 'This event already waits to be sent.',
  noEvent: 'A test with an example can’t be sent again.',
  attempt: (nth: number) => `Attempt ${nth}`,
  earlier: 'Earlier attempts',
  none: 'It wasn’t tried yet.',
  request: 'Request',
  response: 'Response',
  headers: 'Headers',
  copyRequest: 'Copy the request',
  copyResponse: 'Copy the response',
  noResponse: 'No response.',
  noBody: 'Without a body.',
  cut: 'Only the beginning of a longer response.',
  exampleBody: 'An example, which is not kept.',
  chatBody: 'A chat message, made of the event.',
  bodyHidden: 'Your role or the event’s age doesn’t let us show the body.',
  latency: (ms: number) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`),
} as const;
