/** A host name, such as `example.com/shop`, typed without its scheme. */
const HOST = /^[\p{L}\d-]+(\.[\p{L}\d-]+)+([:/?#].*)?$/u;

/** Completes the address of a website that was typed without `https://`; anything else stays as it is. */
export function withScheme(typed: string): string {
  const text = typed.trim();
  return HOST.test(text) ? `https://${text}` : text;
}
