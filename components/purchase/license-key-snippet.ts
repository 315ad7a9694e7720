import { curlOf, fetchOf } from '@/lib/client/snippets';
import { activateLicenseKey, validateLicenseKey } from '@/lib/resources/license-keys/operations';
import type { LicenseKey } from '@/lib/resources/license-keys/schema';

export const LANGUAGES = [
  { id: 'curl', label: 'curl' },
  { id: 'javascript', label: 'JavaScript' },
] as const;

export type Language = (typeof LANGUAGES)[number]['id'];

/** How a program activates a key that counts computers, or checks one that does not. */
export function snippetOf(
  language: Language,
  { key, organization_id, limit_activations }: LicenseKey,
  origin: string,
): string {
  const isActivated = limit_activations !== null;
  const { method, path, auth } = isActivated ? activateLicenseKey : validateLicenseKey;
  const body = { key, organization_id, ...(isActivated ? { label: 'My computer' } : {}) };
  const request = { method, url: `${origin}${path}`, auth, body };
  return language === 'curl' ? curlOf(request) : fetchOf(request);
}
