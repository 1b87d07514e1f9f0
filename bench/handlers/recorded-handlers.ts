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
import type { Call } from '../wire/canned';
import { Recorder } from '../wire/recorder';
import { ExampleIds } from './example-ids';
import { gatewayEvent } from './gateway-event';
import { PLAIN_BODIES, preparations, type Setting, story, WITHOUT_QUERY } from './story';

/** A handler, and also what it asks of the cloud in a process that has seen this partner's key before. */
export interface RecordedHandler extends Subject {
  readonly warm: readonly Call[];
}

/** A limit that is never reached, so that its cost is measured. */
const SETTINGS = { SANDBOX_STEP_MS: '50', WEBHOOK_DELAYS_S: '0,0,0,0,0', RATE_LIMIT_RPS: '1000' } as const;
const SECRETS = { banking: 'none', custody: 'none', rates: 'none', 'bank-verification': 'none' };

/**
 * Has every endpoint that takes a partner's key answer its example on a whole local stack, and records what goes over
 * the wire. The stack has ended when this returns.
 * @returns those endpoints' functions, and all others as they are
 */
export function recordHandlers(): Promise<{ handlers: RecordedHandler[]; others: BuiltFunction[] }> {
  return withCleanUp(async (atEnd) => {
    const root = join(import.meta.dirname, '../..');
    const cdkOut = await deployableTemplates({ root, print: () => undefined });
    const stack = await startStack({ port: 0, cdkOut, settings: SETTINGS, logSink: openLogFile(devNull) });
    atEnd(() => stack.stop());
    useLocalTable(stack.dynamodbEndpoint, stack.tableName);
    const issued = await createPartner({ name: 'Measured', stage: 'sandbox', atMs: Date.now() });
    const partner = new Partner({ origin: stack.baseUrl, ...issued });
    const recorder = new Recorder(atEnd);
    const parts = readParts(cdkOut);
    // No endpoint sends to a queue itself; the workers' addresses only have to be there.
    for (const { resource } of parts.ofType('AWS::SQS::Queue'))
      parts.ids.add(resource.stackName, resource.logicalId, { ref: 'http://127.0.0.1:9/queue' });
    const services = {
      dynamodb: await recorder.before(stack.dynamodbEndpoint),
      sqs: await recorder.before(stack.sqsEndpoint),
      eventBridge: await recorder.before(stack.sqsEndpoint),
      s3: await recorder.before(stack.s3Endpoint),
      kms: await recorder.before(stack.kmsEndpoint),
    };
    const settings = { endpoints: services, run: SETTINGS, providerEventsSecrets: SECRETS };
    const { functions, keyFor } = readFunctions(parts, settings);
    const built = (name: string): BuiltFunction => {
      const { folder = '', environment = {} } = functions.find((fn) => fn.name === keyFor(name)) ?? {};
      return { name, folder, bytes: statSync(join(folder, 'index.js')).size, environment };
    };
    const setting = { recorder, partner, receiver: await startReceiver(atEnd), ids: new ExampleIds() };
    const handlers: RecordedHandler[] = [];
    for (const id of story()) handlers.push(await record(id, built(id), setting));
    const others = [...endpoints, ...workers].filter(({ id }) => handlers.every(({ name }) => name !== id));
    return { handlers, others: others.map(({ id }) => built(id)) };
  });
}

async function record(
  id: string,
  fn: BuiltFunction,
  { recorder, ...setting }: Setting & { readonly recorder: Recorder },
): Promise<RecordedHandler> {
  await preparations[id]?.(setting);
  const event = toEvent(id, setting);
  const { status, file } = contractFor(id);
  return withCleanUp(async (atEnd) => {
    const { call } = await startFunction(atEnd, fn);
    let text = '';
    const invoke = async () => {
      const answer = await call.invoke(event);
      text = answer.text;
      if (answer.status !== status) throw new Error(`${id} answered ${answer.status}: ${text}`);
    };
    const calls = await recorder.record(invoke);
    const atMs = Date.now();
    if (file === undefined) setting.ids.learn(exampleFor(id).data, JSON.parse(text).data);
    recorder.replay(calls);
    const warm = await recorder.record(invoke);
    recorder.replay(undefined);
    return { ...fn, event, status, calls, warm, atMs };
  });
}

/** The documentation's example of an endpoint, as the gateway hands it on. */
function toEvent(id: string, { ids, partner }: Setting): APIGatewayProxyEvent {
  const row = endpoints.find((candidate) => candidate.id === id);
  if (row === undefined) throw new Error(`${id} is not in the endpoint table`);
  const { path = {}, query = {}, headers = {}, body } = exampleFor(id);
  const real = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, ids.text(value)]));
  const content = PLAIN_BODIES[id] ?? body;
  return gatewayEvent({
    method: row.method,
    route: row.path,
    parameters: real(path),
    query: String(new URLSearchParams(WITHOUT_QUERY.includes(id) ? {} : real(query))),
    headers: { 'partner-api-key': partner.credentials.apiKey, ...headers },
    body: content === undefined ? undefined : ids.value(content),
  });
}
