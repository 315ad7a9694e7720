import { expect } from 'vitest';
import type { AnyContract } from '@/lib/contract/contract';
import { sendRaw } from '@/testing/call-api';
import type { Tenant } from '@/testing/tenant';
import { actorOf, paramsOf } from '@/testing/tenant-requests';

export interface Raw {
  body?: BodyInit;
  search?: string;
  params?: Record<string, string>;
  type?: string;
}

interface Problem {
  loc: (string | number)[];
  type: string;
}

/** Sends any request to an operation as its tenant; a refusal has to have the API's shape. */
export async function sendRawRequest(
  tenant: Tenant,
  operation: AnyContract,
  { type, ...raw }: Raw,
): Promise<{ status: number; error: string | undefined; problems: Problem[] }> {
  const params = paramsOf(tenant)[operation.path];
  const response = await sendRaw(
    operation,
    { ...(params ? { params } : {}), ...raw },
    {
      as: actorOf(operation, tenant),
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    },
  );
  const text = await response.text();
  const answer = (text === '' ? {} : JSON.parse(text)) as { error?: string; detail?: unknown };
  if (response.status >= 400) {
    expect(answer).toMatchObject({ error: expect.any(String), request_id: expect.any(String) });
    expect(text.length).toBeLessThan(100_000);
  }
  const problems = Array.isArray(answer.detail) ? (answer.detail as Problem[]) : [];
  return { status: response.status, error: answer.error, problems };
}
