import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractFor, endpointDocs, exampleFor } from '#scripts/docs/endpoint-docs';
import { endpoints } from '#shared/api/endpoints';
import { exampleBusiness } from '#shared/users/examples';
import { WEBHOOK_URL } from '#shared/webhooks/examples';
import { type ApiClient, until } from '#test/support/api-client';
import { type FileServer, sampleFiles, startFileServer } from '#test/support/servers/file-server';
import { type Receiver, startReceiver } from '#test/support/servers/webhook-receiver';
import { startTestStack, type TestStack } from '#test/support/test-stack';

/** Values that differ from run to run; the actual value must be of the same kind. */
const VARYING = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  /^whsec_[A-Za-z0-9+/]{40,}=*$/,
  /^PR[0-9A-F]{14}$/,
  /^MTow[A-Za-z0-9_-]+$/,
  /^YzE6[A-Za-z0-9_-]+$/,
  /^0\.0\d{9,}$/,
  /^\d{3}\.\d{2}$/,
  // Account numbers of the sandbox's bank.
  /^90\d{10}$/,
  /^0x[0-9a-fA-F]{40}$/,
  // Hashes of the sandbox's transfers.
  /^0x[0-9a-f]{64}$/,
  /^user:[0-9a-f-]{36}$/,
  // Links to pages.
  /^https?:\/\/[^/]+(\/\w+)*\/(verify|sign)\/[\w-]{43}$/,
];
/** Numbers that follow the rate of the minute, and the clock. */
const VARYING_NUMBERS = ['rate', 'exchangeRate', 'targetAmount', 'cryptoAmount', 'fiatAmount', 'amount', 'durationMs'];

/** A value of the examples → the value that replaces it in this run. */
class Substitutions {
  readonly real = new Map<string, string>();

  apply<T>(value: T): T;
  apply(value: unknown): unknown {
    if (typeof value === 'string') return this.real.get(value) ?? value;
    if (Array.isArray(value)) return value.map((item) => this.apply(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.apply(inner)]));
  }

  /** The example with this run's values wherever the actual answer may differ, ready to be compared with it. */
  expected(example: unknown, actual: unknown, name = ''): unknown {
    if (typeof example === 'number' && VARYING_NUMBERS.includes(name)) return expect.any(Number);
    // The trade day differs in the evening and on weekends.
    if (name === 'forwardingAdjustments') return expect.any(Array);
    if (typeof example === 'string') return this.expectedText(example, actual);
    if (Array.isArray(example)) {
      const items: readonly unknown[] = Array.isArray(actual) ? actual : [];
      return example.map((item, at) => this.expected(item, items[at]));
    }
    if (typeof example !== 'object' || example === null) return example;
    const members = new Map<string, unknown>(
      typeof actual === 'object' && actual !== null ? Object.entries(actual) : [],
    );
    return Object.fromEntries(
      Object.entries(example).map(([key, inner]) => [key, this.expected(inner, members.get(key), key)]),
    );
  }

  private expectedText(example: string, actual: unknown): string {
    const known = this.real.get(example);
    if (known !== undefined) return known;
    const kind = VARYING.find((pattern) => pattern.test(example));
    if (kind === undefined || typeof actual !== 'string' || !kind.test(actual)) return example;
    // Instants may coincide in a fast run; ids must stay the same throughout.
    if (!/^\d{4}-/.test(example) && !/^\d+\./.test(example)) this.real.set(example, actual);
    return actual;
  }
}

/** Operations whose examples build on each other. All others come before the first deletion, when everything exists. */
const ordered = [
  'updateWebhookSettings',
  'getWebhookSettings',
  'createUser',
  'startKyc',
  'getUserKyc',
  'getKycDetails',
  'getUser',
  'listUsers',
  'updateUser',
  'getRate',
  'createQuote',
  'getQuote',
  'getCapabilities',
  'getSettlementCalendar',
  'listChanges',
  'getCrossRampRate',
  'createCrossRampQuote',
  'createCrossRamp',
  'getCrossRampQuote',
  'getTransaction',
  'listTransactions',
  'listTransactionEvents',
  'listWebhookNotifications',
  'getWebhookNotification',
  'getMockTestingGuide',
  'getBankRequirements',
  'startBankingOnboarding',
  'getBankingOnboarding',
  'createUserBankAccount',
  'listUserBankAccounts',
  'createReceiver',
  'listReceivers',
  'getReceiver',
  'createReceiverBankAccount',
  'listReceiverBankAccounts',
  'createWallet',
  'listWallets',
  'getWalletBalances',
  'deleteUserBankAccount',
  'deleteReceiverBankAccount',
  'deleteReceiver',
  'deleteWallet',
  'listTransactionLedger',
  'createOnRamp',
  'cancelTransaction',
  'createOffRamp',
  'executeOffRamp',
  'simulateTransaction',
  'decideVerification',
  'createKycLink',
  'createKybLink',
  'getKyb',
  'sendTestWebhook',
  'retryWebhookNotification',
  'replayWebhookNotifications',
  'rotateWebhookSecret',
  'setWebhookFaults',
  'getWebhookFaults',
  'createAssociatedPerson',
  'listAssociatedPersons',
  'requestSignatures',
  'listSignatures',
  'withdrawSignature',
  'expireDeclaration',
  'signDeclaration',
  'getSignatureDocument',
  'deleteAssociatedPerson',
];
const firstDeletion = ordered.indexOf('deleteUserBankAccount');
const story = [
  ...ordered.slice(0, firstDeletion),
  ...[...endpointDocs.keys()].filter((id) => !ordered.includes(id)),
  ...ordered.slice(firstDeletion),
];

/** Waits for the state of an operation's example, which is reached in the background. */
const waits: Partial<
  Record<string, (partner: ApiClient, receiver: Receiver, substitutions: Substitutions) => Promise<boolean>>
> = {
  getUserKyc: async (partner) => (await partner.get('/users')).body.data.data[0].kycStatus === 'VERIFIED',
  listChanges: async (partner) => (await partner.get('/changes?types=KYC')).body.data.data.length === 2,
  getTransaction: async (partner) => (await partner.get('/transactions')).body.data.data[0].status === 'COMPLETED',
  listWebhookNotifications: async (partner) =>
    (await partner.get('/webhook-notifications?status=SENT')).body.data.count === 7,
  getBankingOnboarding: async (partner) => {
    const [user] = (await partner.get('/users')).body.data.data;
    return (await partner.get(`/banks/users/${user.id}/banking-onboarding`)).body.data.status === 'COMPLETED';
  },
  simulateTransaction: async (partner) =>
    (await partner.get('/transactions?type=OFF_RAMP')).body.data.data[0].status === 'COMPLETED',
  sendTestWebhook: async (_partner, receiver) => {
    receiver.answer = ({ body }) =>
      body.includes('TEST_EVENT') ? { status: 503, body: 'upstream is down' } : { status: 200 };
    return true;
  },
  createKybLink: async (partner, _receiver, substitutions) => {
    const { id, name } = exampleBusiness;
    substitutions.real.set(id, await partner.newUser({ type: 'BUSINESS', businessName: name }));
    return true;
  },
  retryWebhookNotification: async (partner) =>
    (await partner.get('/webhook-notifications?status=FAILED')).body.data.count === 1,
  // Each of these ends the declaration before it, so that another one is needed.
  expireDeclaration: requestAgain,
  signDeclaration: requestAgain,
};

async function requestAgain(partner: ApiClient, _receiver: Receiver, substitutions: Substitutions): Promise<boolean> {
  const path = `/users/${substitutions.apply(exampleBusiness.id)}/associated-persons/signatures`;
  return (await partner.post(path)).status === 201;
}

describe('the examples of the OpenAPI document', () => {
  let service: TestStack;
  let receiver: Receiver;
  let files: FileServer;
  let partner: ApiClient;
  const substitutions = new Substitutions();
  beforeAll(async () => {
    service = await startTestStack();
    receiver = await startReceiver();
    partner = await service.newPartner();
    substitutions.real.set(WEBHOOK_URL, receiver.url);
    files = await startFileServer();
    for (const url of JSON.stringify(exampleFor('startKyc').body).match(/https:\/\/files\.[^"]+/g) ?? [])
      substitutions.real.set(url, files.serve(new URL(url).pathname, sampleFiles.jpeg));
  });
  afterAll(async () => {
    await service?.stop();
    await receiver?.stop();
    await files?.stop();
  });

  it.each(story)('%s answers as its example says', async (id) => {
    const row = endpoints.find((candidate) => candidate.id === id);
    if (row === undefined) throw new Error(`${id} is not in the endpoint table`);
    const wait = waits[id];
    if (wait !== undefined) await until(() => wait(partner, receiver, substitutions));
    const { path = {}, query = {}, headers = {}, body, data } = exampleFor(id);
    const filled = row.path.replace(/\{(\w+)\}/g, (_, name: string) => substitutions.apply(path[name] ?? name));
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) search.set(name, String(substitutions.apply(value)));
    const answer = await partner.send(row.method, `${filled}?${search}`, substitutions.apply(body), {
      headers,
    });
    expect(answer.status, answer.text).toBe(contractFor(id).status);
    const { file } = contractFor(id);
    if (file !== undefined) {
      expect(answer.headers.get('content-type')).toBe(file);
      expect(answer.text).toMatch(/^%PDF-/);
      return;
    }
    expect(answer.body).toEqual({ success: true, data: substitutions.expected(data, answer.body.data) });
  });
});
