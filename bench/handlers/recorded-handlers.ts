import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { loadHandler } from '#local/lambda/bundle';
import { functionGlobals } from '#local/lambda/function-process';
import { invocationContext } from '#local/lambda/invocation-context';
import { openLogFile } from '#local/lambda/log-sink';
import type { LocalFunction } from '#local/lambda/runtime';
import { type RunningStack, startStack } from '#local/stack';
import { currentTemplates } from '#local/start/templates';
import { type FunctionSet, readFunctions } from '#local/wiring/functions';
import { readParts } from '#local/wiring/parts';
import { contractFor, exampleFor } from '#scripts/docs/endpoint-docs';
import { type EndpointRow, endpoints } from '#shared/api/endpoints';
import { workers } from '#shared/api/workers';
import { createPartner } from '#shared/partners/repository';
import { ApiClient } from '#test/support/api-client';
import { startReceiver } from '#test/support/servers/webhook-receiver';
import { withFolder } from '../processes/scratch-folder';
import { gatewayEvent } from './gateway-event';
import { type Recorder, startRecorder } from './recorder';
import { pageQueries, plainBodies, preparations, type Setting, story } from './story';
import { Told } from './told';
import type { RecordedCall } from './wire';

/** A function as it is deployed. */
export interface BuiltFunction {
  readonly id: string;
  /** Holds index.js, the bundle. */
  readonly bundleDir: string;
  readonly bytes: number;
  /** The whole environment; its service addresses have to be replaced. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A handler with a request that it has answered, and what it asked of the cloud for that. */
export interface RecordedHandler extends BuiltFunction {
  readonly id: string;
  readonly event: APIGatewayProxyEvent;
  /** When it answered, epoch ms: quotes on record hold for a minute. */
  readonly answeredMs: number;
  /** Of a new process. */
  readonly cold: readonly RecordedCall[];
  /** Of a process that has seen this partner's key before. */
  readonly warm: readonly RecordedCall[];
}

/** A limit that is never reached, so that its cost is measured. */
const SETTINGS = { SANDBOX_STEP_MS: '50', WEBHOOK_DELAYS_S: '0,0,0,0,0', RATE_LIMIT_RPS: '1000' } as const;

/** Every function: those that take a partner's key with an answer on record, the others as they are. */
export interface Recorded {
  readonly handlers: readonly RecordedHandler[];
  readonly others: readonly BuiltFunction[];
}

let recorded: Promise<Recorded> | undefined;

/**
 * Has every endpoint that takes a partner's key answer its example on a whole local stack, and keeps what went over
 * the wire; once in this process. The stack has ended when this returns.
 */
export function recordedHandlers(): Promise<Recorded> {
  recorded ??= recordHandlers();
  return recorded;
}

function recordHandlers(): Promise<Recorded> {
  return withFolder(recordInto);
}

/** @param logs takes what the functions of the stack print */
async function recordInto(logs: string): Promise<Recorded> {
  const { cdkOut } = await currentTemplates({
    root: resolve(import.meta.dirname, '../..'),
    print: () => undefined,
  });
  const logSink = openLogFile(join(logs, 'functions.log'));
  const stack = await startStack({ port: 0, cdkOut, settings: SETTINGS, logSink });
  const receiver = await startReceiver();
  const recorder = await startRecorder({
    dynamodb: stack.dynamodbEndpoint,
    s3: stack.s3Endpoint,
    kms: stack.kmsEndpoint,
    sqs: stack.sqsEndpoint,
    eventBridge: stack.sqsEndpoint,
  });
  try {
    const setting = { partner: await newPartner(stack), receiver, told: new Told() };
    const functions = functionsOf(cdkOut, recorder);
    const handlers: RecordedHandler[] = [];
    for (const id of story()) handlers.push(await record(id, setting, { functions, recorder }));
    const taken = new Set<string>(handlers.map(({ id }) => id));
    const others = [...endpoints, ...workers].filter(({ id }) => !taken.has(id));
    return { handlers, others: others.map(({ id }) => builtFunction(id, functions.find(id))) };
  } finally {
    await stack.stop();
    await Promise.all([recorder.stop(), receiver.stop()]);
  }
}

async function newPartner(stack: RunningStack): Promise<ApiClient> {
  Object.assign(process.env, {
    TABLE_NAME: stack.tableName,
    AWS_ENDPOINT_URL_DYNAMODB: stack.dynamodbEndpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  const issued = await createPartner({ name: 'Measured', stage: 'sandbox', atMs: Date.now() });
  return new ApiClient(stack.baseUrl, issued.apiKey, issued.partnerId);
}

/** The functions as the templates describe them, with the recorder before every service. */
function functionsOf(cdkOut: string, recorder: Recorder): FunctionSet & { find(id: string): LocalFunction } {
  const parts = readParts(cdkOut);
  // No endpoint sends to a queue itself; the workers' addresses only have to be there.
  for (const { resource } of parts.ofType('AWS::SQS::Queue'))
    parts.ids.add(resource.stackName, resource.logicalId, { ref: 'http://127.0.0.1:9/queue' });
  const set = readFunctions(parts, {
    endpoints: recorder.endpoints,
    run: SETTINGS,
    providerEventsSecrets: { banking: 'none', custody: 'none', rates: 'none', 'bank-verification': 'none' },
  });
  return {
    ...set,
    find(id) {
      const found = set.functions.find(({ name }) => name === set.keyFor(id));
      if (found === undefined) throw new Error(`There is no function ${id}`);
      return found;
    },
  };
}

async function record(
  id: string,
  setting: Setting,
  { functions, recorder }: { functions: ReturnType<typeof functionsOf>; recorder: Recorder },
): Promise<RecordedHandler> {
  await preparations[id]?.(setting);
  const row = endpoints.find((candidate) => candidate.id === id);
  if (row === undefined) throw new Error(`${id} is not in the endpoint table`);
  const fn = functions.find(id);
  const event = eventOf(row, id, setting);
  const globals = functionGlobals(fn.environment, fn.folder, () => undefined);
  const handler = loadHandler(fn.folder, fn.handler, globals);
  const invoke = async (): Promise<string> => {
    const answer: unknown = await handler(structuredClone(event), invocationContext(fn));
    if (typeof answer !== 'object' || answer === null || !('statusCode' in answer) || !('body' in answer))
      throw new Error(`${id} has not answered`);
    if (answer.statusCode !== contractFor(id).status)
      throw new Error(`${id} answered ${answer.statusCode}: ${answer.body}`);
    return String(answer.body);
  };
  recorder.take();
  const text = await invoke();
  const [cold, answeredMs] = [recorder.take(), Date.now()];
  if (contractFor(id).file === undefined) setting.told.learn(exampleFor(id).data, JSON.parse(text).data);
  recorder.replay(cold);
  await invoke();
  const warm = recorder.take();
  recorder.replay(undefined);
  return { ...builtFunction(id, fn), id, event, answeredMs, cold, warm };
}

function builtFunction(id: string, { folder, environment }: LocalFunction): BuiltFunction {
  return { id, bundleDir: folder, bytes: statSync(join(folder, 'index.js')).size, environment };
}

/** The documentation's example of an endpoint, as the gateway hands it on. */
function eventOf(row: EndpointRow, id: string, { told, partner }: Setting): APIGatewayProxyEvent {
  const { path = {}, query = {}, headers = {}, ...example } = exampleFor(id);
  const body = plainBodies[id] ?? example.body;
  const parameters = Object.fromEntries(
    Object.entries(path).map(([name, value]) => [name, told.text(value)]),
  );
  const search = new URLSearchParams(
    Object.entries(pageQueries[id] ?? query).map(([name, value]): [string, string] => [
      name,
      told.text(value),
    ]),
  );
  const text = body === undefined ? '' : JSON.stringify(told.value(body));
  return gatewayEvent({
    method: row.method,
    route: row.path,
    parameters,
    query: String(search),
    headers: { 'partner-api-key': partner.apiKey, ...headers },
    body: text,
  });
}
