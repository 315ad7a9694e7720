import { describe, expect, it } from 'vitest';
import { GET as getMeHandler } from '@/app/v1/me/route';
import { callHandler } from '@/lib/api/call-handler';
import { getMe } from '@/lib/resources/me/contract';
import { getOrder, listOrders } from '@/lib/resources/orders/contract';

const answering = (seen: Request[]) => async (request: Request) => {
  seen.push(request);
  return Response.json({ id: 'x' });
};

describe('a route handler called within the process', () => {
  it('is told who asks, by his session alone, and under which request id', async () => {
    const seen: Request[] = [];
    const page = new Headers({
      cookie: 'tilldesk.session_token=x',
      authorization: 'Bearer td_pat_x',
      'x-request-id': 'of-the-page',
      'x-client-ip': '203.0.113.7',
      'x-forwarded-for': '198.51.100.1',
    });
    const query = { organization_id: ['a', 'b'], limit: 25 };
    expect(await callHandler(listOrders, answering(seen), { query }, page)).toEqual({ id: 'x' });
    const [{ url, headers }] = seen as [Request];
    expect(new URL(url).search).toBe('?organization_id=a&organization_id=b&limit=25');
    expect(Object.fromEntries(headers)).toEqual({
      accept: 'application/json',
      cookie: 'tilldesk.session_token=x',
      'x-request-id': 'of-the-page',
      'x-client-ip': '203.0.113.7',
    });
  });

  it('is given the parameters of its path', async () => {
    const handler = async (_: Request, route: { params: Promise<object> | undefined }) =>
      Response.json(await route.params);
    const params = { id: '018f' };
    expect(await callHandler(getOrder, handler, { params }, new Headers())).toEqual(params);
  });

  it('authenticates as it does over HTTP: without a session it answers 401', async () => {
    const headers = new Headers({ cookie: 'tilldesk.session_token=forged' });
    for (const page of [headers, new Headers()]) {
      const answer = callHandler(getMe, getMeHandler, {}, page);
      await expect(answer).rejects.toMatchObject({ name: 'ApiFailure', status: 401 });
    }
  });
});
