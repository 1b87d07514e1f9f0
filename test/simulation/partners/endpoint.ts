/** A partner's webhook endpoint. For minutes or hours, it works, rejects some requests, is slow, or does not respond. */
import type { WorldParts } from '#test/simulation/faults';
import type { FunctionProcess, WebCall, WebReply } from '#test/simulation/functions/process';

const TRAVEL_MS = { least: 10, most: 300 } as const;
const SLOW_MS = { least: 1500, most: 30_000 } as const;
/** Time until the state of an endpoint changes, in ms. */
const CHANGES_MS = { least: 300_000, most: 7_200_000 } as const;

const states = ['well', 'well', 'well', 'refuses some', 'slow', 'dead', 'unreachable'] as const;
type State = (typeof states)[number];

/** A received webhook request. */
export interface ReceivedPost extends WebCall {
  readonly id: string;
  /** Epoch ms. */
  readonly atMs: number;
  /** True if the endpoint returned 2xx, or would have if the connection had not failed. */
  readonly isAccepted: boolean;
}

/** A delivery attempt, whether the endpoint received it or not. */
export interface SentPost {
  readonly id: string;
  /** Epoch ms. */
  readonly atMs: number;
}

export class SimulatedEndpoint {
  readonly received: ReceivedPost[] = [];
  readonly sent: SentPost[] = [];
  /** Ids of notifications for which every attempt crashes the function. */
  readonly #poisoned = new Set<string>();
  #state: State = 'well';
  #isWellForGood = false;

  constructor(
    readonly url: string,
    private readonly world: WorldParts,
  ) {}

  /** Starts to change the state at random times. */
  start(): void {
    const { scheduler, chance } = this.world;
    scheduler.after(chance.between(CHANGES_MS.least, CHANGES_MS.most), 'an endpoint changes', () => {
      if (this.#isWellForGood) return;
      this.#state = chance.pick(states);
      if (this.#state !== 'well') this.world.faults.count(`endpoint ${this.#state}`);
      this.start();
    });
  }

  recover(): void {
    this.#isWellForGood = true;
    this.#poisoned.clear();
    this.#state = 'well';
  }

  /** Receives a webhook request. The response or connection error comes after a virtual delay, or never. */
  post(caller: FunctionProcess, call: WebCall, signal: AbortSignal | undefined): Promise<WebReply> {
    const { faults, chance, controls } = this.world;
    const fault = faults.at('post');
    this.sent.push({ id: idOf(call), atMs: this.world.scheduler.nowMs });
    if (fault === 'webhook ends each function') this.#poisoned.add(idOf(call));
    return caller.waitFor(({ resolve, reject }) => {
      if (this.#poisoned.has(idOf(call))) return this.#later('ends its function', () => caller.crash('crash'));
      let isOpen = true;
      const once = (act: () => void) => {
        if (!isOpen) return;
        isOpen = false;
        act();
      };
      signal?.addEventListener('abort', () => once(() => reject(signal.reason)));
      if (this.#state === 'unreachable') return this.#later('refused', () => once(() => reject(refused())));
      if (this.#state === 'dead' || fault === 'webhook lost') return;
      if (controls.strikes('webhooks-unsent'))
        return this.#later('unsent', () => once(() => resolve({ status: 200, body: '' })));
      const status = this.#state === 'refuses some' && chance.happens(0.7) ? chance.pick([500, 503, 429, 404]) : 200;
      this.#later('posted', () => this.#take(call, status));
      if (fault === 'webhook doubled') this.#later('posted again', () => this.#take(call, status));
      if (fault === 'webhook accepted and its response lost')
        return this.#later('cut', () => once(() => reject(reset())), TRAVEL_MS.most);
      const slowMs = this.#state === 'slow' ? chance.between(SLOW_MS.least, SLOW_MS.most) : 0;
      this.#later(
        `returned ${status}`,
        () => once(() => resolve({ status, body: status === 200 ? '' : '{"error":"busy"}' })),
        TRAVEL_MS.most + slowMs,
      );
    });
  }

  #take(call: WebCall, status: number): void {
    const { scheduler, controls } = this.world;
    const body = controls.strikes('bodies-changed') ? call.body.replace(/\d(?=\D*$)/, '7') : call.body;
    this.received.push({ ...call, body, id: idOf(call), atMs: scheduler.nowMs, isAccepted: status === 200 });
  }

  #later(what: string, happen: () => void, moreMs = 0): void {
    const { scheduler, chance } = this.world;
    scheduler.after(moreMs + chance.between(TRAVEL_MS.least, TRAVEL_MS.most), `webhook ${what}`, happen);
  }
}

const idOf = ({ headers }: WebCall): string => headers['webhook-id'] ?? '';

const refused = () => Object.assign(new Error('Connection refused'), { code: 'ECONNREFUSED' });
const reset = () => Object.assign(new Error('Connection reset'), { code: 'ECONNRESET' });
