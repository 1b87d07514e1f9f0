/** States that scenarios begin with and that are not the answer of one operation. */
import { type ApiClient, until } from '#local/partner/api-client';
import type { Ids } from '#shared/http/scenario';

/** A stack as scenarios use it. */
export interface Stage {
  readonly partner: ApiClient;
  /** The user or business that everything is about. @default a new one for each scenario */
  readonly userId?: string | undefined;
  /** Secrets that reports of providers are signed with; without them no provider reports. */
  readonly providerEventsSecrets?: { readonly banking: string };
  /** Ends the attempts of a notification. @default waits until they are used up */
  readonly exhaust?: (notificationId: string) => Promise<void>;
}

/** An address at which nothing listens. */
const NOWHERE = 'http://127.0.0.1:1/';

export const states: Readonly<Record<string, (stage: Stage) => Promise<Ids>>> = {
  verifiedUser: async ({ partner, userId }) => ({ userId: userId ?? (await partner.verifiedUser()) }),
  business: async ({ partner, userId }) => ({
    userId: userId ?? (await partner.newUser({ type: 'BUSINESS', businessName: 'ACME, S.A. de C.V.' })),
  }),
  // The amount is one that the sandbox waits for.
  unpaidCrossRamp: async ({ partner }) => {
    const order = partner.crossRamp(await partner.verifiedUser(), { sourceAmount: 1500 });
    return { id: (await partner.create('/cross-ramp', order)).body.data.id };
  },
  completedCrossRamp: async ({ partner }) => ({ id: await endedCrossRamp(partner, 2000.01) }),
  returnedCrossRamp: async ({ partner }) => {
    const id = await endedCrossRamp(partner, 2000.06);
    await until(async () => (await partner.get(`/transactions/${id}`)).body.data.payoutReturn !== undefined);
    return { id };
  },
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

/** A cross-ramp of a sandbox amount that completes by itself. */
async function endedCrossRamp(partner: ApiClient, sourceAmount: number): Promise<string> {
  const order = partner.crossRamp(await partner.verifiedUser(), { sourceAmount });
  const { id } = (await partner.create('/cross-ramp', order)).body.data;
  await until(async () => (await partner.get(`/transactions/${id}`)).body.data.status === 'COMPLETED');
  return id;
}

function untilFailed(partner: ApiClient, id: string): Promise<void> {
  return until(async () => (await partner.get(`/webhook-notifications/${id}`)).body.data.status === 'FAILED');
}
