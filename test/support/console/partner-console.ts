/** The partner console in tests, with a partner that has data to show. */
import { type ApiClient, until } from '#local/partner/api-client';
import { partnerConsole } from '#site/console-page';
import { verifiedBusiness } from '#test/support/business';
import { cli, environmentOf } from '#test/support/cli';
import { atEnd, newReceiver } from '#test/support/lifetime';

/** Serves the partner console until the test file ends. @returns its origin, and its URL with the token */
export async function servePartnerConsole(partner: Pick<ApiClient, 'baseUrl' | 'apiKey'>) {
  const end = new AbortController();
  const printed: string[] = [];
  const options = { environment: environmentOf(partner), signal: end.signal, readPage: partnerConsole };
  const running = cli(['console', '--json'], { ...options, onOut: (text) => void printed.push(text) });
  atEnd(async () => {
    end.abort();
    await running;
  });
  await until(() => printed.length > 0);
  const { url }: { readonly url: string } = JSON.parse(printed.join(''));
  return { url, origin: new URL(url).origin };
}

async function trigger(partner: ApiClient, event: string, ...args: readonly string[]) {
  const { out, error } = await cli(['trigger', event, '--json', ...args], { environment: environmentOf(partner) });
  if (out === '') throw new Error(error);
  const result: { readonly notificationId: string; readonly transactionId: string } = JSON.parse(out);
  return result;
}

/**
 * Creates data for a partner: a user, transactions (completed, on hold, new), and a business whose owner has not signed the
 * declaration. Also creates a failed webhook and a second endpoint.
 */
export async function fillPartner(partner: ApiClient) {
  const receiver = await newReceiver();
  const userId = await partner.verifiedUser();
  const business = await verifiedBusiness(partner);
  await business.addOwner();
  await business.requestSignatures();
  await partner.put('/webhook-settings', { url: receiver.url });
  const completed = await trigger(partner, 'COMPLETED_CROSS_RAMP', '--user', userId);
  const held = await trigger(partner, 'HOLD_PLACED_OFF_RAMP', '--user', userId);
  const created = await trigger(partner, 'CREATED_CROSS_RAMP', '--user', userId);
  await partner.send('PATCH', `/transactions/${created.transactionId}`, {
    externalId: 'order-2087',
    metadata: { branch: 'Monterrey' },
  });
  await partner.put('/sandbox/webhook-faults', { mode: 'FAIL_FAST', rate: 1 });
  const { id: endpointId } = (await partner.post('/webhook-endpoints', { url: `${receiver.url}/second` })).body.data;
  receiver.respond = () => ({ status: 503, body: '{"error":"database is down"}' });
  const failedId: string = (await partner.post('/webhook-settings/test')).body.data.id;
  await until(async () => (await partner.get(`/webhook-notifications/${failedId}`)).body.data.status === 'FAILED');
  receiver.respond = () => ({ status: 204 });
  await partner.put('/sandbox/webhook-faults', { mode: 'NONE' });
  return { receiver, userId, businessId: business.userId, completed, held, created, endpointId, failedId };
}
