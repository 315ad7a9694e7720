import type { ContractInput } from '@/lib/contract/contract';
import { completeFile } from '@/lib/resources/files/contract';
import { createImport, getImport } from '@/lib/resources/imports/contract';
import { runImports } from '@/lib/resources/imports/jobs';
import type { Import } from '@/lib/resources/imports/schema';
import { callApi } from '@/testing/call-api';
import type { Seller } from '@/testing/factories';
import { announce, completion, sendParts } from '@/testing/files';

type Body = NonNullable<ContractInput<typeof createImport>['body']>;

/** Runs the job of an import until it has ended. */
export async function workImport(as: Seller, import_id: string): Promise<Import> {
  const signal = new AbortController().signal;
  for (;;) {
    const found = await callApi(getImport, { params: { id: import_id } }, { as });
    if (found.status !== 'running' && found.status !== 'checking') return found;
    await runImports.run({ organization_id: as.organizationId, import_id }, signal);
  }
}

/** Imports, and waits for the end. */
export async function importAll(as: Seller, body: Omit<Body, 'organization_id'>): Promise<Import> {
  const sent = { body: { organization_id: as.organizationId, ...body } };
  const { id } = await callApi(createImport, sent, { as });
  return workImport(as, id);
}

/** Imports a file of these bytes. */
export async function importFile(
  as: Seller,
  content: string | Buffer,
  body: Omit<Body, 'organization_id' | 'file_id' | 'rows'>,
): Promise<Import> {
  const bytes = Buffer.from(content);
  const given = { service: 'import', name: 'rows.csv', mime_type: 'text/csv' } as const;
  const file = await announce(as, bytes, given, 1024 * 1024);
  const sent = await sendParts(file, bytes);
  await callApi(completeFile, completion(sent), { as });
  return importAll(as, { ...body, file_id: file.id });
}
