/** The smoke journey with types of openapi-typescript, called by openapi-fetch. */
import createClient from 'openapi-fetch';
import type { components, paths } from './clients/openapi-typescript/schema.js';
import { baseUrl, headers, run } from './journey.js';

const client = createClient<paths>({ baseUrl, headers });

/** Returns the data of an answer. @throws Error with the code of a refusal */
function dataOf<T>({ data, error }: { data?: { data: T }; error?: components['schemas']['Error'] }): T {
  if (data === undefined) throw new Error(error?.code ?? 'no answer');
  return data.data;
}

await run({
  async createUser(email) {
    return dataOf(await client.POST('/api/partner/v2/users', { body: { type: 'INDIVIDUAL', email } })).userId;
  },
  async verify(userId) {
    const params = { path: { userId } };
    const path = '/api/partner/v2/sandbox/users/{userId}/verification';
    return dataOf(await client.POST(path, { params, body: { result: 'VERIFIED' } })).kycStatus;
  },
  async lock(fiatAmount) {
    const pair = { fiatCurrency: 'MXN', tokenSymbol: 'USDC', blockchainSymbol: 'POL' } as const;
    const body = { transactionType: 'ON_RAMP', fiatAmount, ...pair } as const;
    return dataOf(await client.POST('/api/partner/v2/quotes', { body }));
  },
  async createOnRamp({ userId, quoteId, address, idempotencyKey }) {
    const params = { header: { 'Idempotency-Key': idempotencyKey } };
    const body = { userId, quoteId, destinationWalletAddress: address };
    return dataOf(await client.POST('/api/partner/v2/on-ramp', { params, body })).id;
  },
  async listOnRamps(userId) {
    const answer = await client.GET('/api/partner/v2/transactions', { params: { query: { userId } } });
    return dataOf(answer).data.flatMap((item) => (item.type === 'ON_RAMP' ? [item.id] : []));
  },
  async refusalOf(id) {
    const { error } = await client.GET('/api/partner/v2/transactions/{id}', { params: { path: { id } } });
    return error?.code ?? 'no refusal';
  },
});
