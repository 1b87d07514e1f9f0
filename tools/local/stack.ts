import { reportToStderr } from '#local/engines/local-cloud';
import { PartnerBuses } from '#local/events/partner-buses';
import { type ApiDescription, describeApi, type Integration } from '#local/gateway/api-description';
import type { ResponseObserver } from '#local/gateway/finished-request';
import { startGateway } from '#local/gateway/server';
import type { RunVariables } from '#local/lambda/function-environment';
import type { InvocationResult } from '#local/lambda/invocation';
import type { LogSink } from '#local/lambda/log-sink';
import { FunctionRuntime, type InvocationObserver, type LocalFunction } from '#local/lambda/runtime';
import type { InertEntry } from '#local/template/check-inventory';
import { isObject } from '#local/template/json';
import { readPart, restApiSchema, stageSchema } from '#local/template/property-schemas';
import { startControl } from '#local/wiring/control';
import { type Engines, startEngines } from '#local/wiring/engines';
import { startBus, startEventSources } from '#local/wiring/event-sources';
import { readFunctions } from '#local/wiring/functions';
import { type Parts, readParts } from '#local/wiring/parts';
import { Shutdown } from '#local/wiring/shutdown';
import { newWebhookSecret } from '#shared/http/signature';
import { type Reporter, reporters } from '#shared/transactions/domain/reporters';
import { recordFrom } from '#shared/values/record-from';
import { startItemExpiry } from './engines/dynamodb/item-expiry';

export interface StackOptions {
  /** Port of the API; 0 selects a free port. */
  readonly port: number;
  /** Folder that keeps the data across restarts. Without a folder, the data is lost when the process ends. */
  readonly dataDir?: string | undefined;
  /** Folder of the synthesized templates. */
  readonly cdkOut: string;
  /**
   * Folder with one subfolder per function bundle. If `functionsDir` is a promise, requests wait until the promise resolves.
   * @default the assets that the templates reference
   */
  readonly functionsDir?: string | Promise<string> | undefined;
  /**
   * If true, only requests invoke functions: streams, queues and schedules are off, and table items do not expire.
   * @default false
   */
  readonly apiOnly?: boolean | undefined;
  /** Environment variables of the functions, for example `QUOTE_TTL_S`. These values override the values in the templates. */
  readonly settings?: RunVariables;
  /** Multiplies the time limits of functions and of the gateway, for tests on a busy machine. @default 1 */
  readonly timeLimitFactor?: number | undefined;
  readonly logSink: LogSink;
  readonly onResponse?: ResponseObserver | undefined;
  /** Called with the event of each invocation, before the invocation starts. */
  readonly onInvoke?: InvocationObserver | undefined;
}

export interface RunningStack {
  /** URL of the API without a path. */
  readonly baseUrl: string;
  readonly dynamodbEndpoint: string;
  readonly sqsEndpoint: string;
  readonly s3Endpoint: string;
  readonly kmsEndpoint: string;
  /** URL of the control service, which proves that the stack is running and lists the events on partners' event buses. */
  readonly controlEndpoint: string;
  /** HMAC key with which programs of the same operating system user check that the control service belongs to this stack. */
  readonly controlSecret: string;
  readonly tableName: string;
  readonly bucketNames: readonly string[];
  /** Queue URLs by the name of their stack output without `Url`, e.g. output StepsQueueUrl → `stepsQueue`. */
  readonly queues: Readonly<Record<string, string>>;
  readonly stage: string;
  /** Secrets by provider. A provider signs requests to `POST /provider-events` with its secret. Each run creates new secrets. */
  readonly providerEventsSecrets: Readonly<Record<Reporter, string>>;
  /** Functions by their id in `endpoints` or `workers` (shared/contract). */
  readonly functions: Readonly<Record<string, LocalFunction>>;
  /** Resources in the templates that the local stack does not run, with the reasons. */
  readonly inert: readonly InertEntry[];
  /** Invokes a function by its id in `endpoints` or `workers` (shared/contract). */
  invoke(functionId: string, event: unknown): Promise<InvocationResult>;
  /** Reloads the functions in these bundle folders at their next invocation. Running invocations finish with the old code. */
  reload(folders: readonly string[]): void;
  /** Resolves when the event bus has delivered every event accepted before this call. */
  eventsSettled(): Promise<void>;
  /** Resolves when no invocation is running. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Maximum wait for running invocations when the stack stops, in milliseconds. */
const DRAIN_MS = 1500;

/**
 * Starts the resources of the templates on this machine, except those in `inert`.
 * @throws Error if the local stack does not support a template, or a component fails to start. Started ones are then stopped
 */
export async function startStack(options: StackOptions): Promise<RunningStack> {
  const shutdown = new Shutdown();
  try {
    return await start(options, shutdown);
  } catch (error) {
    await shutdown.run(reportToStderr);
    throw error;
  }
}

/** Creates a secret for each provider that sends events. */
export function newEventSecrets(): Readonly<Record<Reporter, string>> {
  return recordFrom(
    reporters,
    (name) => name,
    () => newWebhookSecret(),
  );
}

async function start(options: StackOptions, shutdown: Shutdown): Promise<RunningStack> {
  const { dataDir, port, apiOnly = false, timeLimitFactor } = options;
  const settings: RunVariables = options.settings ?? {};
  const providerEventsSecrets = newEventSecrets();
  const parts = readParts(options.cdkOut);
  const engines = await startEngines(parts, dataDir, shutdown);
  const partnerBuses = new PartnerBuses();
  const bus = await startBus(parts, engines, { shutdown, partnerBuses });
  const endpoints = {
    dynamodb: engines.dynamodbEndpoint,
    sqs: engines.queuesEndpoint,
    s3: engines.bucketsEndpoint,
    kms: engines.kmsEndpoint,
    eventBridge: bus.endpoint,
  };
  const { functions, byId, keyFor } = readFunctions(parts, {
    endpoints,
    run: settings,
    providerEventsSecrets,
    inFolders: options.functionsDir !== undefined,
    timeLimitFactor,
  });
  const runtime = new FunctionRuntime(functions, options.logSink, options.functionsDir, options.onInvoke);
  shutdown.add('Functions', () => runtime.drain(DRAIN_MS));
  if (!apiOnly) startItemExpiries(engines, settings, shutdown);
  if (!apiOnly) await startEventSources(parts, engines, { invoker: runtime, dataDir, shutdown });
  const rest = readRestApi(parts, new Set(functions.map(({ name }) => name)));
  const gateway = await startGateway({
    ...{ ...rest, invoker: runtime, port, timeLimitFactor, onResponse: options.onResponse },
  });
  shutdown.add('Gateway', () => gateway.stop());

  const control = await startControl(partnerBuses);
  shutdown.add('Control', () => control.stop());
  // The queues are in memory and start empty. Send the messages of all scheduled items, also those that are due later, if the
  // table was kept from the last run.
  if (!apiOnly && engines.tables.some(({ isKept }) => isKept)) {
    const rebuilt = await runtime.invoke(keyFor('redriveOverdue'), { rebuild: true });
    if (!rebuilt.ok) reportToStderr(`The queues could not be filled from the table: ${rebuilt.message}`);
  }
  return {
    baseUrl: gateway.baseUrl,
    dynamodbEndpoint: engines.dynamodbEndpoint,
    sqsEndpoint: engines.queuesEndpoint,
    s3Endpoint: engines.bucketsEndpoint,
    kmsEndpoint: engines.kmsEndpoint,
    controlEndpoint: control.endpoint,
    controlSecret: control.secret,
    tableName: singleTable(engines),
    bucketNames: engines.bucketNames,
    queues: queueUrls(parts, engines),
    stage: rest.stage,
    providerEventsSecrets,
    functions: byId,
    inert: parts.inert,
    invoke: async (functionId, event) => runtime.invoke(keyFor(functionId), event),
    reload: (folders) => runtime.reload(folders),
    eventsSettled: () => bus.settled(),
    idle: () => runtime.idle(),
    stop: () => shutdown.run(reportToStderr),
  };
}

function startItemExpiries(engines: Engines, settings: RunVariables, shutdown: Shutdown): void {
  const offsetMs = Number(settings.CLOCK_OFFSET_S ?? 0) * 1000;
  for (const { tableName, properties } of engines.tables) {
    const ttl = properties.TimeToLiveSpecification;
    if (ttl === undefined) continue;
    const expiry = startItemExpiry({
      endpoint: engines.dynamodbEndpoint,
      tableName,
      attributeName: ttl.AttributeName,
      nowMs: () => Date.now() + offsetMs,
    });
    shutdown.add('Expiry of items', () => expiry.stop());
  }
}

function singleTable({ tables }: Engines): string {
  const [table] = tables;
  if (table === undefined || tables.length > 1)
    throw new Error(`The templates contain ${tables.length} tables instead of one`);
  return table.tableName;
}

/** Returns the queue URLs from the outputs of the top-level stacks, by output name. Skips nested stacks. */
function queueUrls({ assembly, resolver }: Parts, { queuesByArn }: Engines): Record<string, string> {
  const known = new Set([...queuesByArn.values()].map(({ url }) => url));
  const urls: Record<string, string> = {};
  for (const { stackName, outputs, parent } of assembly.stacks) {
    if (parent !== undefined) continue;
    for (const [id, output] of Object.entries(outputs)) {
      if (!id.endsWith('Url') || !isObject(output)) continue;
      const url = resolver.resolve(stackName, output.Value);
      if (typeof url !== 'string' || !known.has(url)) continue;
      const name = id.replace(/Url$/, '');
      urls[`${name.charAt(0).toLowerCase()}${name.slice(1)}`] = url;
    }
  }
  return urls;
}

/** The REST API in the templates, and its stage. */
interface RestApi {
  readonly api: ApiDescription;
  readonly apiId: string;
  readonly stage: string;
}

/**
 * Reads the REST API from the templates.
 * @throws Error if there is not exactly one API with one stage, or a route refers to an unknown function
 */
function readRestApi(parts: Parts, functionKeys: ReadonlySet<string>): RestApi {
  const rest = single(parts.ofType('AWS::ApiGateway::RestApi'), 'REST API');
  const stage = readPart(
    single(parts.ofType('AWS::ApiGateway::Stage'), 'API stage').resource,
    stageSchema,
    parts.resolver,
  );
  const { Body, MinimumCompressionSize } = readPart(rest.resource, restApiSchema, parts.resolver);
  const described = describeApi(Body);
  for (const { path, methods } of described.routes) {
    for (const integration of methods.values()) checkTarget(integration, path, functionKeys);
  }
  return {
    api: {
      ...described,
      minimumCompressionBytes: MinimumCompressionSize,
    },
    apiId: rest.name,
    stage: stage.StageName,
  };
}

function checkTarget(integration: Integration, path: string, functionKeys: ReadonlySet<string>): void {
  if (integration.kind === 'proxy' && !functionKeys.has(integration.functionKey)) {
    throw new Error(`Path ${path} calls ${integration.functionKey}, which is not a function of the templates`);
  }
}

function single<Part>(found: readonly Part[], what: string): Part {
  const [first, ...more] = found;
  if (first === undefined || more.length > 0)
    throw new Error(`The templates contain ${found.length} of ${what} instead of one`);
  return first;
}
