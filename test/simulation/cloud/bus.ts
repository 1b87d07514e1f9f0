/**
 * Simulated event bus with rules. It delivers events to the queues of their rules in any order. It can duplicate an event, delay
 * it by up to an hour, or lose it.
 */

import type { PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import type { WorldParts } from '#test/simulation/faults';
import type { SimulatedQueue } from './queue';

const TRAVEL_MS = { least: 5, most: 400 } as const;
const DELAYED_MS = { least: 10_000, most: 3_600_000 } as const;
/** Interval in ms at which the bus retries a queue that refused an event. */
const RETRY_MS = 30_000;

export interface BusWorld extends WorldParts {
  /** Returns the queue of a detail type, by the rules of infra/stacks/messaging-stack.ts; `undefined` if no rule matches. */
  readonly target: (detailType: string) => SimulatedQueue | undefined;
}

export class SimulatedBus {
  #taken = 0;

  constructor(private readonly world: BusWorld) {}

  put(entries: readonly PutEventsRequestEntry[]) {
    if (entries.length === 0 || entries.length > 10) throw new Error('A call has 1 to 10 events');
    const responses = entries.map((entry) => this.#take(entry));
    return { Entries: responses, FailedEntryCount: responses.filter((response) => 'ErrorCode' in response).length };
  }

  #take({ DetailType = '', Detail = '' }: PutEventsRequestEntry): { EventId: string } | { ErrorCode: string } {
    const { faults, chance } = this.world;
    const fault = faults.at('event');
    if (fault === 'event refused') return { ErrorCode: 'ThrottlingException' };
    this.#taken += 1;
    const response = { EventId: `event-${this.#taken}` };
    if (fault === 'event lost') return response;
    const lateMs = fault === 'event delayed' ? chance.between(DELAYED_MS.least, DELAYED_MS.most) : 0;
    this.#deliver(DetailType, Detail, lateMs);
    if (fault === 'event doubled') this.#deliver(DetailType, Detail, lateMs + chance.between(0, DELAYED_MS.least));
    return response;
  }

  #deliver(detailType: string, detail: string, lateMs: number): void {
    const { scheduler, chance, target } = this.world;
    const queue = target(detailType);
    if (queue === undefined) return;
    scheduler.after(lateMs + chance.between(TRAVEL_MS.least, TRAVEL_MS.most), `bus ${detailType}`, () => {
      if (!queue.send(detail)) this.#deliver(detailType, detail, RETRY_MS);
    });
  }
}
