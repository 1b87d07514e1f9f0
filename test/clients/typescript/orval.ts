/** The smoke journey with a client of orval, which calls fetch. */
import {
  createOnRamp,
  createQuote,
  createUser,
  decideVerification,
  getTransaction,
  listTransactions,
} from './clients/orval/client.js';
import { baseUrl, headers, run } from './journey.js';

// Its paths begin at the server.
const fetchThere = globalThis.fetch;
globalThis.fetch = (path, options) =>
  fetchThere(`${baseUrl}${String(path)}`, { ...options, headers: { ...headers, ...Object(options?.headers) } });

await run({
  async createUser(email) {
    const answer = await createUser({ type: 'INDIVIDUAL', email });
    if (answer.status !== 201) throw new Error(answer.data.code);
    return answer.data.data.userId;
  },
  async verify(userId) {
    const answer = await decideVerification(userId, { result: 'VERIFIED' });
    if (answer.status !== 200) throw new Error(answer.data.code);
    return answer.data.data.kycStatus;
  },
  async lock(fiatAmount) {
    const pair = { fiatCurrency: 'MXN', tokenSymbol: 'USDC', blockchainSymbol: 'POL' } as const;
    const answer = await createQuote({ transactionType: 'ON_RAMP', fiatAmount, ...pair });
    if (answer.status !== 201) throw new Error(answer.data.code);
    return answer.data.data;
  },
  async createOnRamp({ userId, quoteId, address, idempotencyKey }) {
    const body = { userId, quoteId, destinationWalletAddress: address };
    const answer = await createOnRamp(body, { headers: { 'Idempotency-Key': idempotencyKey } });
    if (answer.status !== 201) throw new Error(answer.data.code);
    return answer.data.data.id;
  },
  async listOnRamps(userId) {
    const answer = await listTransactions({ userId });
    if (answer.status !== 200) throw new Error(answer.data.code);
    return answer.data.data.data.flatMap((item) => (item.type === 'ON_RAMP' ? [item.id] : []));
  },
  async refusalOf(id) {
    const answer = await getTransaction(id);
    return answer.status === 404 ? answer.data.code : 'no refusal';
  },
});
