/** Simulated AWS services around the functions, connected as in infra/stacks/messaging-stack.ts. */
import type { WorldParts } from '#test/simulation/faults';
import type { Outcome, ServiceCall } from '#test/simulation/functions/process';
import { randomUuid } from '#test/simulation/functions/seeded-crypto';
import type { Change } from '#test/support/handlers/table/memory-table';
import { withOpenOutbox, withProjection } from '#test/support/handlers/worker-events';
import { SimulatedBus } from './bus';
import { toServiceCall } from './commands';
import { type QueueOptions, SimulatedQueue } from './queue';
import { StreamReader, type StreamReaderOptions } from './stream-reader';
import { SimulatedTable, type Streamed } from './table';

const MINUTE_MS = 60_000;
/** Maximum retries of the stream reader; the redrive recovers dropped records. */
const PUBLISH_RETRIES = 20;
const BATCH_SIZE = 50;

export interface CloudWorld extends WorldParts {
  readonly onChange: (change: Change) => void;
  /** Invokes a worker. */
  readonly invoke: (workerId: string, makeEvent: () => unknown) => Promise<Outcome>;
}

export class Cloud {
  readonly table: SimulatedTable;
  readonly deadLetters: SimulatedQueue;
  readonly #queues: readonly SimulatedQueue[];
  readonly #bus: SimulatedBus;
  readonly #readers: readonly StreamReader[];

  constructor(
    private readonly world: CloudWorld,
    tableName: string,
  ) {
    const { invoke, onChange: _, ...rest } = world;
    const queue = (options: QueueOptions) => new SimulatedQueue(options, rest);
    const readBy = (workerId: string) => (event: () => unknown) => invoke(workerId, event);
    const deadLetters = queue({
      ...{ name: 'webhook-dead-letters', visibilityMs: 180_000 },
      invoke: readBy('markUndeliverable'),
    });
    const stepsDeadLetters = queue({ name: 'steps-dead-letters', visibilityMs: 30_000 });
    const delivery = { visibilityMs: 120_000, deadLetters, invoke: readBy('deliverWebhook') };
    const firstAttempts = queue({ name: 'first-attempts', ...delivery });
    const retries = queue({ name: 'retries', ...delivery });
    const steps = queue({
      ...{ name: 'steps', visibilityMs: 180_000, deadLetters: stepsDeadLetters },
      invoke: readBy('runStep'),
    });
    this.#queues = [firstAttempts, retries, steps, deadLetters];
    this.deadLetters = stepsDeadLetters;
    this.#bus = new SimulatedBus({
      ...rest,
      target: (detailType) => (detailType === 'step.ready' ? steps : undefined),
    });
    this.#readers = ['publishEvents', 'projectChanges'].map((id) => new StreamReader(this.#readerOptions(id), rest));
    this.table = new SimulatedTable(tableName, rest, (streamed) => this.#stream(streamed));
  }

  toCall(command: unknown): ServiceCall {
    return toServiceCall(command, {
      table: this.table,
      bus: this.#bus,
      queue: (url = '') => this.#queue(url.slice(url.lastIndexOf('/') + 1)),
      newToken: () => randomUuid(this.world.chance),
      controls: this.world.controls,
    });
  }

  /** Starts the schedules. */
  startSchedules(): void {
    if (!this.world.controls.stopsRedrive) this.#redrive();
    this.table.removeExpired();
  }

  /** Number of unprocessed messages and stream records. */
  get unfinished(): number {
    return [...this.#queues, ...this.#readers].reduce((sum, { size }) => sum + size, 0);
  }

  #redrive(): void {
    this.world.scheduler.after(MINUTE_MS, 'schedule of the redrive', () => {
      void this.world.invoke('redriveOverdue', () => ({}));
      this.#redrive();
    });
  }

  #readerOptions(workerId: string): StreamReaderOptions {
    const isPublisher = workerId === 'publishEvents';
    return {
      name: workerId,
      batchSize: BATCH_SIZE,
      ...(isPublisher ? { maxRetries: PUBLISH_RETRIES } : {}),
      invoke: (event) => this.world.invoke(workerId, event),
    };
  }

  #stream({ change, record, shard }: Streamed): void {
    const { controls, chance } = this.world;
    this.world.onChange(change);
    const passes = [withOpenOutbox, withProjection];
    this.#readers.forEach((reader, index) => {
      if (passes[index]?.([change]).length !== 1) return;
      if (reader.options.name === 'projectChanges' && controls.strikes('stream-skips')) return;
      reader.add(record, controls.has('stream-disordered') ? chance.between(0, 3) : shard);
    });
  }

  #queue(name: string): SimulatedQueue {
    const found = this.#queues.find(({ options }) => options.name === name);
    if (found === undefined) throw new Error(`There is no queue ${name}`);
    return found;
  }
}
