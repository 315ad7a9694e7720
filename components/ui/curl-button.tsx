'use client';

import { Terminal } from 'lucide-react';
import { CopyButton } from '@/components/ui/copy-button';
import { UI } from '@/components/ui/texts';
import { describeRequest } from '@/lib/client/client';
import { curlOf } from '@/lib/client/snippets';
import type { AnyContract, ContractInput } from '@/lib/contract/contract';

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
      value={() => curlOf(describeRequest(operation, input))}
      label={UI.copyAsCurl}
      text={UI.copyAsCurl}
      icon={Terminal}
    />
  );
}
