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
  const { path } = isActivated ? activateLicenseKey : validateLicenseKey;
  const body = { key, organization_id, ...(isActivated ? { label: 'My computer' } : {}) };
  const json = JSON.stringify(body, null, 2);
  const url = `${origin}${path}`;
  return language === 'curl'
    ? [
        `curl -X POST ${url} \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -d '${json.replaceAll("'", "'\\''")}'`,
      ].join('\n')
    : [
        `const answer = await ${'fetch'}('${url}', {`,
        `  method: 'POST',`,
        `  headers: { 'Content-Type': 'application/json' },`,
        `  body: JSON.stringify(${json.replaceAll('\n', '\n  ')}),`,
        `});`,
        `console.log(answer.ok, await answer.json());`,
      ].join('\n');
}
