/**
 * The examples of the documentation as one story on a running stack: in which order they are asked, and what each waits
 * for.
 */

import { type Answer, type ApiClient, until } from '#local/partner/api-client';
import type { Receiver } from '#local/partner/webhook-receiver';
import { endpointDocs, exampleFor } from '#scripts/docs/endpoint-docs';
import { endpoints } from '#shared/api/endpoints';
import { exampleBusiness } from '#shared/users/examples';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A value of the examples → the value that replaces it in this run. */
export class ExampleValues extends Map<string, string> {
  apply<T>(value: T): T;
  apply(value: unknown): unknown {
    if (typeof value === 'string') return this.get(value) ?? value;
    if (Array.isArray(value)) return value.map((item) => this.apply(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.apply(inner)]));
  }

  /** Takes the ids that stand in an answer where the example has unknown ones. */
  learn(example: unknown, answer: unknown): void {
    if (typeof example === 'string' && typeof answer === 'string') {
      if (ID.test(example) && !this.has(example)) this.set(example, answer);
    } else if (example instanceof Object && answer instanceof Object) {
      const answered = new Map<string, unknown>(Object.entries(answer));
      for (const [name, inner] of Object.entries(example)) this.learn(inner, answered.get(name));
    }
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
  'createWebhookEndpoint',
  'listWebhookEndpoints',
  'getWebhookEndpoint',
  'updateWebhookEndpoint',
  'rotateWebhookEndpointSecret',
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
  'sendTestToWebhookEndpoint',
  'deleteWebhookEndpoint',
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
export const story: readonly string[] = [
  ...ordered.slice(0, firstDeletion),
  ...[...endpointDocs.keys()].filter((id) => !ordered.includes(id)),
  ...ordered.slice(firstDeletion),
];

/** What an operation's example needs first, or a state that is reached in the background. */
type Step = (partner: ApiClient, receiver: Receiver, values: ExampleValues) => Promise<boolean>;

const waits: Partial<Record<string, Step>> = {
  getUserKyc: async (partner) => (await partner.get('/users')).body.data.data[0].kycStatus === 'VERIFIED',
  listChanges: async (partner) => (await partner.get('/changes?types=KYC')).body.data.data.length === 2,
  getTransaction: async (partner) => (await partner.get('/transactions')).body.data.data[0].status === 'COMPLETED',
  listWebhookNotifications: async (partner) =>
    (await partner.get('/webhook-notifications?status=PENDING')).body.data.count === 0,
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
  createKybLink: async (partner, _receiver, values) => {
    const { id, name } = exampleBusiness;
    values.set(id, await partner.newUser({ type: 'BUSINESS', businessName: name }));
    return true;
  },
  retryWebhookNotification: async (partner) =>
    (await partner.get('/webhook-notifications?status=FAILED')).body.data.count === 1,
  // Each of these ends the declaration before it, so that another one is needed.
  expireDeclaration: requestAgain,
  signDeclaration: requestAgain,
};

async function requestAgain(partner: ApiClient, _receiver: Receiver, values: ExampleValues): Promise<boolean> {
  const path = `/users/${values.apply(exampleBusiness.id)}/associated-persons/signatures`;
  return (await partner.post(path)).status === 201;
}

/** What replaces parts of the documented example. */
interface Instead {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Waits for what an example needs. */
export async function awaitExample(id: string, ...[partner, receiver, values]: Parameters<Step>): Promise<void> {
  const wait = waits[id];
  if (wait !== undefined) await until(() => wait(partner, receiver, values));
}

/** Sends the example of an operation, with this run's values in it. */
export function sendExample(
  id: string,
  { partner, values }: { readonly partner: ApiClient; readonly values: ExampleValues },
  instead: Instead = {},
): Promise<Answer> {
  const row = endpoints.find((candidate) => candidate.id === id);
  if (row === undefined) throw new Error(`${id} is not in the endpoint table`);
  const { path = {}, query = {}, headers = {}, body } = { ...exampleFor(id), ...instead };
  const filled = row.path.replace(/\{(\w+)\}/g, (_, name: string) => values.apply(path[name] ?? name));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(values.apply(value)));
  return partner.send(row.method, `${filled}?${search}`, values.apply(body), { headers });
}
