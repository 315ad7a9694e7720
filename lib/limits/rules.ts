/** So many times within so many seconds. */
export interface Rate {
  limit: number;
  seconds: number;
}

export type LimitKind =
  | 'checkout_update'
  | 'decline'
  | 'discount_code'
  | 'license_key'
  | 'sign_in_account'
  | 'sign_in_address'
  | 'sign_up';

const FAILURES: readonly Rate[] = [
  { limit: 6, seconds: 60 },
  { limit: 20, seconds: 3600 },
];

/** What each kind allows a subject (semantics §3, §10). */
export const WINDOWS: Record<LimitKind, readonly Rate[]> = {
  checkout_update: [{ limit: 120, seconds: 60 }],
  decline: FAILURES,
  discount_code: FAILURES,
  license_key: FAILURES,
  sign_in_account: [{ limit: 10, seconds: 600 }],
  sign_in_address: [{ limit: 100, seconds: 600 }],
  sign_up: [{ limit: 60, seconds: 60 }],
};

/** In sandbox everything is tried out: a hundred times as much is allowed. */
export const SANDBOX_FACTOR = 100;

/** An IPv6 address as its network (/64): a client has that many addresses of its own. */
export function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
