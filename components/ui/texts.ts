/** Words of the parts that all pages share. */
export const UI = {
  apiRequest: 'API request',
  copyAsCurl: 'Copy as curl',
  copyAsFetch: 'Copy as fetch',
} as const;
