import { QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Benefits } from '@/components/portal/benefits';
import { PortalProviders, SignedIn } from '@/components/portal/portal';
import { ApiFailure } from '@/lib/client/client';
import { createQueryClient, pagesQuery } from '@/lib/client/queries';
import {
  listCustomerBenefitGrants,
  listDownloadables,
} from '@/lib/resources/benefit-grants/operations';

const session = {
  token: 'td_cst_test',
  customerId: 'c1',
  email: 'ada@example.com',
  expiresAt: Number.MAX_SAFE_INTEGER,
};
const seller = {
  id: 'o1',
  name: 'Quill',
  slug: 'quill',
  email: null,
  pictureUrl: null,
  accentColor: null,
  isSandbox: true,
  closes: null,
  termsUrl: null,
  refundPolicyUrl: null,
  stripe: null,
  mail: 'sent',
} as const;
const of = { order_id: ['order'] };

/** A page of a list, of which the tests need no more than this. */
const pageOf = (items: object[]): never =>
  ({ items, pagination: { total_count: items.length, max_page: 1 } }) as never;
const pagesOf = (items: object[]): never => ({ pages: [pageOf(items)], pageParams: [1] }) as never;

/** What is shown of an order with one file. `reload` changes what its queries hold. */
function shownOf(reload: (client: ReturnType<typeof createQueryClient>) => void): string {
  const client = createQueryClient();
  const grants = (filter: object, limit: number) =>
    pagesQuery(listCustomerBenefitGrants, { ...of, ...filter, limit }, session).queryKey;
  const others = ['custom', 'ads', 'discord', 'github_repository'];
  client.setQueryData(grants({ type: ['license_keys'] }, 10), pagesOf([]));
  client.setQueryData(grants({ type: others, is_granted: true }, 20), pagesOf([]));
  const benefit = { id: 'b1', description: 'Brushes' };
  client.setQueryData(fileGrants, pagesOf([{ id: 'g1', benefit_id: 'b1', benefit }]));
  const file = { name: 'brushes.zip', size: 9, size_readable: '9 B', download: { url: '/x' } };
  const files = pagesQuery(listDownloadables, { benefit_id: ['b1'], limit: 20 }, session);
  client.setQueryData(files.queryKey, pagesOf([{ id: 'f1', file }]));
  reload(client);
  const children = createElement(QueryClientProvider, { client }, createElement(Benefits, { of }));
  const page = () => PortalProviders({ seller, children: SignedIn({ session, children }) });
  return renderToStaticMarkup(createElement(page));
}

const fileGrants = pagesQuery(
  listCustomerBenefitGrants,
  { ...of, type: ['downloadables'], is_granted: true, limit: 20 },
  session,
).queryKey;
it('keeps the files of an order that were loaded when a reload fails', () => {
  expect(shownOf(() => {})).toContain('brushes.zip');
  const shown = shownOf((client) => {
    const reloaded = client.getQueryCache().find({ queryKey: fileGrants });
    reloaded?.setState({ status: 'error', error: new ApiFailure(500, {}) });
  });
  expect(shown).toContain('brushes.zip');
  expect(shown).not.toContain('Retry');
});
