/** A partner on a running stack with what the document's examples name, so that the requests of the examples have something to be about. */
import { randomUUID } from 'node:crypto';
import { type Answer, type ApiClient, until } from '#local/partner/api-client';
import { ExampleValues, sendExample } from '#scripts/docs/documented-story';
import { contractFor, exampleFor } from '#scripts/docs/endpoint-docs';
import { exampleBusiness } from '#shared/users/examples';

/** The operations whose examples the story plays, in this order, and what replaces parts of the example. */
const played: readonly (readonly [id: string, body?: Readonly<Record<string, unknown>>])[] = [
  ['updateWebhookSettings'],
  ['createWebhookEndpoint'],
  ['createUser'],
  ['startKyc', { country: 'MX', firstName: 'Ana', lastName: 'García' }],
  ['decideVerification', { result: 'VERIFIED' }],
  ['createQuote'],
  ['createCrossRampQuote'],
  ['createUserBankAccount'],
  ['createReceiver'],
  ['createReceiverBankAccount'],
  ['createWallet'],
  ['createOnRamp'],
  ['createOffRamp'],
  ['sendTestWebhook'],
];

/** Plays them in turn. @returns a value of the examples → the value that this run has instead */
export async function playStory(partner: ApiClient): Promise<ExampleValues> {
  const values = new ExampleValues();
  for (const [id, body] of played) {
    const answer = accepted(await sendExample(id, { partner, values }, body === undefined ? {} : { body }), id);
    values.learn(exampleFor(id).data, answer.body.data);
  }
  // The quote of the example stays unused, for the example that uses it.
  const { quoteId, ...crossRamp } = Object(values.apply(exampleFor('createCrossRamp').body));
  const terms = { ...crossRamp, sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 2000.01 };
  values.set(exampleFor('getTransaction').path?.id ?? '', await created(partner, '/cross-ramp', terms));
  await playBusiness(partner, values);
  const notification = values.get(exampleFor('retryWebhookNotification').path?.id ?? '') ?? '';
  values.set(exampleFor('getWebhookNotification').path?.id ?? '', notification);
  const path = `/webhook-notifications/${notification}`;
  await until(async () => (await partner.get(path)).body.data.status === 'FAILED');
  return values;
}

/** A verified business, and an owner who has a declaration to sign. */
async function playBusiness(partner: ApiClient, values: ExampleValues): Promise<void> {
  values.set(exampleBusiness.id, await newBusiness(partner));
  for (const id of ['createAssociatedPerson', 'requestSignatures']) {
    const answer = accepted(await sendExample(id, { partner, values }), id);
    values.learn(exampleFor(id).data, answer.body.data);
  }
}

const newPerson = (partner: ApiClient) => partner.newUser();
const newBusiness = (partner: ApiClient) => partner.newUser({ type: 'BUSINESS', businessName: exampleBusiness.name });

/** Parameters of the path, by name. */
type Path = Readonly<Record<string, string>>;

/** Paths of operations that spend their subject, or need it in a state of its own. */
export const preparedPathParams: Readonly<
  Record<string, (partner: ApiClient, values: ExampleValues) => Promise<Path>>
> = {
  startKyc: async (partner) => ({ userId: await newPerson(partner) }),
  createKycLink: async (partner) => ({ userId: await newPerson(partner) }),
  createKybLink: async (partner) => ({ userId: await newBusiness(partner) }),
  decideVerification: async (partner) => ({ userId: await partner.verifiedUser() }),
  createAssociatedPerson: async (partner) => ({ userId: await newBusiness(partner) }),
  getSignatureDocument: async (partner) => ownerWhoSigned(partner),
  signDeclaration: ownerToSign,
  expireDeclaration: ownerToSign,
  withdrawSignature: ownerToSign,
  deleteAssociatedPerson: ownerToSign,
  cancelTransaction: async (partner, values) => ({
    id: await created(partner, '/on-ramp', values.apply(exampleFor('createOnRamp').body)),
  }),
  simulateTransaction: async (partner, values) => ({
    id: await created(partner, '/off-ramp', values.apply(exampleFor('createOffRamp').body)),
  }),
  deleteUserBankAccount: async (partner, values) => {
    const userId = await newPerson(partner);
    const account = values.apply(exampleFor('createUserBankAccount').body);
    return { userId, id: await created(partner, `/banks/users/${userId}/accounts`, account) };
  },
  deleteWebhookEndpoint: async (partner) => ({
    id: await created(partner, '/webhook-endpoints', { url: 'https://partner.example.com/deleted' }),
  }),
  deleteReceiver: async (partner, values) => ({ receiverId: await newReceiver(partner, values) }),
  deleteReceiverBankAccount: async (partner, values) => {
    const receiverId = await newReceiver(partner, values);
    const account = values.apply(exampleFor('createReceiverBankAccount').body);
    return { receiverId, id: await created(partner, `/banks/receivers/${receiverId}/accounts`, account) };
  },
  deleteWallet: async (partner, values) => {
    const userId = await newPerson(partner);
    const wallet = values.apply(exampleFor('createWallet').body);
    return { userId, walletId: await created(partner, `/users/${userId}/wallets`, wallet) };
  },
};

const newReceiver = (partner: ApiClient, values: ExampleValues) =>
  created(partner, '/receivers', values.apply(exampleFor('createReceiver').body));

async function ownerToSign(partner: ApiClient): Promise<{ readonly userId: string; readonly personId: string }> {
  const userId = await newBusiness(partner);
  const email = `${randomUUID()}@example.com`;
  const owner = { role: 'UBO', firstName: 'Ana', lastName: 'García', email };
  const personId = await created(partner, `/users/${userId}/associated-persons`, owner);
  accepted(await partner.post(`/users/${userId}/associated-persons/signatures`), 'requestSignatures');
  return { userId, personId };
}

async function ownerWhoSigned(partner: ApiClient): Promise<Path> {
  const { userId, personId } = await ownerToSign(partner);
  const path = `/sandbox/users/${userId}/associated-persons/${personId}/sign`;
  accepted(await partner.post(path), 'signDeclaration', 200);
  return { userId, personId };
}

async function created(partner: ApiClient, path: string, body: unknown): Promise<string> {
  return accepted(await partner.post(path, body), path, 201).body.data.id;
}

/** @throws Error for a refusal, which leaves the examples without what they are about */
function accepted(answer: Answer, what: string, status: number = contractFor(what).status): Answer {
  if (answer.status !== status) throw new Error(`${what} of the story answered ${answer.status}: ${answer.text}`);
  return answer;
}

/** The values that the story can replace, before it is played: ids of the examples of what it plays. */
export function replacedIds(): ReadonlySet<string> {
  const examples = [...played.map(([id]) => id), 'createAssociatedPerson'].map((id) => exampleFor(id).data);
  const paths = ['getTransaction', 'getWebhookNotification'].map((id) => exampleFor(id).path);
  return new Set([exampleBusiness.id, ...idsIn([examples, paths])]);
}

/** The ids that stand in a value as text. */
export function idsIn(value: unknown): string[] {
  return [...new Set(JSON.stringify(value).match(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g))];
}
