import * as z from 'zod/mini';
import { CONTROL_TARGET } from '#local/wiring/control';

const keptEvent = z.object({
  source: z.string(),
  'detail-type': z.string(),
  account: z.string(),
  region: z.string(),
  detail: z.record(z.string(), z.unknown()),
});

/** An event as the bus has it. */
export type KeptEvent = z.infer<typeof keptEvent>;

/** A partner's own event bus, in another account than the service's. */
export interface PartnerEventBus {
  readonly arn: string;
  /** Returns the events that it was sent, oldest first. */
  received(): Promise<KeptEvent[]>;
  /** Gives it a policy. @param source whose events it takes; `null`: no one's */
  allow(source: string | null): Promise<void>;
}

let busCount = 0;

/** A bus that no one has used yet, of a running stack. */
export function partnerEventBus(controlEndpoint: string): PartnerEventBus {
  busCount += 1;
  const arn = `arn:aws:events:us-west-2:111122223333:event-bus/bus-${process.pid}-${busCount}`;
  const call = async (operation: string, input: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `${CONTROL_TARGET}.${operation}` };
    const answer = await fetch(controlEndpoint, { method: 'POST', headers, body: JSON.stringify({ arn, ...input }) });
    if (!answer.ok) throw new Error(`${operation}: ${await answer.text()}`);
    return answer.json();
  };
  return {
    arn,
    async received() {
      return z.object({ events: z.array(keptEvent) }).parse(await call('ListPartnerEvents', {})).events;
    },
    async allow(source) {
      await call('SetPartnerBusPolicy', { source });
    },
  };
}
