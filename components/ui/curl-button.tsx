'use client';

import { Terminal } from 'lucide-react';
import { CopyButton } from '@/components/ui/copy-button';
import { requestOf } from '@/lib/client/client';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';

/** The call as a curl command; the token stays a shell variable. */
export function curlOf<C extends AnyContract>(operation: C, input: ContractInput<C>): string {
  const { url } = requestOf(operation, input);
  const parts = [
    `curl ${operation.method === 'GET' ? '' : `-X ${operation.method} `}${quote(url)}`,
    ...(operation.auth === 'seller' ? ['-H "Authorization: Bearer $TILLDESK_TOKEN"'] : []),
  ];
  if (operation.body) {
    parts.push(`-H 'Content-Type: application/json'`);
    parts.push(`-d ${quote(JSON.stringify(input.body ?? {}))}`);
  }
  return parts.join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Copies the page's API call as a curl command. */
export function CurlButton<C extends AnyContract>({
  operation,
  input,
}: {
  operation: C;
  input: ContractInput<C>;
}) {
  return (
    <CopyButton
      value={() => curlOf(operation, input)}
      label="Copy as curl"
      text="Copy as curl"
      icon={Terminal}
    />
  );
}
