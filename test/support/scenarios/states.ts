/** Creates the initial states that need more than one request, for scenarios. */
import { type ApiClient, until, usAccount } from '#local/partner/api-client';
import type { Ids } from '#test/support/scenarios/scenario';
import { signedCallback } from '#test/support/servers/loopback-provider';

/** The partner that sends the requests of scenarios. The other fields change how the states below are created. */
export interface Stage {
  readonly partner: ApiClient;
  /** User or business of the states `verifiedUser`, `business` and `heldCrossRamp`. @default a new one for each scenario */
  readonly userId?: string | undefined;
  /**
   * Secrets that sign the provider reports about a cross-ramp.
   * @default none; the sandbox simulator then completes the cross-ramp
   */
  readonly providerEventsSecrets?: { readonly banking: string; readonly rates: string };
  /** Makes a notification `FAILED` without further attempts. @default waits until the service has made all attempts */
  readonly exhaust?: (notificationId: string) => Promise<void>;
  /** Applies events to a new transaction until its payout is on hold. @default waits until the simulator has placed the hold */
  readonly hold?: (transactionId: string) => Promise<void>;
}

/** A URL without a server. */
const NOWHERE = 'http://127.0.0.1:1/';

/** Account holder with a name for which the sandbox puts payouts on hold. */
const HELD_HOLDER = { firstName: 'Ana', lastName: 'Hold' };

export const states: Readonly<Record<string, (stage: Stage) => Promise<Ids>>> = {
  verifiedUser: async ({ partner, userId }) => ({ userId: userId ?? (await partner.verifiedUser()) }),
  business: async ({ partner, userId }) => ({
    userId: userId ?? (await partner.newUser({ type: 'BUSINESS', businessName: 'ACME, S.A. de C.V.' })),
  }),
  // The sandbox does not simulate a deposit for this amount.
  unpaidCrossRamp: async ({ partner }) => {
    const order = partner.crossRamp(await partner.verifiedUser(), { sourceAmount: 1500 });
    return { id: (await partner.create('/cross-ramp', order)).body.data.id };
  },
  heldCrossRamp: async ({ partner, userId, hold = (id) => untilHeld(partner, id) }) => {
    const targetBankAccount = { ...usAccount, accountHolder: HELD_HOLDER };
    const order = partner.crossRamp(userId ?? (await partner.verifiedUser()), {
      sourceAmount: 2000.01,
      targetBankAccount,
    });
    const { id } = (await partner.create('/cross-ramp', order)).body.data;
    await hold(id);
    return { id };
  },
  completedCrossRamp: (stage) => reportedCrossRamp(stage, completion),
  returnedCrossRamp: (stage) => reportedCrossRamp(stage, [...completion, ['banking', 'PAYOUT_RETURNED']]),
  failedNotification: async ({ partner, exhaust = (id) => untilFailed(partner, id) }) => {
    const { id: endpointId } = (await partner.put('/webhook-settings', { url: NOWHERE })).body.data;
    const { id } = (await partner.post('/webhook-settings/test')).body.data;
    await exhaust(id);
    return { id, endpointId };
  },
  unsentTests: async ({ partner }) => {
    await partner.put('/webhook-settings', { url: null });
    for (const _test of [1, 2, 3]) await partner.post('/webhook-settings/test');
    await partner.put('/webhook-settings', { url: NOWHERE });
    return {};
  },
};

type Report = readonly [reporter: 'banking' | 'rates', type: string];

/** Provider reports that complete a cross-ramp. */
const completion: readonly Report[] = [
  ['banking', 'DEPOSIT_RECEIVED'],
  ['rates', 'CONVERSION_STARTED'],
  ['rates', 'CONVERSION_COMPLETED'],
  ['banking', 'PAYOUT_SUBMITTED'],
  ['banking', 'PAYOUT_COMPLETED'],
];

/**
 * Creates a cross-ramp and sends provider reports about it. Without secrets for the signatures, the sandbox simulator completes
 * it.
 * @throws Error if a report is rejected
 */
async function reportedCrossRamp({ partner, providerEventsSecrets }: Stage, reports: readonly Report[]): Promise<Ids> {
  if (providerEventsSecrets === undefined) return simulatedCrossRamp(partner, reports.length > completion.length);
  const order = partner.crossRamp(await partner.verifiedUser(), { sourceAmount: 1500 });
  const { id: transactionId, paymentUrl } = (await partner.create('/cross-ramp', order)).body.data;
  for (const [provider, type] of reports) {
    const report = { provider, eventId: type, transactionId, type };
    const { body: raw, headers } = signedCallback(report, providerEventsSecrets[provider]);
    const { status, text } = await partner.send('POST', '/provider-events', undefined, { key: null, raw, headers });
    if (status !== 200) throw new Error(`${type} returned ${status}: ${text}`);
  }
  return { id: transactionId, token: tokenOf(paymentUrl) };
}

const tokenOf = (paymentUrl: string) => paymentUrl.slice(paymentUrl.lastIndexOf('/') + 1);

async function simulatedCrossRamp(partner: ApiClient, isReturned: boolean): Promise<Ids> {
  const order = partner.crossRamp(await partner.verifiedUser(), { sourceAmount: isReturned ? 2000.06 : 2000.01 });
  const { id, paymentUrl } = (await partner.create('/cross-ramp', order)).body.data;
  await until(async () => {
    const { status, payoutReturn } = (await partner.get(`/transactions/${id}`)).body.data;
    return status === 'COMPLETED' && (payoutReturn !== undefined || !isReturned);
  });
  return { id, token: tokenOf(paymentUrl) };
}

function untilHeld(partner: ApiClient, id: string): Promise<void> {
  return until(async () => (await partner.get(`/transactions/${id}`)).body.data.hold !== null);
}

function untilFailed(partner: ApiClient, id: string): Promise<void> {
  return until(async () => (await partner.get(`/webhook-notifications/${id}`)).body.data.status === 'FAILED');
}
