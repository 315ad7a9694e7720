import { maskedSecret } from '@/lib/contract/secret';
import { timestamp } from '@/lib/contract/serialize';
import { ownPicture } from '@/lib/resources/files/service';
import type { ClientRow } from '@/lib/resources/oauth-clients/repository';
import type {
  GrantType,
  OAuth2Client,
  OAuth2ClientPublic,
  TokenEndpointAuthMethod,
} from '@/lib/resources/oauth-clients/schema';

/** What everybody may know of an app. */
export function serializePublicClient(row: Omit<ClientRow, 'usersCount'>): OAuth2ClientPublic {
  return {
    created_at: timestamp(row.createdAt),
    modified_at: timestamp(row.modifiedAt),
    client_id: row.id,
    client_name: row.clientName,
    client_uri: row.clientUri,
    logo_uri: row.logoUri,
    picture_url: ownPicture(row.logoUri),
    tos_uri: row.tosUri,
    policy_uri: row.policyUri,
  };
}

/** An app as its maker sees it. */
export function serializeClient(row: ClientRow): OAuth2Client {
  return {
    ...serializePublicClient(row),
    client_name: row.clientName,
    redirect_uris: row.redirectUris,
    token_endpoint_auth_method: row.tokenEndpointAuthMethod as TokenEndpointAuthMethod,
    grant_types: row.grantTypes as GrantType[],
    response_types: ['code'],
    scope: row.scopes.join(' '),
    client_secret: row.secretHint === null ? '' : maskedSecret(row.secretHint),
    client_id_issued_at: Math.floor(row.createdAt.getTime() / 1000),
    client_secret_expires_at: 0,
    users_count: row.usersCount,
  };
}
