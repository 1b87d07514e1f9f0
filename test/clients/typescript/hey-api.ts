/** The smoke journey with a client of @hey-api/openapi-ts. */
import { client } from './clients/hey-api/client.gen.js';
import {
  createOnRamp,
  createQuote,
  createUser,
  decideVerification,
  getTransaction,
  listTransactions,
} from './clients/hey-api/index.js';
import { baseUrl, headers, run } from './journey.js';

client.setConfig({ baseUrl, headers });
const throwOnError = true;

await run({
  async createUser(email) {
    const { data } = await createUser({ body: { type: 'INDIVIDUAL', email }, throwOnError });
    return data.data.userId;
  },
  async verify(userId) {
    const { data } = await decideVerification({ path: { userId }, body: { result: 'VERIFIED' }, throwOnError });
    return data.data.kycStatus;
  },
  async lock(fiatAmount) {
    const pair = { fiatCurrency: 'MXN', tokenSymbol: 'USDC', blockchainSymbol: 'POL' } as const;
    const { data } = await createQuote({ body: { transactionType: 'ON_RAMP', fiatAmount, ...pair }, throwOnError });
    return data.data;
  },
  async createOnRamp({ userId, quoteId, address, idempotencyKey }) {
    const { data } = await createOnRamp({
      headers: { 'Idempotency-Key': idempotencyKey },
      body: { userId, quoteId, destinationWalletAddress: address },
      throwOnError,
    });
    return data.data.id;
  },
  async listOnRamps(userId) {
    const { data } = await listTransactions({ query: { userId }, throwOnError });
    return data.data.data.flatMap((item) => (item.type === 'ON_RAMP' ? [item.id] : []));
  },
  async refusalOf(id) {
    const { error } = await getTransaction({ path: { id } });
    return error?.code ?? 'no refusal';
  },
});
