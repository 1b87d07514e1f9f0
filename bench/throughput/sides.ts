import { join } from 'node:path';
import * as z from 'zod/mini';
import { startDynamoDbEngine } from '#local/engines/dynamodb/dynamodb-engine';
import { ApiClient } from '#test/support/api-client';
import { type Child, startChild } from '../processes/child';
import { apiOf, HELD_STACK, makePartner, WHOLE_STACK } from '../stack/address';
import { startOkReceiver } from '../stack/ok-receiver';
import type { ReadyPartner } from '../stack/ready-partner';
import { type RecordedCall, startRecordingProxy } from '../stack/recording-proxy';
import type { Target } from './load';
import { creationPlan, type Plan, readPlan } from './plan';

const BARE_SERVER = join(import.meta.dirname, 'bare-server-process.ts');

/** On record for the partner whose lists are read: below what is counted at once, so that a page is of the dearer kind. */
const ON_RECORD = 200;

/** A page as partners ask for it. */
const LIST = '/transactions?limit=20';

export const operations = ['create', 'get', 'list'] as const;
export type OperationName = (typeof operations)[number];

export type Targets = Readonly<Record<OperationName, Target>>;

/** A server that is up. */
export interface Side {
  readonly targets: Targets;
  /** Processor time that its process has used, in ms. */
  cpuMs(): Promise<number>;
}

/** Both servers, up, on one database with the same records. */
export interface Sides {
  readonly stack: Side;
  readonly bare: Side;
  /** The calls of the database that one request makes. */
  readonly calls: Readonly<Record<OperationName, string>>;
  stop(): Promise<void>;
}

/** Makes the records, sees what the service calls for each request, and starts both servers. */
export async function startSides(cdkOut: string, onRecord = ON_RECORD): Promise<Sides> {
  const steps: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const step of steps.toReversed()) await step();
  };
  try {
    const engine = await startDynamoDbEngine();
    steps.push(() => engine.stop());
    const [lister, creator] = await makePartners(cdkOut, engine.endpoint, onRecord);
    const { plan, calls } = await seePlan(cdkOut, engine.endpoint, lister, creator);
    const variables = { CDK_OUT: cdkOut, DYNAMODB_ENDPOINT: engine.endpoint };
    const stack = await startChild(HELD_STACK, variables);
    steps.push(() => stack.end());
    const bare = await startChild(BARE_SERVER, variables);
    steps.push(() => bare.end());
    const api = await apiOf(stack);
    const bareUrl = await bare.ask('serve', z.string(), plan);
    return {
      stack: side(stack, {
        create: creationTarget(`${api}/cross-ramp`, creator),
        get: { url: `${api}/transactions/${lister.transactionIds[0]}`, headers: keyOf(lister) },
        list: { url: `${api}${LIST}`, headers: keyOf(lister) },
      }),
      bare: side(bare, {
        create: creationTarget(`${bareUrl}/create`, creator),
        get: { url: `${bareUrl}/get`, headers: keyOf(lister) },
        list: { url: `${bareUrl}/list`, headers: keyOf(lister) },
      }),
      calls,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function side(child: Child, targets: Targets): Side {
  return { targets, cpuMs: () => child.ask('cpuMs', z.number()) };
}

/** A creation of a verified user, each with an idempotency key of its own. */
export function creationTarget(url: string, partner: ReadyPartner): Target {
  return { url, headers: creationHeaders(partner), body: creationBody(partner) };
}

function creationBody({ userId }: ReadyPartner): string {
  return JSON.stringify(new ApiClient('', '', '').crossRamp(userId));
}

function creationHeaders(partner: ReadyPartner): Record<string, string> {
  return { ...keyOf(partner), 'content-type': 'application/json', 'idempotency-key': 'key-[<id>]-measured' };
}

function keyOf({ apiKey }: ReadyPartner): Record<string, string> {
  return { 'partner-api-key': apiKey };
}

/** One partner whose records stay as they are, and one that creates. */
async function makePartners(
  cdkOut: string,
  endpoint: string,
  onRecord: number,
): Promise<readonly [ReadyPartner, ReadyPartner]> {
  const receiver = await startOkReceiver();
  const variables = { CDK_OUT: cdkOut, DYNAMODB_ENDPOINT: endpoint, SANDBOX_STEP_MS: '50' };
  const whole = await startChild(WHOLE_STACK, variables);
  try {
    const lister = await makePartner(whole, receiver.url, onRecord);
    // The first creation saves the payout account that all later ones find.
    return [lister, await makePartner(whole, receiver.url, 1)];
  } finally {
    await whole.end();
    await receiver.stop();
  }
}

async function seePlan(cdkOut: string, endpoint: string, lister: ReadyPartner, creator: ReadyPartner) {
  const proxy = await startRecordingProxy(endpoint);
  const seen = await startChild(HELD_STACK, { CDK_OUT: cdkOut, DYNAMODB_ENDPOINT: proxy.endpoint });
  try {
    const { origin } = new URL(await apiOf(seen));
    const clientOf = ({ apiKey, partnerId }: ReadyPartner) => new ApiClient(origin, apiKey, partnerId);
    const [reader, writer] = [clientOf(lister), clientOf(creator)];
    const create = () =>
      writer.post('/cross-ramp', undefined, {
        raw: creationBody(creator),
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      });
    const get = () => reader.get(`/transactions/${lister.transactionIds[0]}`);
    const list = () => reader.get(LIST);
    // A process reads a key once and remembers it.
    for (const warm of [create, get, list]) await warm();
    let answer = '';
    const creation = await proxy.record(async () => {
      answer = (await create()).text;
    });
    const [got, listed] = [await proxy.record(get), await proxy.record(list)];
    const plan: Plan = {
      create: creationPlan(creation, answer),
      get: readPlan(got),
      list: readPlan(listed),
    };
    return { plan, calls: { create: inWords(creation), get: inWords(got), list: inWords(listed) } };
  } finally {
    await seen.end();
    await proxy.stop();
  }
}

function inWords(calls: readonly RecordedCall[]): string {
  const counts = new Map<string, number>();
  for (const { operation } of calls) counts.set(operation, (counts.get(operation) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
}
