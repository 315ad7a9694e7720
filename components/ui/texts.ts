/** Words of the parts that all pages share. */
export const UI = {
  apiRequest: 'API request',
  idempotencyKey: 'Idempotency-Key: a new UUID for each submission',
  copyAsCurl: 'Copy as curl',
  copyAsFetch: 'Copy as fetch',
} as const;
