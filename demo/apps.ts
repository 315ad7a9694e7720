import { DAY_MS, HOUR_MS } from '@/lib/contract/times';
import { db } from '@/lib/database/connection/client';
import { newId } from '@/lib/runtime/ids';
import { digest, randomToken } from '@/lib/runtime/secrets';

/** The apps that the demo's seller has made, of which nobody has the secrets, and what he lets one of them do. */
export async function makeApps(
  { organizationId, userId }: { organizationId: string; userId: string },
  moment: Date,
): Promise<void> {
  const ago = (time: number) => new Date(moment.getTime() - time);
  const app = (clientName: string, createdAt: Date, redirectUris: string[], isPublic: boolean) => {
    const secret = randomToken();
    return {
      id: newId(),
      createdAt,
      userId,
      clientName,
      clientUri: 'https://northlight.example',
      policyUri: 'https://northlight.example/privacy',
      redirectUris,
      tokenEndpointAuthMethod: isPublic ? 'none' : 'client_secret_post',
      grantTypes: ['authorization_code', 'refresh_token'],
      scopes: ['openid', 'profile', 'email', 'customers:read', 'orders:read', 'products:read'],
      ...(isPublic ? {} : { secretDigest: digest(secret), secretHint: secret.slice(-4) }),
      registrationDigest: digest(randomToken()),
    };
  };
  const ledger = app(
    'Ledger Sync',
    ago(40 * DAY_MS),
    ['https://sync.northlight.example/callback'],
    false,
  );
  const desk = app(
    'Quill Desk',
    ago(12 * DAY_MS),
    ['example.northlight.desk:/signed-in', 'http://localhost/signed-in'],
    true,
  );
  await db(null).oAuthClient.createMany({ data: [ledger, desk] });
  const grant = {
    userId,
    scopes: ledger.scopes,
    lastUsedAt: ago(2 * HOUR_MS),
  };
  await db(null).oAuthGrant.createMany({
    data: [
      { ...grant, id: newId(), clientId: ledger.id, organizationId, createdAt: ago(39 * DAY_MS) },
      { ...grant, id: newId(), clientId: desk.id, createdAt: ago(11 * DAY_MS) },
    ],
  });
}
