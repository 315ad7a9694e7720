/** Words of the parts that all pages share. */
export const UI = {
  apiRequest: 'API request',
  copyAsCurl: 'Copy as curl',
  curlCopied: 'Copied the API call as curl.',
  curlNotCopied: 'The browser did not allow copying.',
  copyAsFetch: 'Copy as fetch',
} as const;
