/** An attacker, its victim, and how its requests are listed. */
import * as z from 'zod/mini';
import { type ApiClient, until, usAccount } from '#local/partner/api-client';
import { BASE_PATH } from '#shared/contract/endpoints';
import { newBusiness } from '#test/support/business';
import { lockQuote } from '#test/support/lock-quote';
import { request } from '#test/support/raw-http';
import type { TestStack } from '#test/support/test-stack';

/** Part of every made-up value of an attacker: it must be in no response and in no log. */
export const MARK = 'h0stilem4rk';

/** The ids of one partner's resources. */
export interface Holdings {
  readonly apiKey: string;
  readonly partnerId: string;
  readonly userId: string;
  readonly businessId: string;
  readonly personId: string;
  readonly transactionId: string;
  readonly offRampId: string;
  readonly quoteId: string;
  readonly receiverId: string;
  readonly accountId: string;
  readonly receiverAccountId: string;
  readonly walletId: string;
  readonly notificationId: string;
  readonly endpointId: string;
}

export interface World {
  /** The attacker is a partner too, with its own resources. */
  readonly own: Holdings;
  readonly victim: Holdings;
  readonly providerEventsSecret: string;
  /** A token of the victim's open signing link. */
  readonly linkToken: string;
}

/** A malicious request, and the response that it must get. */
export interface Hostile {
  readonly name: string;
  readonly bytes: (world: World) => Buffer;
  readonly status: number;
  /** Code in the envelope; undefined for a page, which has none. */
  readonly code: string | undefined;
  /** The caller disconnects after the last byte. */
  readonly cut?: boolean;
}

/** Requests, by their names, that all get the same response. */
export function refused(
  status: number,
  code: string | undefined,
  requests: Readonly<Record<string, Hostile['bytes']>>,
): Hostile[] {
  return Object.entries(requests).map(([name, bytes]) => ({ name, status, code, bytes }));
}

/** The body of a cross-ramp of the attacker's user to a separate account. */
export const order = ({ own }: World, overrides: Readonly<Record<string, unknown>> = {}) => ({
  ...{ userId: own.userId, sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 1500 },
  targetBankAccountId: own.receiverAccountId,
  ...overrides,
});

/** A call with the attacker's own key, written manually. */
export function call(
  world: World,
  method: string,
  path: string,
  body?: unknown,
  headers: readonly string[] = [],
): Buffer {
  const content = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  return request(method, `${BASE_PATH}${path}`, { key: world.own.apiKey, headers, body: content });
}

const idShape = z.object({ data: z.object({ id: z.string() }) });
const readId = (response: { readonly body: unknown }): string => idShape.parse(response.body).data.id;

/** Creates one resource of each kind for a partner. */
export async function createHoldings(partner: ApiClient): Promise<Holdings> {
  const userId = await partner.verifiedUser();
  const business = await newBusiness(partner);
  const personId = await business.addOwner();
  const offRamp = await partner.post('/off-ramp', {
    ...{ userId, fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC', cryptoAmount: 50 },
    userBankInformation: { country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP' },
  });
  const receiver = readId(
    await partner.post('/receivers', { userId, receiverType: 'BUSINESS', businessName: 'Proveedora' }),
  );
  const walletAddress = '0x52908400098527886E0F7030069857D2E4169EE7';
  const transactionId = readId(await partner.post('/cross-ramp', partner.crossRamp(userId, { sourceAmount: 1500 })));
  return {
    ...{ apiKey: partner.apiKey, partnerId: partner.partnerId },
    ...{ userId, businessId: business.userId, personId, transactionId },
    offRampId: readId(offRamp),
    quoteId: (await lockQuote(partner)).quoteId,
    receiverId: receiver,
    accountId: readId(
      await partner.post(`/banks/users/${userId}/accounts`, {
        ...{ country: 'MX', accountIdentifier: '646180110400000007' },
      }),
    ),
    receiverAccountId: readId(
      await partner.post(`/banks/receivers/${receiver}/accounts`, { country: 'US', ...usAccount }),
    ),
    walletId: readId(await partner.post(`/users/${userId}/wallets`, { vmType: 'EVM', walletAddress })),
    // It chose an event that does not happen here, so nothing is sent.
    endpointId: readId(
      await partner.post('/webhook-endpoints', {
        ...{ url: 'https://example.com/hooks', eventTypes: ['PAYOUT_RETURNED_OFF_RAMP'] },
      }),
    ),
    notificationId: (await partner.get('/webhook-notifications?limit=1')).body.data.data[0].id,
  };
}

/** Two partners with one resource of each kind. */
export async function hostileWorld(running: TestStack): Promise<World> {
  const attacker = await running.newPartner('Attacker');
  const prey = await running.newPartner('Prey');
  const [own, victim] = [await createHoldings(attacker), await createHoldings(prey)];
  const requested = await prey.post(`/users/${victim.businessId}/associated-persons/signatures`);
  const linkToken: string = requested.body.data.data[0].signingUrl.split('/sign/')[1];
  return { own, victim, linkToken, providerEventsSecret: running.stack.providerEventsSecrets.banking };
}

/** Time that the table must stay unchanged to count as settled, in milliseconds. */
const QUIET_MS = 1500;

/** Waits until no worker has work left, by the changes of the table since the last look. */
export async function atRest(running: TestStack, changed: () => Promise<readonly string[]>): Promise<void> {
  await running.stack.eventsSettled();
  await changed();
  await until(async () => {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    return (await changed()).length === 0;
  });
}
