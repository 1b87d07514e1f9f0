import { statSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { openLogFile } from '#local/lambda/log-sink';
import { startStack } from '#local/stack';
import { useLocalTable } from '#local/start/local-table';
import { deployableTemplates } from '#local/start/templates';
import { readFunctions } from '#local/wiring/functions';
import { readParts } from '#local/wiring/parts';
import { contractFor, exampleFor } from '#scripts/docs/endpoint-docs';
import { endpoints } from '#shared/api/endpoints';
import { workers } from '#shared/api/workers';
import { createPartner } from '#shared/partners/repository';
import { type BuiltFunction, type Subject, startFunction } from '../functions/subject';
import { withCleanUp } from '../processes';
import { Partner } from '../stack/partner';
import { startReceiver } from '../stack/receiver';
import type { Call } from '../wire/calls';
import { ExampleIds } from './example-ids';
import { requestEvent } from './request-event';
import { PLAIN_BODIES, preparations, type Setting, story, WITHOUT_QUERY } from './story';

/** A handler, and also what it asks of the cloud in a process that has seen this partner's key before. */
export interface RecordedHandler extends Subject {
  readonly warm: readonly Call[];
}

export interface Recordings {
  readonly handlers: readonly RecordedHandler[];
  /** The functions that take no partner's key, as they are. */
  readonly others: readonly BuiltFunction[];
}

/** A limit that is never reached, so that its cost is measured. */
const SETTINGS = { SANDBOX_STEP_MS: '50', WEBHOOK_DELAYS_S: '0,0,0,0,0', RATE_LIMIT_RPS: '1000' } as const;
const SECRETS = { banking: 'none', custody: 'none', rates: 'none', 'bank-verification': 'none' };

/**
 * Has every endpoint that takes a partner's key answer its example on a whole local stack, and records what goes over
 * the wire. The stack has ended when this returns.
 */
export function recordHandlers(): Promise<Recordings> {
  return withCleanUp(async (atEnd) => {
    const root = join(import.meta.dirname, '../..');
    const cdkOut = await deployableTemplates({ root, print: () => undefined });
    const stack = await startStack({ port: 0, cdkOut, settings: SETTINGS, logSink: openLogFile(devNull) });
    atEnd(() => stack.stop());
    useLocalTable(stack.dynamodbEndpoint, stack.tableName);
    const { apiKey, partnerId } = await createPartner({ name: 'Measured', stage: 'sandbox', atMs: Date.now() });
    const partner = new Partner({ origin: stack.baseUrl, apiKey, partnerId });
    const parts = readParts(cdkOut);
    // No endpoint sends to a queue itself; the workers' addresses only have to be there.
    for (const { resource } of parts.ofType('AWS::SQS::Queue'))
      parts.ids.add(resource.stackName, resource.logicalId, { ref: 'http://127.0.0.1:9/queue' });
    const { dynamodbEndpoint: dynamodb, sqsEndpoint: sqs, s3Endpoint: s3, kmsEndpoint: kms } = stack;
    const services = { dynamodb, sqs, s3, kms, eventBridge: sqs };
    const settings = { endpoints: services, run: SETTINGS, providerEventsSecrets: SECRETS };
    const { functions, keyFor } = readFunctions(parts, settings);
    const built = (name: string): BuiltFunction => {
      const { folder = '', environment = {} } = functions.find((fn) => fn.name === keyFor(name)) ?? {};
      return { name, folder, bytes: statSync(join(folder, 'index.js')).size, environment };
    };
    const setting = { partner, apiKey, receiver: await startReceiver(atEnd), ids: new ExampleIds() };
    const handlers: RecordedHandler[] = [];
    for (const id of story()) handlers.push(await record(built(id), setting));
    const others = [...endpoints, ...workers].filter(({ id }) => handlers.every(({ name }) => name !== id));
    return { handlers, others: others.map(({ id }) => built(id)) };
  });
}

async function record(fn: BuiltFunction, setting: Setting): Promise<RecordedHandler> {
  const { name } = fn;
  await preparations[name]?.(setting);
  const event = toEvent(name, setting);
  const { status, file } = contractFor(name);
  return withCleanUp(async (atEnd) => {
    const { call } = await startFunction(atEnd, fn);
    const invoke = async () => {
      const answer = await call.invoke(event);
      if (answer.status !== status) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
      return answer;
    };
    const { text, calls } = await invoke();
    const atMs = Date.now();
    if (file === undefined) setting.ids.learn(exampleFor(name).data, JSON.parse(text).data);
    await call.replay(calls);
    const { calls: warm } = await invoke();
    return { ...fn, event, status, calls, warm, atMs };
  });
}

/** The documentation's example of an endpoint, as the gateway hands it on. */
function toEvent(id: string, { ids, apiKey }: Setting): APIGatewayProxyEvent {
  const row = endpoints.find((candidate) => candidate.id === id);
  if (row === undefined) throw new Error(`${id} is not in the endpoint table`);
  const { path = {}, query = {}, headers = {}, body } = exampleFor(id);
  const real = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, ids.text(value)]));
  const content = PLAIN_BODIES[id] ?? body;
  return requestEvent(row, {
    parameters: real(path),
    query: WITHOUT_QUERY.includes(id) ? {} : real(query),
    headers: { 'partner-api-key': apiKey, ...headers },
    body: content === undefined ? undefined : ids.value(content),
  });
}
