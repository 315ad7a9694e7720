/** Whether an address leads to this computer alone, as while a product is tried out. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(.+\.)?localhost$|^127(\.\d{1,3}){3}$|^\[::1\]$/.test(hostname);
}
