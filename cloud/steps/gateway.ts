import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { Rehearsal } from '#cloud/plan/context';
import { newPartner, restApiId } from '#cloud/plan/target';
import { check, expectStatus, tally, waitFor } from '#cloud/steps/checks';
import { type Answer, ApiClient } from '#local/partner/api-client';
import { BASE_PATH } from '#shared/api/base-path';

const JSON_TYPE = 'application/json; charset=utf-8';

/** @throws CheckFailed where an answer is not the envelope of our errors, with its headers */
function expectEnvelope(what: string, answer: Answer, status: number, code?: string): void {
  expectStatus(answer, status);
  const { body, headers } = answer;
  check(
    body?.success === false && typeof body.code === 'string',
    `${what}: no envelope, but ${answer.text.slice(0, 200)}`,
  );
  if (code !== undefined) check(body.code === code, `${what}: code ${body.code} instead of ${code}`);
  const type = headers.get('content-type');
  check(type === JSON_TYPE, `${what}: content type ${type} instead of ${JSON_TYPE}`);
  check(headers.get('x-request-id') !== null, `${what}: no x-request-id`);
}

/** The gateway's own answers: no such path, a wrong method with and without a body, too large a body. */
export async function checkGatewayAnswers(rehearsal: Rehearsal): Promise<string> {
  const { baseUrl } = await rehearsal.target();
  const anyone = new ApiClient(baseUrl, 'none', 'none');
  // A path that the client does not put the base path before.
  expectEnvelope('unknown path', await anyone.get('/api/nothing'), 404);
  const wrong = await anyone.send('DELETE', '/capabilities');
  expectEnvelope('wrong method', wrong, 405);
  const typed = await anyone.post('/capabilities', undefined, { raw: '{}', headers: { 'content-type': JSON_TYPE } });
  expectEnvelope('wrong method with a content type that has parameters', typed, 405);
  for (const one of [wrong, typed]) check(one.headers.get('allow') === 'GET', `405 allows ${one.headers.get('allow')}`);
  const large = await anyone.post('/users', undefined, { raw: 'x'.repeat(10_500_000) });
  expectEnvelope('a body of 10.5 MB', large, 413);
  return '404, 405 with Allow, 405 for a content type with parameters, 413: each in the envelope, with charset and request id';
}

/** Large answers come compressed, and their tags still answer 304. */
export async function checkCompression(rehearsal: Rehearsal): Promise<string> {
  const { baseUrl } = await rehearsal.target();
  const anyone = new ApiClient(baseUrl, 'none', 'none');
  const headers = { 'accept-encoding': 'gzip' };
  for (const path of ['/docs', '/openapi.json']) {
    const answer = await anyone.get(path, { headers });
    expectStatus(answer, 200);
    const coding = answer.headers.get('content-encoding');
    check(coding === 'gzip', `${path} comes as ${coding ?? 'it is'} instead of gzip`);
  }
  const etag = (await anyone.get('/openapi.json', { headers })).headers.get('etag') ?? '';
  expectStatus(await anyone.get('/openapi.json', { headers: { ...headers, 'if-none-match': etag } }), 304);
  return `pages and document come as gzip; the tag is ${etag.startsWith('W/') ? 'weakened' : 'as it was'}, and answers 304`;
}

const METHOD = `/${`${BASE_PATH}/capabilities`.replaceAll('/', '~1')}/GET`;

/** One route gets a limit of one request a second for as long as this takes; the gateway refuses the rest. */
export async function checkThrottling(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const partner = await newPartner(target, 'Throttled');
  const stage = { restApiId: await restApiId(target), stageName: target.stage };
  const update = (patchOperations: readonly Readonly<Record<string, string>>[]) =>
    target.cloud.aws.send('apigateway UpdateStage', { ...stage, patchOperations });
  await update([
    { op: 'replace', path: `${METHOD}/throttling/rateLimit`, value: '1' },
    { op: 'replace', path: `${METHOD}/throttling/burstLimit`, value: '1' },
  ]);
  const startedMs = performance.now();
  try {
    // Few enough for the partner's own rate, whose 429 is another one.
    const refused = await waitFor('a refusal by the gateway', 180, async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => partner.get('/capabilities')));
      return answers.find(({ status }) => status === 429);
    });
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    expectEnvelope('a throttled request', refused, 429, 'TOO_MANY_REQUESTS');
    check(refused.headers.get('retry-after') !== null, 'a throttled request has no Retry-After');
    return `429 in the envelope with Retry-After, ${seconds} s after UpdateStage`;
  } finally {
    await update([{ op: 'remove', path: METHOD }]);
  }
}

/** A request that the managed rules know as an attack. */
const ATTACK = '/capabilities?name=%3Cscript%3Ealert(1)%3C%2Fscript%3E';

export async function checkFirewall(rehearsal: Rehearsal): Promise<string> {
  const partner = await newPartner(await rehearsal.target(), 'Attacker');
  expectEnvelope('a known attack', await partner.get(ATTACK), 403, 'FORBIDDEN');
  expectStatus(await partner.get('/capabilities'), 200);
  return '403 in the envelope for a script in the query; the same call without it: 200';
}

/** Requests of people in a minute that one address may send are 300 as shipped; these are more. */
const MOST_REQUESTS = 3000;
const AT_ONCE = 20;

/** One address asks for the documentation until the firewall refuses it, and again until it does not. */
export async function checkFirewallRate(rehearsal: Rehearsal): Promise<string> {
  const { baseUrl } = await rehearsal.target();
  const anyone = new ApiClient(baseUrl, 'none', 'none');
  let sent = 0;
  let refused: Answer | undefined;
  while (refused === undefined && sent < MOST_REQUESTS) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => anyone.get('/openapi.json')));
    sent += AT_ONCE;
    refused = answers.find(({ status }) => status === 429);
    await sleep(500);
  }
  check(refused !== undefined, `${sent} requests of one address were answered, the last ones too`);
  const { body, headers } = refused;
  check(body?.code === 'TOO_MANY_REQUESTS', `the refusal is no envelope: ${refused.text.slice(0, 200)}`);
  check(headers.get('retry-after') === '60', `Retry-After is ${headers.get('retry-after')}`);
  await waitFor('an answer once the rate has fallen', 300, async () => {
    await sleep(5000);
    return (await anyone.get('/openapi.json')).status === 200 ? true : undefined;
  });
  return `refused after ${sent} requests: 429 in the envelope (${headers.get('content-type')}), Retry-After 60, x-request-id ${headers.get('x-request-id') === null ? 'absent' : 'present'}; answered again later`;
}

/** A stage whose domain is switched on later answers at its own name alone. */
export async function checkDomain(rehearsal: Rehearsal, release: () => Promise<void>): Promise<string> {
  const { baseUrl } = await rehearsal.target();
  const { domain } = rehearsal.settings();
  const { name } = z.object({ name: z.string() }).parse(domain);
  await release();
  const [own, old] = [new ApiClient(`https://${name}`, 'none', 'none'), new ApiClient(baseUrl, 'none', 'none')];
  expectStatus(await own.get('/openapi.json'), 200);
  const answer = await old.get('/openapi.json');
  check(answer.status === 403, `the address that AWS makes still answers: ${tally([answer])}`);
  return `${name} answers, the address that AWS makes refuses`;
}
