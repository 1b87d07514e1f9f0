/**
 * What is asked of every endpoint that takes a partner's key, once and in an order in which each finds what it
 * needs: the examples of the documentation, which make one story. Lists are read by the page of twenty.
 */
import { endpointDocs, exampleFor } from '#scripts/docs/endpoint-docs';
import { exampleBusiness } from '#shared/users/examples';
import { WEBHOOK_URL } from '#shared/webhooks/examples';
import { until } from '#test/support/api-client';
import { crossRamp, type Partner } from '../stack/partner';
import type { Receiver } from '../stack/receiver';
import type { ExampleIds } from './example-ids';

export interface Setting {
  readonly partner: Partner;
  readonly apiKey: string;
  readonly receiver: Receiver;
  readonly ids: ExampleIds;
}

/** Those that must come in this order, and before all others. */
const FIRST = `updateWebhookSettings createUser startKyc getUserKyc createCrossRampQuote createCrossRamp getTransaction
  listWebhookNotifications startBankingOnboarding getBankingOnboarding createUserBankAccount createReceiver
  createReceiverBankAccount createWallet createOnRamp createOffRamp createKybLink createAssociatedPerson requestSignatures`;

/** Those that end what others need. */
const LAST = `cancelTransaction executeOffRamp simulateTransaction deleteUserBankAccount deleteReceiverBankAccount
  deleteReceiver deleteWallet decideVerification createKycLink sendTestWebhook retryWebhookNotification
  replayWebhookNotifications rotateWebhookSecret withdrawSignature expireDeclaration signDeclaration
  getSignatureDocument deleteAssociatedPerson`;

/** @throws Error when a name is of no endpoint */
export function story(): readonly string[] {
  const [first = [], last = []] = [FIRST, LAST].map((text) => text.split(/\s+/));
  const others = [...endpointDocs.keys()].filter((id) => !first.includes(id) && !last.includes(id));
  return [...first, ...others, ...last].map((id) => {
    if (!endpointDocs.has(id)) throw new Error(`There is no endpoint ${id}`);
    return id;
  });
}

/** Other queries than the examples': a page of a list that has more. */
export const WITHOUT_QUERY = ['listUsers', 'listTransactions', 'listWebhookNotifications'];

/** Other bodies than the examples': one without files, which would be fetched from a partner's server. */
export const PLAIN_BODIES: Partial<Record<string, unknown>> = {
  startKyc: { country: 'MX', firstName: 'Ana', lastName: 'García' },
};

/** More than a page of each list. */
const STORED = 24;

/** What has to be there first, or to have come about in the background. */
export const preparations: Partial<Record<string, (setting: Setting) => Promise<unknown>>> = {
  async updateWebhookSettings({ ids, receiver, partner }) {
    ids.set(WEBHOOK_URL, receiver.url);
    for (let n = 0; n < STORED; n += 1) await partner.newUser();
  },
  getUserKyc: ({ partner, ids }) => partner.untilVerified(ids.text(exampleFor('getUser').path?.userId)),
  async getTransaction({ partner, ids }) {
    const body = crossRamp(ids.text(exampleFor('getUser').path?.userId));
    for (let n = 0; n < STORED; n += 1) await partner.post('/cross-ramp', body);
    await partner.untilCount('/transactions?status=COMPLETED', STORED + 1);
  },
  listWebhookNotifications: ({ partner }) => partner.untilCount('/webhook-notifications?status=PENDING', 0),
  getBankingOnboarding({ partner, ids }) {
    const path = `/banks/users/${ids.text(exampleFor('getBankingOnboarding').path?.userId)}/banking-onboarding`;
    return until(async () => (await partner.get(path)).status === 'COMPLETED');
  },
  simulateTransaction: ({ partner }) => partner.untilCount('/transactions?type=OFF_RAMP&status=COMPLETED', 1),
  async createKybLink({ partner, ids }) {
    const { id, name } = exampleBusiness;
    ids.set(id, await partner.newUser({ type: 'BUSINESS', businessName: name }));
  },
  async sendTestWebhook({ receiver }) {
    receiver.answer = (body) => (body.includes('TEST_EVENT') ? 503 : 200);
  },
  retryWebhookNotification: ({ partner }) => partner.untilCount('/webhook-notifications?status=FAILED', 1),
  expireDeclaration: requestAgain,
  signDeclaration: requestAgain,
};

/** Each of them ends the declaration before it. */
function requestAgain({ partner, ids }: Setting) {
  return partner.post(`/users/${ids.text(exampleBusiness.id)}/associated-persons/signatures`);
}
