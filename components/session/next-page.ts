/** Where to go after signing in: a page of this site that was asked for, else the dashboard's own start. */
export function nextPage(search: URLSearchParams, otherwise = '/dashboard'): string {
  const next = search.get('next') ?? '';
  return /^\/(?:dashboard(?:[/?]|$)|invitations\/|oauth2\/authorize\?)/.test(next) &&
    !/[\\\r\n\t]/.test(next)
    ? next
    : otherwise;
}

/** The same search string on the other page. */
export function keepNext(page: string, search: URLSearchParams): string {
  const next = search.get('next');
  return next === null ? page : `${page}?next=${encodeURIComponent(next)}`;
}
