import { cpSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ApiClient, until } from '#local/partner/api-client';
import type { ReceivedWebhook } from '#local/partner/webhook-receiver';
import { startHttpServer } from '#local/processes/http-server';
import { pages } from '#sdk/cli/commands/open';
import { verifyWebhook } from '#sdk/webhooks';
import { issueKey } from '#shared/partners/api-keys/changes/repository';
import { type CliResult, cli, environmentOf, newSettingsFolder } from '#test/support/cli';
import { newReceiver } from '#test/support/lifetime';
import { sharedStack } from '#test/support/shared-stack/shared-stack';

const service = await sharedStack();

interface Line {
  readonly id: string;
  readonly event: string;
  readonly status?: string;
  readonly forwarded?: { readonly status: number | null };
  readonly attempt?: { readonly statusCode: number | null };
}

/** A `partner-ramp listen` command that runs in this process. */
interface Listener {
  /** Lines printed so far. */
  readonly lines: readonly Line[];
  readonly errors: readonly string[];
  stop(): Promise<CliResult>;
}

/** Starts `partner-ramp listen` and waits until the command reads the change feed. */
async function listen(partner: ApiClient, settingsFolder: string, ...args: readonly string[]): Promise<Listener> {
  const end = new AbortController();
  const lines: Line[] = [];
  const errors: string[] = [];
  const running = cli(['listen', '--json', ...args], {
    ...{ settingsFolder, environment: environmentOf(partner), signal: end.signal },
    onOut: (text) => void lines.push(JSON.parse(text)),
    onError: (text) => void errors.push(text),
  });
  await until(() => errors.length > 0);
  return {
    lines,
    errors,
    async stop() {
      end.abort();
      return running;
    },
  };
}

const secretOf = ({ error }: CliResult): string => /signed with (whsec_\S+)/.exec(error)?.[1] ?? 'no secret';
const run = (partner: ApiClient, ...args: readonly string[]) => cli(args, { environment: environmentOf(partner) });

/** Sends a test event. @returns the id of its notification */
async function newEvent(partner: ApiClient): Promise<string> {
  const response = await partner.post('/webhook-settings/test');
  expect(response.status, response.text).toBe(201);
  return response.body.data.id;
}

/** Waits until the changes of a notification are in the change feed. */
const inFeed = (partner: ApiClient, id: string) =>
  until(async () => (await partner.get('/changes?types=NOTIFICATION&limit=100')).text.includes(id));

const idsOf = (webhooks: readonly { readonly id: string }[]) => webhooks.map(({ id }) => id);

async function checkSignatures(webhooks: readonly ReceivedWebhook[], secret: string): Promise<void> {
  for (const { headers, body, id } of webhooks) expect((await verifyWebhook({ headers, body }, secret)).id).toBe(id);
}

describe('listen --forward-to', () => {
  it('forwards what comes, signed, then what came while it was away, each once', async () => {
    const application = await newReceiver();
    const partner = await service.newPartner();
    const settingsFolder = newSettingsFolder();
    const before = await newEvent(partner);
    await inFeed(partner, before);

    const first = await listen(partner, settingsFolder, '--forward-to', application.url);
    const live = await newEvent(partner);
    await until(() => first.lines.length === 1);
    const secret = secretOf(await first.stop());
    expect(idsOf(application.received)).toEqual([live]);

    const missed = [await newEvent(partner), await newEvent(partner)];
    const second = await listen(partner, settingsFolder, '--forward-to', application.url);
    await until(() => second.lines.length === 2);
    const result = await second.stop();
    expect([result.code, secretOf(result)]).toEqual([0, secret]);
    expect(second.lines.map(({ id, forwarded }) => [id, forwarded?.status])).toEqual(missed.map((id) => [id, 200]));
    expect(result.out).not.toContain(secret);

    const since = await listen(partner, settingsFolder, '--forward-to', application.url, '--since', '1h');
    await until(() => since.lines.length === 4);
    await since.stop();
    expect(idsOf(application.received)).toEqual([live, ...missed, before, live, ...missed]);
    await checkSignatures(application.received, secret);
  });

  it('goes on within a page of the feed', async () => {
    const partner = await service.newPartner();
    const settingsFolder = newSettingsFolder();
    const ids: string[] = [];
    let responsesLeft = 1;
    const { port, stop } = await startHttpServer((request, response) => {
      ids.push(String(request.headers['webhook-id']));
      responsesLeft -= 1;
      if (responsesLeft >= 0) response.end();
    });
    onTestFinished(stop);
    const forwardTo = ['--forward-to', String(port)];
    await (await listen(partner, settingsFolder, ...forwardTo)).stop();

    const missed = [await newEvent(partner), await newEvent(partner), await newEvent(partner)];
    for (const id of missed) await inFeed(partner, id);
    const interrupted = await listen(partner, settingsFolder, ...forwardTo);
    await until(() => ids.length === 2);
    expect((await interrupted.stop()).code).toBe(0);
    const elsewhere = newSettingsFolder();
    cpSync(settingsFolder, elsewhere, { recursive: true });

    responsesLeft = 2;
    const next = await listen(partner, settingsFolder, ...forwardTo);
    await until(() => next.lines.length === 2);
    await next.stop();
    // The first listener stopped while it forwarded the second event, so the event may have arrived. The next listener sends the
    // second event again, as the service would.
    expect(ids).toEqual([missed[0], missed[1], missed[1], missed[2]]);

    responsesLeft = 3;
    const since = await listen(partner, elsewhere, ...forwardTo, '--since', '1h');
    await until(() => since.lines.length === 3);
    await since.stop();
    expect(ids.slice(4)).toEqual(missed);
  });
});

it('listen shows deliveries with their responses, and resend sends again', async () => {
  const partner = await service.newPartner();
  const endpoint = await newReceiver();
  const settingsFolder = newSettingsFolder();
  const listener = await listen(partner, settingsFolder);
  expect(listener.errors[0]).toMatch(/^Your webhook URL: none/);
  const unsent = await newEvent(partner);
  expect(await run(partner, 'resend', unsent)).toMatchObject({
    code: 1,
    error: 'Nothing was sent, because no webhook URL is set.\n',
  });
  await partner.put('/webhook-settings', { url: endpoint.url });
  await partner.put('/sandbox/webhook-faults', { mode: 'FAIL_FAST', rate: 1 });
  endpoint.respond = () => ({ status: endpoint.received.length === 1 ? 503 : 202 });
  const failed = await newEvent(partner);
  await until(() => listener.lines.some(({ status }) => status === 'FAILED'));
  await partner.put('/sandbox/webhook-faults', { mode: 'NONE' });
  const resent = async (id: string, ...args: string[]) => {
    const before = endpoint.received.length;
    const result = await run(partner, 'resend', id, ...args);
    await until(() => endpoint.received.length > before);
    return result;
  };
  expect((await resent(failed)).out).toBe(`TEST_EVENT ${failed} is sent again.\n`);
  await until(() => listener.lines.some(({ status }) => status === 'SENT'));
  const again = JSON.parse((await resent(failed, '--json')).out);
  expect(again).toEqual({ id: failed, event: 'TEST_EVENT', by: 'replay', sent: 1 });
  await resent(unsent);
  await until(() => listener.lines.filter(({ status }) => status === 'SENT').length === 3);
  await listener.stop();
  const shown = listener.lines.map(({ id, status, attempt }) => [id, status, attempt?.statusCode]);
  expect(shown).toEqual([
    [unsent, 'NOT_SENT', undefined],
    [failed, 'PENDING', undefined],
    [failed, 'FAILED', 503],
    [failed, 'PENDING', undefined],
    [failed, 'SENT', 202],
    [failed, 'PENDING', undefined],
    [failed, 'SENT', 202],
    [unsent, 'PENDING', undefined],
    [unsent, 'SENT', 202],
  ]);
  expect(new Set(endpoint.received.filter(({ id }) => id === failed).map(({ body }) => body)).size).toBe(1);
});

it('resend sends to another endpoint what it was never sent, and what failed there', async () => {
  const partner = await service.newPartner();
  const event = await newEvent(partner);
  const endpoint = await newReceiver();
  const { id } = (await partner.post('/webhook-endpoints', { url: endpoint.url })).body.data;
  endpoint.respond = () => ({ status: endpoint.received.length === 1 ? 503 : 202 });
  await partner.put('/sandbox/webhook-faults', { mode: 'FAIL_FAST', rate: 1 });
  const resent = async () => JSON.parse((await run(partner, 'resend', event, '--endpoint', id, '--json')).out);
  const delivered = async () => (await partner.get(`/webhook-notifications/${event}`)).body.data.deliveries[0]?.status;
  expect(await resent()).toMatchObject({ by: 'replay', sent: 1 });
  await until(async () => (await delivered()) === 'FAILED');
  await partner.put('/sandbox/webhook-faults', { mode: 'NONE' });
  expect(await resent()).toMatchObject({ by: 'retry', sent: 1 });
  await until(async () => (await delivered()) === 'SENT');
  expect(endpoint.received.map((webhook) => webhook.id)).toEqual([event, event]);
  await partner.put(`/webhook-endpoints/${id}`, { url: endpoint.url, eventTypes: ['VERIFIED_USER'] });
  const unwanted =
    'Nothing was sent: the endpoint does not accept TEST_EVENT, or the notification changed at the same moment.\n';
  expect(await run(partner, 'resend', event, '--endpoint', id)).toMatchObject({ code: 1, error: unwanted });
  expect(await run(partner, 'resend', event, '--endpoint', event)).toMatchObject({ code: 1 });
});

it('tx shows a transaction with its timeline and its webhooks, and lets something happen to it', async () => {
  const partner = await service.newPartner();
  const userId = await partner.verifiedUser();
  const triggered = await run(partner, 'trigger', 'CREATED_CROSS_RAMP', '--user', userId, '--json');
  const { transactionId, notificationId } = JSON.parse(triggered.out);
  expect(triggered.error).toBe(`  transaction ${transactionId} of 700\n`);
  expect((await run(partner, 'tx', 'simulate', transactionId, 'expire')).out).toBe(
    `EXPIRE: the deadline for the deposit passes. ${transactionId} is EXPIRED.\n`,
  );
  const { out } = await run(partner, 'tx', 'show', transactionId);
  expect(out).toMatch(new RegExp(`^${transactionId}  EXPIRED\n`));
  for (const line of [
    / {2}sourceAmount +700\n/,
    / {2}targetCurrency +USD\n/,
    /\nTimeline\n.* PENDING +CREATED\n.* EXPIRED /,
  ])
    expect(out).toMatch(line);
  expect(out).toMatch(
    new RegExp(`\nWebhooks\n.*  CREATED_CROSS_RAMP  ${notificationId}  NOT_SENT\n.*  EXPIRED_CROSS_RAMP `),
  );
  const { transaction, timeline, notifications } = JSON.parse(
    (await run(partner, 'tx', 'show', transactionId, '--json')).out,
  );
  expect([transaction.status, timeline.length, notifications.length]).toEqual(['EXPIRED', 2, 2]);

  const refused = await run(partner, 'tx', 'simulate', transactionId, 'PAYOUT_RETURNED');
  expect([refused.code, refused.out]).toEqual([1, '']);
  expect(refused.error).toMatch(/\(400 BAD_REQUEST TRANSITION_NOT_ALLOWED, request [\w-]+\)\.\n$/);
  expect((await run(partner, 'tx', 'show', 'none')).error).toMatch(/\(404 TRANSACTION_NOT_FOUND, request/);
});

it('tx finds the transactions with an id of the partner', async () => {
  const partner = await service.newPartner();
  const userId = await partner.verifiedUser();
  const order = { ...partner.crossRamp(userId), externalId: 'order 1042', metadata: { branch: 'Monterrey' } };
  const { id } = (await partner.post('/cross-ramp', order)).body.data;
  expect((await run(partner, 'tx', 'find', 'order 1042')).out).toMatch(
    new RegExp(`^[^ ]+  ${id}  CROSS_RAMP  \\w+\n$`),
  );
  expect((await run(partner, 'tx', 'find', 'Order 1042')).out).toBe('No transaction has this external id.\n');
  const { out } = await run(partner, 'tx', 'show', id);
  expect(out).toMatch(/ {2}externalId +order 1042\n/);
  expect(out).toMatch(/ {2}metadata +branch Monterrey\n/);
});

it.each(Object.keys(pages))('open %s leads to a page', async (page) => {
  const environment = { PARTNER_RAMP_API_KEY: 'ramp_sbx_x', PARTNER_RAMP_BASE_URL: service.baseUrl };
  const { out } = await cli(['open', page], { environment });
  expect((await fetch(out.trim())).status).toBe(200);
});

it('open leads to what the reference says about reading a transaction', async () => {
  const environment = { PARTNER_RAMP_API_KEY: 'ramp_sbx_x', PARTNER_RAMP_BASE_URL: service.baseUrl };
  const { out } = await cli(['open', '019bc2bd-abc0-7f29-b01c-8a6e4d27f593'], { environment });
  expect(out).toMatch(/#tag\/transactions\/getTransaction\n$/);
  expect(await (await fetch(out.trim())).text()).toContain('id="tag/transactions/getTransaction"');
});

describe('key', () => {
  it('shows a restricted key, replaces it and keeps the successor in its login', async () => {
    const { baseUrl, partnerId } = await service.newPartner();
    const order = { partnerId, stage: 'sandbox', name: 'agent', atMs: Date.now() } as const;
    const scopes = ['keys:write', 'users:read'] as const;
    const issued = await issueKey({ ...order, scopes, expiresAtMs: Date.now() + 172_800_000 });
    const settingsFolder = newSettingsFolder();
    const typed = [baseUrl, issued.apiKey];
    const login = await cli(['login', '--profile', 'agent'], { settingsFolder, typed });
    expect(login.out).toContain('The key works: sandbox at ');
    const run = (...args: string[]) => cli([...args, '--profile', 'agent'], { settingsFolder });
    expect((await run('whoami')).out).toContain('does not have the scope webhooks:read');
    const before = await run('key', 'show');
    expect(before.out).toMatch(new RegExp(`key +…${issued.apiKey.slice(-4)}\n +environment +sandbox`));
    expect(before.out).toMatch(/scopes +users:read, keys:write\n +from +anywhere/);
    const rotated = JSON.parse((await run('key', 'rotate', '--previous-ends-after-hours', '1', '--json')).out);
    expect(rotated).toMatchObject({ apiKey: expect.stringMatching(/^ramp_sbx_/), id: expect.any(String) });
    const shown = JSON.parse((await run('key', 'show', '--json')).out);
    expect(shown).toMatchObject({
      id: rotated.id,
      last4: rotated.apiKey.slice(-4),
      scopes: ['users:read', 'keys:write'],
    });
    const previous = { baseUrl, apiKey: issued.apiKey };
    const again = await cli(['key', 'rotate'], { environment: environmentOf(previous) });
    expect([again.code, again.error]).toEqual([1, expect.stringContaining('has been rotated already')]);
    const end = JSON.parse((await cli(['key', 'show', '--json'], { environment: environmentOf(previous) })).out);
    expect(end.expiresAt).toBe(rotated.previousExpiresAt);
  });

  it('is rotated once by requests at the same moment', async () => {
    const partner = await service.newPartner();
    const responses = await Promise.all([1, 2, 3].map(() => partner.post('/api-key/rotate')));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const codes = responses.filter(({ status }) => status === 409).map(({ body }) => [body.code, body.reason]);
    expect(codes).toEqual(Array(2).fill(['CONFLICT', 'KEY_REPLACED']));
  });
});
