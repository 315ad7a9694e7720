import { Prose } from '@/components/reference/prose';
import { ERROR_TEXTS, REFERENCE } from '@/components/reference/texts';
import { Topic } from '@/components/reference/topic';
import { CodeBlock } from '@/components/ui/code-block';
import { type ApiDocument, operationOf } from '@/lib/client/api-document';
import { requestOf } from '@/lib/client/api-example';
import { curlOf, fetchOf } from '@/lib/client/snippets';
import { ERROR_STATUS, type ErrorName } from '@/lib/contract/errors';

/** What holds for every operation, once. */
export function Introduction({ document, baseUrl }: { document: ApiDocument; baseUrl: string }) {
  const requestTo = (id: string) => requestOf(document, operationOf(document, id), baseUrl);
  const request = requestTo('products:list');
  return (
    <div className="flex max-w-3xl flex-col gap-10">
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl font-semibold tracking-tight">{REFERENCE.title}</h1>
        <p className="text-base text-muted">{REFERENCE.tagline}</p>
      </header>
      <Topic id="first-request" title="Your first request">
        <Prose
          text={`Create an access token in the dashboard under Settings, API tokens, and send it as a bearer token. All paths start with \`${baseUrl}/v1\`.`}
        />
        <CodeBlock code={`export TILLDESK_TOKEN=td_oat_…\n${curlOf(request)}`} />
        <CodeBlock code={fetchOf(request)} />
      </Topic>
      <Topic id="authentication" title="Authentication">
        <Prose
          className="flex flex-col gap-2"
          text={
            'Send `Authorization: Bearer <token>`. An organization token (`td_oat_…`) acts in one organization; a personal token (`td_pat_…`) acts in all of yours. Tokens are shown once; keep them on your server.\n\nA token has scopes. Each operation lists those it needs: any one is enough, and `x:write` also reads. What a token may do is also limited by the role of the member behind it.\n\nPages for buyers use a customer session token (`td_cst_…`), which works on `/v1/customer-portal` alone and lasts an hour. Calls with a checkout’s `client_secret` in the path need no token.'
          }
        />
      </Topic>
      <Topic id="requests" title="Requests and values">
        <Prose
          className="flex flex-col gap-2"
          text={
            'Bodies are JSON with the content type `application/json`; unknown fields are ignored. A `PATCH` changes the fields that you send. Nullable fields are present with `null`. Keys marked optional and not nullable, such as `form_label` and `min_length`, are left out when they are unset.\n\nMoney is an integer in the smallest unit of its currency: `2000` with `usd` is $20.00. Times are UTC, such as `2026-05-03T09:00:00.000Z`. IDs are UUIDs.'
          }
        />
      </Topic>
      <Topic id="paging" title="Lists and paging">
        <Prose
          className="flex flex-col gap-2"
          text={
            'Lists take `page` (from 1) and `limit` (10 by default, 100 at most), and answer `items` with `pagination.total_count` and `pagination.max_page`. A page past the end has no items.\n\nRepeat a filter for several values: `status=open&status=failed`. `sorting` is repeatable too; a leading `-` means descending. `query` searches, `created_after` and `created_before` limit by date. Each list has an export at `/export`, as CSV, or as JSON with `Accept: application/json`.'
          }
        />
        <CodeBlock
          code={JSON.stringify({ items: [], pagination: { total_count: 0, max_page: 0 } }, null, 2)}
        />
      </Topic>
      <Topic id="errors" title="Errors">
        <Prose text="Errors have one shape. `request_id` is also in the header `X-Request-Id`: quote it when you ask for help. The `detail` of a failed validation lists every problem with its place." />
        <CodeBlock
          code={JSON.stringify(
            {
              error: 'ResourceNotFound',
              detail: 'The product does not exist.',
              request_id: '0198f3c2-…',
            },
            null,
            2,
          )}
        />
        <CodeBlock
          code={JSON.stringify(
            {
              error: 'RequestValidationError',
              detail: [
                { loc: ['body', 'name'], msg: 'Enter at least 3 characters.', type: 'too_small' },
              ],
              request_id: '0198f3c2-…',
            },
            null,
            2,
          )}
        />
        <ErrorTable />
      </Topic>
      <Topic id="idempotency" title="Safe retries">
        <Prose
          className="flex flex-col gap-2"
          text={
            'Every `POST`, `PATCH`, and `DELETE` takes an `Idempotency-Key` of your choice, up to 255 characters. Send the same key again after a lost answer: the effect happens once, and the first reply is repeated with `Idempotency-Replayed: true` for 24 hours. The same key with another payload is refused (422).'
          }
        />
        <CodeBlock code={curlOf({ ...requestTo('checkouts:custom:create'), isIdempotent: true })} />
      </Topic>
      <Topic id="concurrency" title="Concurrent changes">
        <Prose text="Single objects are answered with an `ETag`. Send it as `If-Match` with a change: if someone has changed the object since, nothing happens and the answer is 412." />
      </Topic>
      <Topic id="limits" title="Rate limits">
        <Prose text="Where the installation limits requests, `RateLimit` and `RateLimit-Policy` say how many are left. Beyond that the answer is 429 with `Retry-After` in seconds." />
      </Topic>
    </div>
  );
}

function ErrorTable() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <div tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-left">
        <thead className="text-xs text-muted">
          <tr className="border-b border-line">
            <th className="py-2 pr-4 font-normal">Status</th>
            <th className="py-2 pr-4 font-normal">error</th>
            <th className="py-2 font-normal">When</th>
          </tr>
        </thead>
        <tbody>
          {(Object.entries(ERROR_STATUS) as [ErrorName, number][]).map(([name, status]) => (
            <tr key={name} className="border-b border-line align-baseline">
              <td className="py-2 pr-4">{status}</td>
              <td className="py-2 pr-4 font-mono text-xs">{name}</td>
              <td className="min-w-48 py-2">{ERROR_TEXTS[name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
