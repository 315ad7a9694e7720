import { curlOf } from '@/components/ui/curl-button';
import { requestOf } from '@/lib/api/client';
import type { AnyContract, ContractInput } from '@/lib/api/contract';
import { activateLicenseKey, validateLicenseKey } from '@/lib/license-keys/contract';

/** How an app asks about a key, as code to copy. */
export interface Snippet {
  id: 'curl' | 'javascript';
  label: string;
  code: string;
}

/** Activates a key, or validates one that cannot be activated. Neither call needs a token. */
export function snippetsOf(named: {
  key: string;
  organization_id: string;
  canActivate: boolean;
}): Snippet[] {
  const { canActivate, ...body } = named;
  return canActivate
    ? written(activateLicenseKey, { body: { ...body, label: 'Laptop' } })
    : written(validateLicenseKey, { body });
}

function written<C extends AnyContract>(operation: C, input: ContractInput<C>): Snippet[] {
  return [
    { id: 'curl', label: 'curl', code: curlOf(operation, input) },
    { id: 'javascript', label: 'JavaScript', code: javascriptOf(operation, input) },
  ];
}

/** Named apart, for these are words to copy and no call of this page. */
const CALL = 'fetch';

function javascriptOf<C extends AnyContract>(operation: C, input: ContractInput<C>): string {
  const body = JSON.stringify(input.body, null, 2).replaceAll('\n', '\n  ');
  return [
    `const answer = await ${CALL}('${requestOf(operation, input).url}', {`,
    `  method: '${operation.method}',`,
    `  headers: { 'Content-Type': 'application/json' },`,
    `  body: JSON.stringify(${body}),`,
    '});',
    'if (!answer.ok) throw new Error((await answer.json()).code);',
  ].join('\n');
}
