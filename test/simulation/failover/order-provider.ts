/** A provider of payouts and conversions that both Regions order of. It knows repetitions by their key, and loses requests and answers. */
import type { FunctionProcess, WebCall, WebReply } from '#test/simulation/functions/process';
import type { EndpointWorld } from '#test/simulation/partners/endpoint';

export const ORDERS_URL = 'https://orders.example.com/';
const TRAVEL_MS = { least: 10, most: 300 } as const;
/** Time from an order until it is carried out. */
const WORK_MS = { least: 5000, most: 900_000 } as const;
const FAILED = 0.1;

interface Known {
  readonly doneAtMs: number;
  readonly end: 'COMPLETED' | 'FAILED';
}

export class OrderProvider {
  readonly #known = new Map<string, Known>();
  /** Regions that have ordered, by key: a payout's key is the id of its transaction. */
  readonly orderedFrom = new Map<string, Set<string>>();

  constructor(private readonly world: EndpointWorld) {}

  take(caller: FunctionProcess, call: WebCall): Promise<WebReply> {
    const { faults, scheduler, chance } = this.world;
    const fault = faults.at('refund');
    return caller.waitFor(({ resolve, reject }) => {
      const fail = () => reject(new Error('No answer came'));
      const later = (what: string, happen: () => void) =>
        scheduler.after(chance.between(TRAVEL_MS.least, TRAVEL_MS.most), `order ${what}`, happen);
      if (fault === 'refund lost') later('lost', fail);
      else
        later('taken', () => {
          const key = call.method === 'POST' ? this.#accept(caller, call) : (call.url.split('/').at(-1) ?? '');
          if (fault === 'refund ordered and its caller ends') caller.crash('crash');
          else if (fault === 'refund ordered and its answer lost') later('cut', fail);
          else later('answered', () => resolve({ status: 200, body: JSON.stringify(this.#state(key)) }));
        });
    });
  }

  #accept({ options }: FunctionProcess, { url, headers }: WebCall): string {
    const { scheduler, chance } = this.world;
    // A conversion of a transaction and its payout have the same key, at different paths.
    const key = `${url.slice(ORDERS_URL.length)}:${headers['idempotency-key'] ?? ''}`;
    const region = options.environment.AWS_REGION ?? '';
    this.orderedFrom.set(key, (this.orderedFrom.get(key) ?? new Set()).add(region));
    const doneAtMs = scheduler.nowMs + chance.between(WORK_MS.least, WORK_MS.most);
    if (!this.#known.has(key)) this.#known.set(key, { doneAtMs, end: chance.happens(FAILED) ? 'FAILED' : 'COMPLETED' });
    return key;
  }

  #state(reference: string) {
    const found = this.#known.get(decodeURIComponent(reference));
    if (found === undefined) throw new Error(`An unknown order: ${reference}`);
    const isDone = found.doneAtMs <= this.world.scheduler.nowMs;
    const end = found.end === 'FAILED' ? { status: found.end, reason: 'ACCOUNT_CLOSED' } : { status: found.end };
    return { reference: decodeURIComponent(reference), ...(isDone ? end : { status: 'PENDING' }) };
  }
}
