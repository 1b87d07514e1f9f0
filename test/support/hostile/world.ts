/** An attacker, a victim, and functions to build hostile requests. */
import * as z from 'zod/mini';
import { type ApiClient, until, usAccount } from '#local/partner/api-client';
import { BASE_PATH } from '#shared/contract/endpoints';
import { newBusiness } from '#test/support/business';
import { lockQuote } from '#test/support/lock-quote';
import { request } from '#test/support/raw-http';
import type { TestStack } from '#test/support/test-stack';

/** Text in every invented value of an attacker. No response or log may contain it. */
export const MARK = 'h0stilem4rk';

/** Ids of one partner's resources. */
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
  /** Resources of the attacker. Attacker and victim are partners. */
  readonly own: Holdings;
  readonly victim: Holdings;
  readonly providerEventsSecret: string;
  /** Token of the victim's open signing link. */
  readonly linkToken: string;
}

/** A malicious request, and its required response. */
export interface Hostile {
  readonly name: string;
  readonly bytes: (world: World) => Buffer;
  readonly status: number;
  /** Error code of the response; `undefined` for an HTML page. */
  readonly code: string | undefined;
  /** True if the caller disconnects after the last byte. */
  readonly cut?: boolean;
}

/** Returns named requests that all get the same response. */
export function refused(
  status: number,
  code: string | undefined,
  requests: Readonly<Record<string, Hostile['bytes']>>,
): Hostile[] {
  return Object.entries(requests).map(([name, bytes]) => ({ name, status, code, bytes }));
}

/** Returns the body of a cross-ramp of the attacker's user. */
export const order = ({ own }: World, overrides: Readonly<Record<string, unknown>> = {}) => ({
  ...{ userId: own.userId, sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 1500 },
  targetBankAccountId: own.receiverAccountId,
  ...overrides,
});

/** Builds a raw request with the attacker's key. */
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

/** Creates one resource of each type for a partner. */
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
    // The event type of this endpoint does not occur in these tests, so nothing is sent to it.
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

/** If the table has not changed for this time, in ms, we regard all work as done. */
const QUIET_MS = 1500;

/** Waits until no worker has work left. @param changed returns the table changes since the last call */
export async function atRest(running: TestStack, changed: () => Promise<readonly string[]>): Promise<void> {
  await running.stack.eventsSettled();
  await changed();
  await until(async () => {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    return (await changed()).length === 0;
  });
}
