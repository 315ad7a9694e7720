/** Whether a URL leads to this computer alone. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(.+\.)?localhost$|^127(\.\d{1,3}){3}$|^\[::1\]$/.test(hostname);
}
