import { describe, expect, it } from 'vitest';
import { ApiFailure, call, describeRequest, requestOf } from '@/lib/client/client';
import { signUp } from '@/lib/resources/accounts/contract';
import { getCheckoutByClient } from '@/lib/resources/checkouts/contract';
import {
  createCustomField,
  getCustomField,
  listCustomFields,
} from '@/lib/resources/custom-fields/contract';
import { deactivateLicenseKey, listLicenseKeys } from '@/lib/resources/license-keys/contract';
import { updateSubscription } from '@/lib/resources/subscriptions/contract';
import { newId } from '@/lib/runtime/ids';

const baseUrl = 'https://shop.example.com';
const body = { type: 'checkbox', slug: 'terms', name: 'Terms', properties: {} } as const;

describe('requestOf', () => {
  it('fills the path and escapes what is put there', () => {
    const { url, method } = requestOf(getCustomField, { params: { id: 'a/b?c' } }, { baseUrl });
    expect({ url, method }).toEqual({
      url: `${baseUrl}/v1/custom-fields/a%2Fb%3Fc`,
      method: 'GET',
    });
  });

  it('repeats a query key for each value and leaves out what is not set', () => {
    const query = { sorting: ['-slug', 'name'] as const, page: 2, query: 'a&b', limit: undefined };
    const { url } = requestOf(
      listCustomFields,
      { query: { ...query, sorting: [...query.sorting] } as never },
      { baseUrl },
    );
    expect(new URL(url).search).toBe('?sorting=-slug&sorting=name&page=2&query=a%26b');
  });

  it('sends the token, the retry key and a JSON body', async () => {
    const request = requestOf(
      createCustomField,
      { body },
      { baseUrl, token: 'td_pat_x', idempotencyKey: 'once', headers: { 'X-Request-Id': 'r' } },
    );
    expect(await request.json()).toEqual(body);
    expect(Object.fromEntries(request.headers)).toEqual({
      accept: 'application/json',
      authorization: 'Bearer td_pat_x',
      'content-type': 'application/json',
      'idempotency-key': 'once',
      'x-request-id': 'r',
    });
  });
});

describe('describeRequest', () => {
  it('has placeholders for secrets, which the request itself has whole', async () => {
    const secret = 'TILL-4F2A-99C1';
    const licenseKey = { key: secret, organization_id: newId(), activation_id: newId() };
    const shown = [
      describeRequest(deactivateLicenseKey, { body: licenseKey }, baseUrl),
      describeRequest(listLicenseKeys, { query: { key: [secret] } }, baseUrl),
      describeRequest(getCheckoutByClient, { params: { client_secret: secret } }, baseUrl),
      describeRequest(
        signUp,
        { body: { email: 'ada@example.com', password: secret, name: 'Ada' } },
        baseUrl,
      ),
    ];
    expect(JSON.stringify(shown)).not.toContain(secret);
    expect(shown[0]?.body).toEqual({ ...licenseKey, key: 'YOUR_LICENSE_KEY' });
    expect(shown[1]?.url).toContain('?key=YOUR_LICENSE_KEY');
    const sent = requestOf(deactivateLicenseKey, { body: licenseKey }, { baseUrl });
    expect(await sent.json()).toEqual(licenseKey);
  });

  it('keeps what is not set, and what only has the name of a secret', () => {
    const metadata = { key: 'spring' };
    const update = { params: { id: newId() }, body: { metadata } };
    expect(describeRequest(updateSubscription, update, baseUrl).body).toEqual({ metadata });
    expect(describeRequest(listCustomFields, {}, baseUrl).body).toBeUndefined();
  });
});

describe('call', () => {
  const answering = (status: number, text: string | null) => ({
    baseUrl,
    fetch: async () => new Response(text, { status }),
  });
  const failure = async (status: number, text: string | null) => {
    const answer = call(getCustomField, { params: { id: newId() } }, answering(status, text));
    return (await answer.catch((error: unknown) => error)) as ApiFailure;
  };

  it('answers the body, and nothing where there is none', async () => {
    const options = answering(200, '{"id":"x"}');
    expect(await call(getCustomField, { params: { id: 'x' } }, options)).toEqual({ id: 'x' });
    expect(await call(getCustomField, {}, answering(204, null))).toBeUndefined();
  });

  it('throws what was answered instead of a success', async () => {
    const detail = [
      { loc: ['body', 'slug'], msg: 'Taken.', type: 'value_error' },
      { loc: ['body', 'name'], msg: 'Too short.', type: 'string_too_short' },
    ];
    const error = 'RequestValidationError';
    const invalid = await failure(422, JSON.stringify({ error, detail, request_id: 'r' }));
    expect(invalid).toBeInstanceOf(ApiFailure);
    expect(invalid).toMatchObject({ status: 422, error, problems: detail, requestId: 'r' });
    expect(invalid.message).toBe('Taken. Too short.');

    const missing = await failure(
      404,
      '{"error":"ResourceNotFound","detail":"It does not exist."}',
    );
    expect(missing).toMatchObject({ status: 404, error: 'ResourceNotFound', problems: [] });
    expect(missing.message).toBe('It does not exist.');
  });

  it.each([
    [502, '<html>Bad gateway</html>', '<html>Bad gateway</html>'],
    [500, null, 'The request failed with status 500.'],
    [500, '"text"', 'The request failed with status 500.'],
    [500, 'null', 'The request failed with status 500.'],
  ])(
    'throws a failure too where the answer is not of the API: %s %s',
    async (status, text, message) => {
      expect(await failure(status, text)).toMatchObject({ status, error: 'Unknown', message });
    },
  );

  it('throws a failure of status 0 where nothing answered', async () => {
    const cause = new TypeError('fetch failed');
    const answer = call(getCustomField, {}, { baseUrl, fetch: () => Promise.reject(cause) });
    await expect(answer).rejects.toMatchObject({ name: 'ApiFailure', status: 0, cause });
  });

  it('lets an abort through as it is', async () => {
    const cause = new DOMException('aborted', 'AbortError');
    const answer = call(getCustomField, {}, { baseUrl, fetch: () => Promise.reject(cause) });
    await expect(answer).rejects.toBe(cause);
  });
});
