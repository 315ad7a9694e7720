import { ApiError, type ErrorName, type Protocol } from '@/lib/contract/errors';
import { CLIENT_SCOPES } from '@/lib/resources/oauth-clients/rules';
import { PROMPTS } from '@/lib/resources/oauth-grants/rules';
import { SIGNING_ALGORITHM } from '@/lib/resources/oauth-keys/rules';

/** The errors of RFC 6749, 5.2, that these operations answer. */
export const OAUTH_ERRORS: readonly ErrorName[] = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
];

/** The words of RFC 6749 for errors (docs/contract/oauth.md#forms). */
export const OAUTH: Protocol = {
  errorOf: (error) => {
    // What is no form that can be read, has a field twice or is too large.
    const isUnreadable = error.name === 'RequestValidationError';
    return isUnreadable ? new ApiError('invalid_request', error.message) : error;
  },
  errorBody: ({ name, message }) => ({ error: name, error_description: message }),
};

/** A code or refresh token that is of no use (RFC 6749, 5.2). */
export function invalidGrant(detail: string): ApiError {
  return new ApiError('invalid_grant', detail);
}

/** Where everything is, and what works (OpenID Connect Discovery 1.0, RFC 8414); `issuer` is the installation's address. */
export function discovery(issuer: string): Record<string, unknown> {
  const methods = ['client_secret_basic', 'client_secret_post', 'none'];
  const at = (path: string) => `${issuer}${path}`;
  return {
    issuer,
    authorization_endpoint: at('/oauth2/authorize'),
    token_endpoint: at('/v1/oauth2/token'),
    userinfo_endpoint: at('/v1/oauth2/userinfo'),
    jwks_uri: at('/.well-known/jwks.json'),
    registration_endpoint: at('/v1/oauth2/register'),
    introspection_endpoint: at('/v1/oauth2/introspect'),
    revocation_endpoint: at('/v1/oauth2/revoke'),
    service_documentation: at('/docs'),
    scopes_supported: CLIENT_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [SIGNING_ALGORITHM],
    token_endpoint_auth_methods_supported: methods,
    introspection_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: PROMPTS,
    claims_supported: [
      'iss',
      'sub',
      'aud',
      'exp',
      'iat',
      'auth_time',
      'nonce',
      'at_hash',
      'name',
      'email',
      'email_verified',
    ],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    // The standard's default is true.
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
  };
}
