/**
 * What is asked of every endpoint that takes a partner's key, once and in an order in which each finds what it
 * needs: the examples of the documentation, which tell one story. Lists are read by the page of twenty.
 */
import { endpointDocs, exampleFor } from '#scripts/docs/endpoint-docs';
import { exampleBusiness } from '#shared/users/examples';
import { WEBHOOK_URL } from '#shared/webhooks/examples';
import { type ApiClient, until } from '#test/support/api-client';
import type { Receiver } from '#test/support/servers/webhook-receiver';
import type { Told } from './told';

export interface Setting {
  readonly partner: ApiClient;
  readonly receiver: Receiver;
  readonly told: Told;
}

/** Those that must come in this order, and before all others. */
const FIRST = [
  'updateWebhookSettings',
  'createUser',
  'startKyc',
  'getUserKyc',
  'createCrossRampQuote',
  'createCrossRamp',
  'getTransaction',
  'listWebhookNotifications',
  'startBankingOnboarding',
  'getBankingOnboarding',
  'createUserBankAccount',
  'createReceiver',
  'createReceiverBankAccount',
  'createWallet',
  'createOnRamp',
  'createOffRamp',
  'createKybLink',
  'createAssociatedPerson',
  'requestSignatures',
];

/** Those that end what others need. */
const LAST = [
  'cancelTransaction',
  'executeOffRamp',
  'simulateTransaction',
  'deleteUserBankAccount',
  'deleteReceiverBankAccount',
  'deleteReceiver',
  'deleteWallet',
  'decideVerification',
  'createKycLink',
  'sendTestWebhook',
  'retryWebhookNotification',
  'replayWebhookNotifications',
  'rotateWebhookSecret',
  'withdrawSignature',
  'expireDeclaration',
  'signDeclaration',
  'getSignatureDocument',
  'deleteAssociatedPerson',
];

export function story(): readonly string[] {
  const placed = new Set([...FIRST, ...LAST]);
  return [...FIRST, ...[...endpointDocs.keys()].filter((id) => !placed.has(id)), ...LAST];
}

/** Other queries than the examples': a page of a list that has more. */
export const pageQueries: Partial<Record<string, Readonly<Record<string, string>>>> = {
  listUsers: {},
  listTransactions: {},
  listWebhookNotifications: {},
};

/** Other bodies than the examples': one without files, which would be fetched from a partner's server. */
export const plainBodies: Partial<Record<string, unknown>> = {
  startKyc: { country: 'MX', firstName: 'Ana', lastName: 'García' },
};

/** More than a page of each list. */
const ON_RECORD = 24;

/** What has to be there first, or to have come about in the background. */
export const preparations: Partial<Record<string, (setting: Setting) => Promise<void>>> = {
  async updateWebhookSettings({ told, receiver, partner }) {
    told.set(WEBHOOK_URL, receiver.url);
    for (let n = 0; n < ON_RECORD; n += 1) await partner.newUser();
  },
  getUserKyc: ({ partner, told }) =>
    until(async () => {
      const answer = await partner.get(`/users/${told.value(exampleFor('getUser').path?.userId)}`);
      return answer.body.data.kycStatus === 'VERIFIED';
    }),
  async getTransaction({ partner, told }) {
    const userId = told.text(exampleFor('getUser').path?.userId ?? '');
    for (let n = 0; n < ON_RECORD; n += 1) await partner.post('/cross-ramp', partner.crossRamp(userId));
    await until(async () => {
      const answer = await partner.get('/transactions?status=COMPLETED');
      return answer.body.data.count === ON_RECORD + 1;
    });
  },
  listWebhookNotifications: ({ partner }) =>
    until(async () => (await partner.get('/webhook-notifications?status=PENDING')).body.data.count === 0),
  getBankingOnboarding: ({ partner, told }) =>
    until(async () => {
      const userId = told.text(exampleFor('getBankingOnboarding').path?.userId ?? '');
      const answer = await partner.get(`/banks/users/${userId}/banking-onboarding`);
      return answer.body.data.status === 'COMPLETED';
    }),
  simulateTransaction: ({ partner }) =>
    until(
      async () => (await partner.get('/transactions?type=OFF_RAMP')).body.data.data[0].status === 'COMPLETED',
    ),
  async createKybLink({ partner, told }) {
    const { id, name } = exampleBusiness;
    told.set(id, await partner.newUser({ type: 'BUSINESS', businessName: name }));
  },
  async sendTestWebhook({ receiver }) {
    receiver.answer = ({ body }) => ({ status: body.includes('TEST_EVENT') ? 503 : 200 });
  },
  retryWebhookNotification: ({ partner }) =>
    until(async () => (await partner.get('/webhook-notifications?status=FAILED')).body.data.count === 1),
  expireDeclaration: requestAgain,
  signDeclaration: requestAgain,
};

/** Each of them ends the declaration before it. */
async function requestAgain({ partner, told }: Setting): Promise<void> {
  await partner.post(`/users/${told.text(exampleBusiness.id)}/associated-persons/signatures`);
}
