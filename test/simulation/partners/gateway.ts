/** The connection between a partner's client and a function. Requests and responses can be lost or duplicated. */

import { proxyEvent } from '#local/gateway/proxy-event';
import { type EndpointRow, endpoints } from '#shared/contract/endpoints';
import type { WorldParts } from '#test/simulation/faults';
import type { Outcome } from '#test/simulation/functions/process';
import { randomUuid } from '#test/simulation/functions/seeded-crypto';

/** One way, ms. */
const TRAVEL_MS = { least: 5, most: 80 } as const;
/** Timeout of the gateway for a function, in ms. */
const GATEWAY_MS = 14_500;
/** Timeout of a client, in ms; sometimes shorter than the timeout of the gateway. */
const CLIENT_MS = { least: 4000, most: 20_000 } as const;

export interface ApiRequest {
  /** Operation id. */
  readonly operation: string;
  /** Path parameters. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly key?: string;
  readonly apiKey: string;
}

export interface ApiReply {
  readonly status: number;
  readonly text: string;
}

export interface GatewayWorld extends WorldParts {
  readonly log: (line: string) => void;
  readonly invoke: (operation: string, makeEvent: () => unknown) => Promise<Outcome>;
}

const rows: ReadonlyMap<string, EndpointRow> = new Map(endpoints.map((row) => [row.id, row]));

const unavailable = (status: number): ApiReply => ({ status, text: '' });

export class Gateway {
  requests = 0;
  #latest: ApiReply = unavailable(500);

  constructor(private readonly world: GatewayWorld) {}

  /** Sends a request once. @returns `undefined` if no response arrives in time */
  send(request: ApiRequest): Promise<ApiReply | undefined> {
    const { scheduler, chance, faults } = this.world;
    const { operation } = request;
    this.requests += 1;
    const fault = faults.at('request');
    return new Promise((resolve) => {
      scheduler.after(chance.between(CLIENT_MS.least, CLIENT_MS.most), `client of ${operation} gives up`, () =>
        resolve(undefined),
      );
      if (fault === 'API request lost') return;
      const isLost = fault === 'API response lost';
      void this.#carry(request, isLost ? () => undefined : resolve);
      // A proxy sends the request a second time; the client uses the first response.
      if (fault === 'API request doubled') void this.#carry(request, resolve);
    });
  }

  async #carry(request: ApiRequest, response: (reply: ApiReply) => void): Promise<void> {
    const { scheduler, controls } = this.world;
    await scheduler.pause(this.#travelMs(), `request ${request.operation}`);
    const reply = await this.#invoke(request);
    const given = controls.strikes('responses-crossed') ? this.#latest : reply;
    this.#latest = reply;
    await scheduler.pause(this.#travelMs(), `response ${request.operation} ${given.status}`);
    response(given);
  }

  async #invoke(request: ApiRequest): Promise<ApiReply> {
    const { scheduler, invoke } = this.world;
    const tooLate = scheduler.pause(GATEWAY_MS, `gateway limit of ${request.operation}`).then(() => undefined);
    const event = this.#event(request);
    if (this.world.controls.strikes('requests-logged'))
      this.world.log(JSON.stringify({ message: JSON.stringify(request.body) }));
    const outcome = await Promise.race([invoke(request.operation, () => event), tooLate]);
    if (outcome === undefined) return unavailable(504);
    return outcome.isOk ? toReply(outcome.value) : unavailable(502);
  }

  #travelMs(): number {
    return this.world.chance.between(TRAVEL_MS.least, TRAVEL_MS.most);
  }

  #event({ operation, path = {}, query = {}, body, key, apiKey }: ApiRequest) {
    const { scheduler, chance } = this.world;
    const row = rows.get(operation);
    if (row === undefined) throw new Error(`There is no operation ${operation}`);
    const headers = {
      Host: 'api.example.com',
      'partner-api-key': apiKey,
      'Content-Type': 'application/json',
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    };
    const sent = {
      method: row.method,
      path: row.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? ''),
      query: String(new URLSearchParams(query)),
      rawHeaders: Object.entries(headers).flat(),
      body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
      sourceIp: '203.0.113.7',
      port: 443,
    };
    const frame = {
      ...{ apiId: 'api', stage: 'sandbox', stageVariables: undefined },
      ...{ requestId: randomUuid(chance), resource: row.path, parameters: path },
    };
    const event = proxyEvent(sent, frame, new Date(scheduler.nowMs));
    const state = { requestId: '', startedMs: 0, caller: undefined, body: undefined, headers: {} };
    return { ...event, state };
  }
}

function toReply(value: unknown): ApiReply {
  const isResponse = typeof value === 'object' && value !== null && 'statusCode' in value && 'body' in value;
  if (!isResponse) throw new Error('A function gave no response of the gateway');
  return { status: Number(value.statusCode), text: String(value.body) };
}
