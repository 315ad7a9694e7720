import type { SecretValues } from '@/lib/resources/mails/kinds';

const MASK = '••••••';

/**
 * The secrets of a mail as pages and the API show them (docs/contract/mail.md#secrets): `origin` is that of links.
 */
export function maskSecrets(secrets: Partial<SecretValues>, origin: string): Partial<SecretValues> {
  const { url, code, license_keys: keys } = secrets;
  return {
    ...(url !== undefined && { url: `${origin}/${MASK}` }),
    ...(code !== undefined && { code: MASK }),
    ...(keys && { license_keys: keys.map((key) => ({ ...key, key: key.display_key })) }),
  };
}
