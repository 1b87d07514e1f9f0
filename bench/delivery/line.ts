import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { LOCAL_REGION } from '#local/engines/local-cloud';
import { createdAtMsFromId } from '#shared/values/ids';
import { countsShape } from '../cost/counts';
import { type Child, startChild } from '../processes/child';

/** How an endpoint answers: at once, after 50 ms, or not at all; or nobody listens there. */
export type Manner = 'now' | 'after-50' | 'never' | 'refused';

/** A webhook as it came: to the partner of this number, so long after the event. */
export interface Arrival {
  readonly partner: number;
  readonly latencyMs: number;
  readonly atMs: number;
}

const PARTNERS = 10;
/** Batches of first attempts that a deployed stage has in work at once. */
const DEPLOYED_BATCHES = 50;
/** Nothing else has been done for this long: what a backlog's writing led to is over. */
const QUIET_MS = 500;
const LOOK_MS = 25;
/** A webhook that has not come by then never will: the redrive has passed twice. */
const LOST_AFTER_MS = 300_000;

const whereShape = z.object({ baseUrl: z.string(), endpoint: z.string(), tableName: z.string() });
const partnerShape = z.object({ partnerId: z.string(), apiKey: z.string() });
const arrivalsShape = z.array(z.object({ id: z.string(), atMs: z.number(), partner: z.string() }));
const watchedShape = z.object({ counts: countsShape, processorMs: z.record(z.string(), z.number()) });

/** What was seen while somebody watched. */
export type Watched = z.infer<typeof watchedShape>;

/** Ten partners with endpoints, the local stack that delivers to them, and who writes what is delivered. */
export class Line {
  private constructor(
    private readonly receiver: Child,
    private readonly stack: Child,
    private readonly writer: Child,
    private readonly partners: readonly z.infer<typeof partnerShape>[],
    private readonly addresses: { readonly api: string; readonly endpoints: string },
  ) {}

  static async start(): Promise<Line> {
    const started: Child[] = [];
    const start = async (name: string, variables = {}) => {
      const child = await startChild(join(import.meta.dirname, `${name}-process.ts`), variables);
      started.push(child);
      return child;
    };
    try {
      const receiver = await start('receiver');
      const stack = await start('stack');
      const where = await stack.ask('where', whereShape);
      const writer = await start('writer', {
        TABLE_NAME: where.tableName,
        AWS_ENDPOINT_URL_DYNAMODB: where.endpoint,
        AWS_REGION: LOCAL_REGION,
        AWS_ACCESS_KEY_ID: 'local',
        AWS_SECRET_ACCESS_KEY: 'local',
      });
      const partners: z.infer<typeof partnerShape>[] = [];
      for (let number = 0; number < PARTNERS; number += 1)
        partners.push(await writer.ask('newPartner', partnerShape, `Partner ${number}`));
      const endpoints = await receiver.ask('address', z.string());
      return new Line(receiver, stack, writer, partners, { api: where.baseUrl, endpoints });
    } catch (error) {
      await Promise.all(started.map((child) => child.end()));
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.writer.end();
    await this.stack.end();
    await this.receiver.end();
  }

  /** Address of an endpoint that answers so; port 1 is nobody's. */
  endpoint(manner: Manner, partner: number | string): string {
    return manner === 'refused' ? 'http://127.0.0.1:1/' : `${this.addresses.endpoints}/${manner}/${partner}`;
  }

  /** Has the endpoints of these partners answer so; of all of them by default. */
  async point(manner: Manner, numbers: readonly number[] = [...this.partners.keys()]): Promise<void> {
    for (const number of numbers) {
      const response = await fetch(`${this.addresses.api}/api/partner/v2/webhook-settings`, {
        method: 'PUT',
        headers: {
          'partner-api-key': this.partners[number]?.apiKey ?? '',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ url: this.endpoint(manner, number) }),
      });
      if (!response.ok) throw new Error(await response.text());
    }
  }

  /** A body as partners get it. */
  body(): Promise<string> {
    return this.writer.ask('body', z.string());
  }

  /** Writes notifications at a steady rate, to the partners in turn, and waits for those of the partners that live. */
  async steady(perSecond: number, count: number, dead: readonly number[] = []): Promise<Arrival[]> {
    await this.stack.ask('release', z.unknown(), DEPLOYED_BATCHES);
    await this.writer.ask('steady', z.unknown(), { partnerIds: this.ids(), perSecond, count });
    return this.arrivals(Math.ceil((count * (PARTNERS - dead.length)) / PARTNERS));
  }

  /**
   * Lets a backlog stand in the queue of first attempts, then lets go.
   * @param batches how many of ten messages are in work at once
   * @param options whether to watch, and whether the feed and the counts are kept meanwhile or afterwards
   * @returns webhooks per second, from letting go to the last one
   */
  async drain(
    count: number,
    batches: number,
    { watch = false, projects = true } = {},
  ): Promise<{ readonly perSecond: number; readonly watched: Watched | undefined }> {
    await this.stack.ask('hold', z.unknown());
    await this.writer.ask('bulk', z.unknown(), { partnerIds: this.ids(), count });
    await this.untilQueued(count);
    await this.stack.ask('project', z.unknown(), projects);
    if (watch) await this.stack.ask('watch', z.unknown());
    const startedMs = performance.timeOrigin + performance.now();
    await this.stack.ask('release', z.unknown(), batches);
    const arrived = await this.arrivals(count);
    await this.stack.ask('project', z.unknown(), true);
    await this.untilQueued(0);
    const watched = watch ? await this.stack.ask('watched', watchedShape) : undefined;
    const lastMs = Math.max(...arrived.map(({ atMs }) => atMs));
    return { perSecond: (count * 1000) / (lastMs - startedMs), watched };
  }

  private async untilQueued(count: number): Promise<void> {
    const shape = z.object({ deliveries: z.number(), quietMs: z.number() });
    for (;;) {
      const { deliveries, quietMs } = await this.stack.ask('backlog', shape);
      if (deliveries === count && quietMs > QUIET_MS) return;
      await sleep(LOOK_MS);
    }
  }

  private async arrivals(count: number): Promise<Arrival[]> {
    const endMs = performance.now() + LOST_AFTER_MS;
    while ((await this.receiver.ask('count', z.number())) < count) {
      if (performance.now() > endMs) throw new Error(`Not all of ${count} webhooks arrived`);
      await sleep(LOOK_MS);
    }
    return (await this.receiver.ask('take', arrivalsShape)).map(({ id, atMs, partner }) => ({
      partner: Number(partner),
      latencyMs: atMs - createdAtMsFromId(id),
      atMs,
    }));
  }

  private ids(): string[] {
    return this.partners.map(({ partnerId }) => partnerId);
  }
}
