export const REQUEST_TEXTS = {
  title: 'API log',
  firstRunTitle: 'No API calls yet.',
  firstRunText:
    'Changes that come in through the API, and calls that were answered with an error, appear here for 30 days.',
  dropped: (count: string) =>
    `${count} more requests are not shown: too many came in at once to keep them all.`,
  request: 'Request',
  response: 'Response',
  noBody: 'No body.',
  notKept: (bytes: string) => `${bytes}. Only its size was kept.`,
  copyRequest: 'Copy the request',
  copyResponse: 'Copy the response',
  masked: 'Secrets were replaced with ***. Put your own in before you run the command.',
  replayed: 'Repeated answer',
  events: 'Events of this request',
  copyId: 'Copy the request ID',
};

export const FILTER_TEXTS = {
  statuses: {
    '2xx': 'Successful (2xx)',
    '4xx': 'Refused (4xx)',
    '409': 'Conflict (409)',
    '422': 'Invalid (422)',
    '429': 'Too many requests (429)',
    '5xx': 'Server error (5xx)',
  },
  method: 'Method',
  operationHelp: 'Such as products:create.',
  token: 'Token',
  object: 'Object',
  objectHelp: 'The ID of what a call named or changed.',
};
