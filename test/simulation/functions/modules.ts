/** Packages and Node.js modules of an instance. No other module can be loaded, so no code reads a real clock, socket or file. */
import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { timers } from './globals';
import type { FunctionProcess } from './process';
import { randomUuid, seededBytes } from './seeded-crypto';

const load = createRequire(import.meta.url);

/** Modules whose functions return the same result for the same arguments. */
const UNCHANGED = new Set([
  '@aws-sdk/util-dynamodb',
  'node:async_hooks',
  'node:buffer',
  'node:events',
  'node:net',
  'node:path',
  'node:stream',
  'node:stream/promises',
  'node:url',
  'node:util',
  'node:zlib',
]);

/** Modules that are loaded but not used. Every function of them throws. */
const UNUSED = new Set(['node:dns', 'node:fs']);

export function instanceModules(instance: FunctionProcess): (name: string) => unknown {
  const own: Readonly<Record<string, () => object>> = {
    'node:crypto': () => cryptoModule(instance),
    'node:timers': () => timers(instance, false),
    'node:timers/promises': () => timersModule(instance),
    '@aws-sdk/client-dynamodb': () => withClient('@aws-sdk/client-dynamodb', 'DynamoDBClient', instance),
    '@aws-sdk/client-eventbridge': () => withClient('@aws-sdk/client-eventbridge', 'EventBridgeClient', instance),
    '@aws-sdk/client-kms': () => withClient('@aws-sdk/client-kms', 'KMSClient', instance),
    '@aws-sdk/client-sqs': () => withClient('@aws-sdk/client-sqs', 'SQSClient', instance),
    '@aws-sdk/lib-dynamodb': () =>
      withOther('@aws-sdk/lib-dynamodb', { DynamoDBDocumentClient: { from: () => newClient(instance) } }),
    'node:http': () => httpModule(instance),
    'node:https': () => httpModule(instance),
  };
  const made = new Map<string, object>();
  return (name) => {
    const module = made.get(name) ?? own[name]?.();
    if (module !== undefined) {
      made.set(name, module);
      return module;
    }
    if (UNCHANGED.has(name)) return load(name);
    if (UNUSED.has(name)) return unusedModule(name);
    throw new Error(`The simulation does not know the module ${name}`);
  };
}

/** Returns a module with some replaced members. The others are read from the real module: copying them doubled the start time. */
function withOther(name: string, members: Readonly<Record<string, unknown>>): object {
  const descriptors = Object.entries(members).map(([member, value]) => [member, { value, enumerable: true }] as const);
  return Object.create(load(name), Object.fromEntries(descriptors));
}

function unusedModule(name: string): object {
  const refuse = (): never => {
    throw new Error(`The simulation does not allow ${name}`);
  };
  return new Proxy({}, { get: (_, member) => (member === '__esModule' ? undefined : refuse), has: () => true });
}

function cryptoModule({ options: { chance } }: FunctionProcess): object {
  return withOther('node:crypto', {
    randomBytes: (size: number) => seededBytes(chance, size),
    randomUUID: () => randomUuid(chance),
  });
}

interface PauseOptions {
  readonly signal?: AbortSignal | undefined;
}

function timersModule(instance: FunctionProcess): object {
  const pause = (ms: number, value?: unknown, { signal }: PauseOptions = {}) =>
    instance.waitFor<unknown>(({ resolve, reject }) => {
      let isOver = false;
      const end = (act: () => void) => {
        if (isOver) return;
        isOver = true;
        act();
      };
      instance.scheduler.after(ms, `${instance.name} pause`, () => end(() => resolve(value)));
      signal?.addEventListener('abort', () => end(() => reject(signal.reason)));
    });
  return { setTimeout: pause, setImmediate: (value?: unknown) => pause(0, value) };
}

/** Returns a package of the AWS SDK with its real commands and errors, and a client for the simulated cloud. */
function withClient(packageName: string, clientName: string, instance: FunctionProcess): object {
  const Client = function SimulatedClient() {
    return newClient(instance);
  };
  return withOther(packageName, { [clientName]: Client });
}

function newClient(instance: FunctionProcess) {
  const { outside } = instance;
  return {
    config: {},
    middlewareStack: { add: () => undefined, remove: () => undefined },
    send: (command: unknown) => outside.service(instance, outside.toCall(command)),
  };
}

interface WebRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

type Respond = (response: object) => void;

/** Node's HTTP client for requests to partners and providers. DNS and sockets are not simulated. */
function httpModule(instance: FunctionProcess): object {
  const request = (url: string, { method, headers, signal }: WebRequest, respond: Respond) => {
    const sent = new EventEmitter();
    const end = (body: unknown = '') => {
      instance.outside.web(instance, { method, url, headers, body: String(body) }, signal).then(
        ({ status, body: text }) => respond(response(status, text)),
        (error: unknown) => sent.emit('error', error),
      );
      return sent;
    };
    return Object.assign(sent, { end, destroy: () => sent });
  };
  return { request };
}

/** Returns a response that is not a stream: the events of a stream would use the clock of the machine. */
function response(statusCode: number, text: string): object {
  return {
    statusCode,
    headers: {},
    on: () => undefined,
    destroy: () => undefined,
    [Symbol.asyncIterator]: () => oneChunk(text),
  };
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  if (text !== '') yield Buffer.from(text);
}
