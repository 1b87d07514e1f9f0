/**
 * The packages and modules of Node.js that an instance gets. One that is not listed here cannot be loaded, so nothing
 * reads a clock, a socket or a file of the machine.
 */
import { createRequire } from 'node:module';
import { timers } from './globals';
import type { FunctionProcess } from './process';
import { randomUuid, seededBytes } from './seeded-crypto';

const load = createRequire(import.meta.url);

/** Modules whose functions give the same for the same arguments. */
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

/** Modules that are loaded and not used: whatever is read of them throws when it is called. */
const UNUSED = new Set(['node:dns', 'node:fs', 'node:http', 'node:https']);

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
    undici: () => webModule(instance),
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

/** A module with some members of its own; the others are looked up in the real one, since a start that copied them took twice the time. */
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

/** A package of the SDK with its real commands and errors, and a client that sends to the simulated cloud. */
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
  readonly body: unknown;
  readonly signal?: AbortSignal;
}

/** Of undici, what calls partners' servers. Names and sockets are not simulated. */
function webModule(instance: FunctionProcess): object {
  const request = async (url: string, { method, headers, body, signal }: WebRequest) => {
    const call = { method, url, headers, body: String(body) };
    const answer = await instance.outside.web(instance, call, signal);
    return { statusCode: answer.status, body: oneChunk(answer.body) };
  };
  return { Agent: class SimulatedAgent {}, buildConnector: () => () => undefined, request };
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  if (text !== '') yield Buffer.from(text);
}
