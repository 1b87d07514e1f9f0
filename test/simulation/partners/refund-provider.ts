/** A simulated refund provider. It recognizes repeated orders by their key, and loses requests and responses. */

import * as z from 'zod/mini';
import type { WorldParts } from '#test/simulation/faults';
import type { FunctionProcess, WebCall, WebReply } from '#test/simulation/functions/process';

export const REFUNDS_URL = 'https://refunds.example.com/refunds';
const TRAVEL_MS = { least: 10, most: 300 } as const;
/** Fraction of the orders that the provider forgets and therefore pays twice if the run has the planted bug `refunds-doubled`. */
const DOUBLED = 0.3;

const order = z.object({ transactionId: z.string(), refundId: z.string(), amount: z.string(), currency: z.string() });

/** A paid refund. */
export type PaidRefund = z.infer<typeof order>;

export class RefundProvider {
  readonly paid: PaidRefund[] = [];
  readonly #known = new Set<string>();

  constructor(private readonly world: WorldParts) {}

  take(caller: FunctionProcess, call: WebCall): Promise<WebReply> {
    const { faults, controls } = this.world;
    const fault = faults.at('refund');
    return caller.waitFor(({ resolve, reject }) => {
      const fail = () => reject(new Error('No response came'));
      if (fault === 'refund lost') return this.#later('lost', fail);
      this.#later('ordered', () => {
        const reference = call.method === 'POST' ? this.#accept(call) : call.url.slice(`${REFUNDS_URL}/`.length);
        const isForgotten = call.method === 'POST' && controls.strikes('refunds-doubled', DOUBLED);
        if (isForgotten) this.#known.delete(reference);
        if (fault === 'refund ordered and its caller ends') return caller.crash('crash');
        if (isForgotten || fault === 'refund ordered and its response lost') return fail();
        const status = call.method === 'POST' ? 'PENDING' : 'COMPLETED';
        resolve({ status: 200, body: JSON.stringify({ reference, status }) });
      });
    });
  }

  #accept({ headers, body }: WebCall): string {
    const key = headers['idempotency-key'] ?? '';
    if (!this.#known.has(key)) this.paid.push(order.parse(JSON.parse(body)));
    this.#known.add(key);
    return key;
  }

  #later(what: string, happen: () => void): void {
    const { scheduler, chance } = this.world;
    scheduler.after(chance.between(TRAVEL_MS.least, TRAVEL_MS.most), `refund ${what}`, happen);
  }
}
