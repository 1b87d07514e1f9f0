/**
 * Runs a handler with in-memory services, without ports, processes and files. `createWorld` sets up a stage with a partner. A
 * test stores its data, calls the handler and checks the stored items.
 */
import type { Context } from 'aws-lambda';
import { onTestFinished, vi } from 'vitest';
import { proxyEvent } from '#local/gateway/proxy-event';
import { endpoints, workers } from '#shared/contract/endpoints';
import { type PendingWrite, writeAtomically } from '#shared/dynamodb/unit-of-work';
import type { RequestEvent } from '#shared/handlers/request-event';
import type { GatewayResult } from '#shared/http/gateway-event';
import { newWebhookSecret } from '#shared/http/signature';
import { prepareApiKey } from '#shared/partners/api-keys/records/repository';
import { findCaller, markUsed } from '#shared/partners/api-keys/repository';
import type { KeyScope } from '#shared/partners/domain/key-scopes';
import type { PartnerFlow } from '#shared/partners/domain/partner';
import { createPartner, findPartner, setSuspended } from '#shared/partners/repository';
import { takeMetrics } from '#shared/platform/observability/log';
import { circuitBreakerFor } from '#shared/platform/providers/circuit-breaker';
import { providers } from '#shared/platform/providers/registry';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { transactionCreationWrites } from '#shared/transactions/repository';
import type { User } from '#shared/users/domain/user';
import { findUser, insertUser } from '#shared/users/repository';
import { newId } from '#shared/values/ids';
import type { StageName } from '#shared/values/stage-name';
import { saveEndpoint } from '#shared/webhooks/endpoints/repository';
import { readDefaultEndpoint } from '#shared/webhooks/endpoints/response';
import { sealSecret } from '#shared/webhooks/endpoints/secret-encryption';
import { aUser } from '#test/support/builders/users';
import { lambdaContext } from '#test/support/gateway-event';
import { MemoryBucket } from './bucket';
import { assertDocumented } from './documented-codes';
import { type FunctionRow, processEnvironment, WEBHOOK_KEY_ID } from './environment';
import { CapturedLog } from './log';
import { fixRandomness } from './randomness';
import { MemoryBus, MemoryKeys, MemoryQueues } from './services';
import { ControlledTable } from './table/controlled-table';
import { MemoryWeb } from './web';

export interface TestPartner {
  readonly id: string;
  readonly apiKey: string;
}

/** A handler of API Gateway requests. */
export type EndpointHandler = (event: RequestEvent, context: Context) => Promise<GatewayResult>;

export interface TestRequest {
  /** Path parameters. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent unchanged, other values as JSON. */
  readonly body?: unknown;
  /** Partner whose key is sent, or `null` for no key. @default the partner of the world */
  readonly partner?: TestPartner | null;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Parsed JSON body; `undefined` for other bodies. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert what they find in it
  readonly body: any;
}

const KEY = 'partner-api-key';
const HOST = 'api.example.com';
/** Secrets of the stage for requests to and from providers. */
export const PROVIDER_SECRETS = {
  apiKey: 'provider-key-0123456789',
  callbackSecrets: [`whsec_${Buffer.alloc(32, 7).toString('base64')}`],
};

/**
 * Sets up a stage with a partner, to test one function. The world ends with the test.
 * @param id id of the function in the endpoint table or worker table
 */
export async function createWorld(id: string, { stage = 'sandbox' }: { stage?: StageName } = {}): Promise<World> {
  const row = [...endpoints, ...workers].find((candidate) => candidate.id === id);
  if (row === undefined) throw new Error(`${id} is in no table`);
  const world = new World(row, stage);
  onTestFinished(({ task }) => {
    world.end();
    // Prints the logged errors of a failed test. An unexpected error returns 500, and only the log contains its stack.
    const errors = task.result?.state === 'fail' ? world.log.lines.filter(({ level }) => level === 'error') : [];
    if (errors.length > 0) console.error(errors);
  });
  world.partner = await world.newPartner();
  return world;
}

export class World {
  readonly #randomness = fixRandomness();
  readonly #environment: Readonly<Record<string, string>>;
  readonly log = new CapturedLog();
  readonly table: ControlledTable;
  readonly keys = new MemoryKeys();
  readonly queues = new MemoryQueues();
  readonly bus = new MemoryBus();
  readonly files = new MemoryBucket();
  readonly web = new MemoryWeb();
  /** `createWorld` sets the partner. */
  partner: TestPartner = { id: '', apiKey: '' };

  constructor(
    private readonly row: FunctionRow,
    private readonly stage: StageName,
  ) {
    this.#environment = ownAddresses(processEnvironment(row, stage), Math.random());
    for (const [name, value] of Object.entries(this.#environment)) vi.stubEnv(name, value);
    this.table = new ControlledTable(this.#environment.TABLE_NAME ?? '');
    this.web.on('https://secretsmanager.', { body: { SecretString: JSON.stringify(PROVIDER_SECRETS) } });
    closeCircuits();
    takeMetrics();
  }

  /** Creates a partner with a key. By default, the partner has all flows. */
  async newPartner({
    name = 'Acme',
    ...options
  }: {
    name?: string;
    flows?: readonly PartnerFlow[];
  } = {}): Promise<TestPartner> {
    const { partnerId, apiKey } = await createPartner({ name, stage: this.stage, atMs: Date.now(), ...options });
    return { id: partnerId, apiKey };
  }

  /** Returns the partner with another key that is restricted to scopes. */
  async restricted(...scopes: readonly KeyScope[]): Promise<TestPartner> {
    const partner = await findPartner(this.partner.id);
    if (partner === undefined) throw new Error('The world has no partner');
    const { issued, writes } = prepareApiKey(partner, { stage: this.stage, name: 'Restricted', scopes }, Date.now());
    await this.store(...writes);
    return { ...this.partner, apiKey: issued.apiKey };
  }

  /** Uses the partner's key, so that the process caches it and today's use is stored. */
  async useKey({ apiKey }: TestPartner = this.partner): Promise<void> {
    const atMs = Date.now();
    const caller = await findCaller(apiKey, atMs);
    if (caller !== undefined) await markUsed(apiKey, caller, atMs);
  }

  /** Suspends the partner. */
  suspend(partner: TestPartner = this.partner): Promise<void> {
    return setSuspended(partner.id, true, { atMs: Date.now() });
  }

  async user(overrides: Partial<User> = {}): Promise<User> {
    const user = aUser({ partnerId: this.partner.id, ...overrides });
    await insertUser(user);
    return user;
  }

  verifiedUser(overrides: Partial<User> = {}): Promise<User> {
    return this.user({ kycStatus: 'VERIFIED', ...overrides });
  }

  /** Stores a transaction of the partner, for example `anOnRamp()`, and its user if the user does not exist. */
  async transaction<T extends Transaction>(transaction: T): Promise<T> {
    const own = { ...transaction, partnerId: this.partner.id };
    if ((await findUser(own.userId)) === undefined) await this.verifiedUser({ id: own.userId });
    await this.store(...transactionCreationWrites(own));
    return own;
  }

  /** Executes writes that repositories build, for example `bankAccountCreationWrites(…)`. */
  store(...writes: readonly PendingWrite[]): Promise<void> {
    return writeAtomically(writes);
  }

  /** Sets a webhook URL with an encrypted secret. */
  async webhookTarget(
    url = 'https://partner.example.com/hooks',
  ): Promise<{ readonly url: string; readonly secret: string }> {
    const stored = await readDefaultEndpoint({ partnerId: this.partner.id });
    const secret = newWebhookSecret();
    const sealed = await this.withVariable('WEBHOOK_KEY_ID', WEBHOOK_KEY_ID, () => sealSecret(secret, this.partner.id));
    const secrets = [{ id: newId(Date.now()), sealed }];
    await saveEndpoint(stored, { ...stored.endpoint, url, secrets }, { nowMs: Date.now() });
    return { url, secret };
  }

  /** Sets an environment variable while `work` runs, for example a variable that only another function has. */
  async withVariable<T>(name: string, value: string, work: () => Promise<T>): Promise<T> {
    vi.stubEnv(name, value);
    try {
      return await work();
    } finally {
      vi.stubEnv(name, this.#environment[name]);
    }
  }

  /** Advances the clock. */
  advance(ms: number): void {
    vi.setSystemTime(Date.now() + ms);
  }

  /** Calls the handler of an endpoint as API Gateway does. */
  async call(handler: EndpointHandler, request: TestRequest = {}): Promise<TestResponse> {
    const { statusCode, headers = {}, body } = await handler(this.event(request), lambdaContext());
    const isJson = String(headers['content-type'] ?? '').startsWith('application/json') && body !== '';
    const parsed = isJson ? JSON.parse(body) : undefined;
    if ('method' in this.row && parsed?.success === false) assertDocumented(this.row, parsed);
    return { status: statusCode, headers, text: body, body: parsed };
  }

  /** Builds the API Gateway event of a request. */
  event({ path = {}, query = {}, headers = {}, body, partner = this.partner }: TestRequest): RequestEvent {
    const { row } = this;
    if (!('method' in row)) throw new Error(`${row.id} is no endpoint`);
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const sent = {
      Host: HOST,
      'User-Agent': 'partner/1.0',
      ...(typeof body === 'object' ? { 'Content-Type': 'application/json' } : {}),
      ...(row.scope === 'partner' && partner !== null ? { [KEY]: partner.apiKey } : {}),
      ...headers,
    };
    const requestId = '11111111-1111-4111-8111-111111111111';
    const event = proxyEvent(
      {
        method: row.method,
        path: row.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? ''),
        query: String(new URLSearchParams(query)),
        rawHeaders: Object.entries(sent).flat(),
        body: Buffer.from(text ?? ''),
        sourceIp: '203.0.113.7',
        port: 443,
      },
      {
        ...{ apiId: 'api', stage: this.stage, stageVariables: undefined },
        ...{ requestId, resource: row.path, parameters: path },
      },
      new Date(),
    );
    if (event === undefined) throw new Error('The query is not valid');
    return { ...event, state: { requestId: '', startedMs: 0, caller: undefined, body: undefined, headers: {} } };
  }

  /**
   * Restores everything that the world replaced.
   * @throws Error if the handler sent a request to an address for which the test has set no response
   */
  end(): void {
    for (const part of [this.web, this.files, this.bus, this.queues, this.keys, this.table, this.log]) part.restore();
    vi.unstubAllEnvs();
    this.#randomness.restore();
    if (this.web.unserved.length > 0) throw new Error(`Nothing serves ${this.web.unserved.join(', ')}`);
  }
}

/** Makes the URLs of providers and the ARNs of their secrets unique for each world, because modules cache data by URL and ARN. */
function ownAddresses(environment: Readonly<Record<string, string>>, number: number): Readonly<Record<string, string>> {
  const suffix = String(Math.floor(number * 2 ** 32));
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => {
      if (name.endsWith('_SECRET_ARN')) return [name, `${value}${suffix}`];
      return [name, /^(?!.*QUEUE).*_URL$/.test(name) ? `${value}/${suffix}` : value];
    }),
  );
}

/** Closes the circuit breakers of all providers, because earlier tests can have opened them. */
function closeCircuits(): void {
  for (const { name } of providers) circuitBreakerFor(name).recordOutcome('responded');
  circuitBreakerFor('custody', 'balances').recordOutcome('responded');
}
