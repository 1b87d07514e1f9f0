/** An agent without a model: a transaction from a user to its end, by the protocol's own client. Prints the transaction's id. */
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const { BASE_URL, PARTNER_API_KEY, USER_EMAIL, PATH } = process.env;
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [process.argv[2], 'mcp', '--allow-writes'],
  env: { PATH, PARTNER_RAMP_BASE_URL: BASE_URL, PARTNER_RAMP_API_KEY: PARTNER_API_KEY },
});
const client = new Client({ name: 'smoke', version: '1.0.0' });
await client.connect(transport);

/** Uses a tool. @returns the JSON of its result */
async function use(name, args) {
  const { content, isError } = await client.callTool({ name, arguments: args });
  assert.ok(!isError, content[0].text);
  return JSON.parse(content[0].text);
}

let calls = 0;
async function call(operation, input) {
  calls += 1;
  return (await use('call_operation', { operation, ...input })).data;
}

const { tools } = await client.listTools();
assert.deepEqual(
  tools.map(({ name }) => name),
  ['search_docs', 'describe_operation', 'call_operation'],
);
const { results } = await use('search_docs', { query: 'create an on-ramp' });
assert.ok(results.some(({ id }) => id === 'createOnRamp'));

const { userId } = await call('createUser', { body: { type: 'INDIVIDUAL', email: USER_EMAIL } });
await call('decideVerification', { path: { userId }, body: { result: 'VERIFIED' } });
const pair = { fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC' };
const { quoteId } = await call('createQuote', { body: { transactionType: 'ON_RAMP', ...pair, fiatAmount: 10.01 } });
const destinationWalletAddress = '0x52908400098527886E0F7030069857D2E4169EE7';
const { id } = await call('createOnRamp', { body: { userId, quoteId, destinationWalletAddress } });
const { status } = await call('getTransaction', { path: { id }, waitFor: 'COMPLETED' });
assert.equal(status, 'COMPLETED');
assert.ok(calls <= 5);
await client.close();
console.log(id);
