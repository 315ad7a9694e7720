// An avatar is drawn from its file name, so no file is stored: 24 hex digits of the SHA-256 of the email
// address, which give the color, then the initials as UTF-8 bytes in hex.

const FILE = /^([0-9a-f]{24})((?:[0-9a-f]{2}){1,8})\.svg$/;
const INITIALS = /^[\p{L}\p{N}]{1,2}$/u;

/** The first letters of the first and the last word of the name, else that of the email. */
export function initials({ name, email }: { name: string | null; email: string }): string {
  const letters = (name ?? '').split(/\s+/).flatMap((word) => firstLetter(word) ?? []);
  const [first = firstLetter(email) ?? 'X', ...others] = letters;
  return first + (others.at(-1) ?? '');
}

function firstLetter(word: string): string | undefined {
  const letter = word.normalize('NFC').match(/[\p{L}\p{N}]/u)?.[0];
  const upper = letter?.toUpperCase();
  // Some letters have several letters as their capital (ß): those stay as they are.
  return upper && INITIALS.test(upper) && [...upper].length === 1 ? upper : letter;
}

/** The picture of a file name as SVG; null for a name that no person's avatar has. */
export function drawAvatar(file: string): string | null {
  const [, hash, hex] = FILE.exec(file) ?? [];
  if (hash === undefined || hex === undefined) return null;
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (!INITIALS.test(text)) return null;
  const hue = Number.parseInt(hash.slice(0, 8), 16) % 360;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64" role="img"',
    ` aria-label="${text}"><rect width="64" height="64" fill="${background(hue)}"/>`,
    '<text x="32" y="32" dy=".35em" text-anchor="middle" font-family="system-ui, sans-serif"',
    ` font-size="26" font-weight="600" fill="#fff">${text}</text></svg>`,
  ].join('');
}

/** A color on which white text has a contrast of at least 4.5, whatever the hue (0 to 359). */
export function background(hue: number): string {
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    const value = 0.3 - 0.165 * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
