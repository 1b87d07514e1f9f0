import { randomUUID } from 'node:crypto';
import { type Answer, type ApiClient, until } from '#local/partner/api-client';
import type { RunningStack } from '#local/stack';
import { getPage, hiddenFields, postForm } from '#test/support/pages';
import { signedCallback } from './servers/loopback-provider';

export interface WritingCalls {
  readonly partner: ApiClient;
  readonly stack: RunningStack;
  /** Address of the partner's endpoint, which takes one attempt for each event. */
  readonly webhookUrl: string;
  /** Makes the call of the endpoint with this id. */
  readonly counted: <T extends { readonly status: number }>(id: string, call: () => Promise<T>) => Promise<T>;
}

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
const pair = { fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC' };
const order = { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 1500 };

const data = ({ body }: Answer) => body.data;

/** Calls every endpoint that writes, in the order of a story, each through `counted` just once. */
export async function callEachWriter(calls: WritingCalls): Promise<void> {
  const { partner, counted, webhookUrl: url } = calls;
  await counted('updateWebhookSettings', () => partner.put('/webhook-settings', { url }));
  await counted('rotateWebhookSecret', () => partner.post('/webhook-settings/secret/rotate'));
  const endpoint = await counted('createWebhookEndpoint', () =>
    partner.post('/webhook-endpoints', { url: `${url}/further` }),
  );
  const path = `/webhook-endpoints/${data(endpoint).id}`;
  await counted('updateWebhookEndpoint', () => partner.put(path, { url: `${url}/changed` }));
  await counted('rotateWebhookEndpointSecret', () => partner.post(`${path}/secret/rotate`));
  await counted('sendTestToWebhookEndpoint', () => partner.post(`${path}/test`));
  // From here on there is the first endpoint alone.
  await counted('deleteWebhookEndpoint', () => partner.send('DELETE', path));
  await counted('setWebhookFaults', () => partner.put('/sandbox/webhook-faults', { mode: 'NONE', rate: 0 }));
  const userId = await people(calls);
  await accounts(calls, userId);
  await owners(calls);
  await transactions(calls, userId);
  await notifications(calls);
}

async function people({ partner, counted }: WritingCalls): Promise<string> {
  const created = await counted('createUser', () =>
    partner.post('/users', { type: 'INDIVIDUAL', email: `user-${randomUUID()}@example.com` }),
  );
  const { userId } = data(created);
  await counted('updateUser', () => partner.send('PATCH', `/users/${userId}`, { alias: 'Ana' }));
  await counted('startKyc', () =>
    partner.post(`/users/${userId}/kyc`, { country: 'MX', firstName: 'Ana', lastName: 'García' }),
  );
  await counted('decideVerification', () =>
    partner.post(`/sandbox/users/${userId}/verification`, { result: 'VERIFIED' }),
  );
  const another = await partner.newUser();
  const link = await counted('createKycLink', () =>
    partner.post(`/users/${another}/kyc/verification-link`, { country: 'MX' }),
  );
  await counted('submitVerificationPage', () => postForm(data(link).kycLink, { action: 'data' }));
  await counted('startBankingOnboarding', () =>
    partner.post(`/banks/users/${userId}/banking-onboarding`, { country: 'US' }),
  );
  return userId;
}

async function accounts({ partner, counted }: WritingCalls, userId: string): Promise<void> {
  const accountIdentifier = '646180110400000007';
  const saved = await counted('createUserBankAccount', () =>
    partner.post(`/banks/users/${userId}/accounts`, { country: 'MX', accountIdentifier }),
  );
  await counted('deleteUserBankAccount', () =>
    partner.send('DELETE', `/banks/users/${userId}/accounts/${data(saved).id}`),
  );
  const receiver = await counted('createReceiver', () =>
    partner.post('/receivers', {
      userId,
      receiverType: 'INDIVIDUAL',
      firstName: 'Luis',
      lastName: 'López',
    }),
  );
  const path = `/banks/receivers/${data(receiver).id}/accounts`;
  const theirs = await counted('createReceiverBankAccount', () =>
    partner.post(path, { country: 'MX', accountIdentifier }),
  );
  await counted('deleteReceiverBankAccount', () => partner.send('DELETE', `${path}/${data(theirs).id}`));
  await counted('deleteReceiver', () => partner.send('DELETE', `/receivers/${data(receiver).id}`));
  const wallet = await counted('createWallet', () =>
    partner.post(`/users/${userId}/wallets`, { vmType: 'EVM', walletAddress: WALLET }),
  );
  await counted('deleteWallet', () => partner.send('DELETE', `/users/${userId}/wallets/${data(wallet).id}`));
}

async function owners({ partner, counted }: WritingCalls): Promise<void> {
  const company = await partner.newUser({ type: 'BUSINESS', businessName: 'ACME, S.A. de C.V.' });
  await counted('createKybLink', () => partner.post(`/users/${company}/kyb/verification-link`, { country: 'MX' }));
  const persons = `/users/${company}/associated-persons`;
  const owner = { role: 'UBO', firstName: 'Lucía', lastName: 'Hernández', email: 'lucia@example.com' };
  const added = await counted('createAssociatedPerson', () => partner.post(persons, owner));
  const person = `${persons}/${data(added).id}`;
  const ask = () => partner.post(`${persons}/signatures`);
  await counted('requestSignatures', ask);
  await counted('withdrawSignature', () => partner.send('DELETE', `${person}/signature`));
  await ask();
  await counted('expireDeclaration', () => partner.post(`/sandbox${person}/expire`));
  const answer = await ask();
  const url: string = data(answer).data[0].signingUrl;
  const { html } = await getPage(url);
  await counted('submitSignature', () =>
    postForm(url, { ...hiddenFields(html), fullName: 'Lucía Hernández', way: 'typed', consent: 'yes' }),
  );
  const second = data(await partner.post(persons, { ...owner, email: 'second@example.com' })).id;
  await ask();
  await counted('signDeclaration', () => partner.post(`/sandbox${persons}/${second}/sign`));
  await counted('deleteAssociatedPerson', () => partner.send('DELETE', `${persons}/${second}`));
}

async function transactions({ partner, counted, stack }: WritingCalls, userId: string): Promise<void> {
  const headers = () => ({ headers: { 'idempotency-key': randomUUID() } });
  await counted('createQuote', () => partner.post('/quotes', { transactionType: 'ON_RAMP', ...pair, fiatAmount: 500 }));
  const quote = await counted('createCrossRampQuote', () => partner.post('/cross-ramp/quotes', order));
  const { sourceCurrency: _s, targetCurrency: _t, sourceAmount: _a, ...body } = partner.crossRamp(userId);
  const { quoteId } = data(quote);
  const crossRamp = await counted('createCrossRamp', () =>
    partner.post('/cross-ramp', { ...body, quoteId }, headers()),
  );
  const { id } = data(crossRamp);
  const event = { provider: 'banking', eventId: randomUUID(), transactionId: id, type: 'DEPOSIT_RECEIVED' };
  const report = signedCallback(event, stack.providerEventsSecrets.banking);
  await counted('takeProviderEvent', () => fetch(`${stack.baseUrl}/provider-events`, { method: 'POST', ...report }));
  const onRamp = await counted('createOnRamp', () =>
    partner.post('/on-ramp', { userId, ...pair, fiatAmount: 500, destinationWalletAddress: WALLET }, headers()),
  );
  await counted('cancelTransaction', () => partner.put(`/transactions/${data(onRamp).id}/cancel`));
  const offRamp = await counted('createOffRamp', () =>
    partner.post(
      '/off-ramp',
      {
        userId,
        ...pair,
        cryptoAmount: 50,
        userBankInformation: { accountIdentifier: '012180015500000008' },
      },
      headers(),
    ),
  );
  await counted('executeOffRamp', () => partner.post('/off-ramp/execute', { transactionId: data(offRamp).id }));
  await counted('simulateTransaction', () =>
    partner.post(`/sandbox/transactions/${data(offRamp).id}/simulate`, { event: 'DEPOSIT_RECEIVED' }),
  );
}

async function notifications({ partner, counted }: WritingCalls): Promise<void> {
  // All attempts of the last event fail.
  await partner.put('/webhook-settings', { url: 'http://127.0.0.1:1/' });
  const test = await counted('sendTestWebhook', () => partner.post('/webhook-settings/test'));
  const path = `/webhook-notifications/${data(test).id}`;
  const isGivenUp = async () => data(await partner.get(path)).status === 'FAILED';
  await until(isGivenUp);
  await counted('retryWebhookNotification', () => partner.post(`${path}/retry`));
  await until(isGivenUp);
  await counted('replayWebhookNotifications', () =>
    partner.post('/webhook-notifications/replay', { eventType: 'TEST_EVENT', status: 'FAILED' }),
  );
}
