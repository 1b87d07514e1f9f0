import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { AwsServiceError, type JsonService, startJsonService } from '#local/engines/json-service';
import type { PartnerBuses } from '#local/events/partner-buses';
import type { LocalSwitch } from '#local/wiring/switches';

/** Target of the control's operations, in the way of the AWS JSON protocol. */
export const CONTROL_TARGET = 'LocalControl';

export interface ControlOptions {
  readonly switches: readonly LocalSwitch[];
  /** Returns when no function runs any more. */
  drain(): Promise<void>;
  /** Fills the queues from the table. */
  rebuild(): Promise<void>;
  readonly partnerBuses: PartnerBuses;
}

const busInput = z.object({ arn: z.string() });
const policyInput = z.extend(busInput, { source: z.nullable(z.string()) });

export interface Control extends JsonService {
  /** Proves that this stack wrote a state file: random, stored in that file alone. */
  readonly secret: string;
}

const challengeInput = z.object({ challenge: z.string().check(z.maxLength(100)) });

/**
 * Starts what the operator tool freezes and thaws a running local stack by; in the cloud these are calls of several services. And
 * the event buses of partners, which in the cloud are in accounts of theirs.
 */
export async function startControl({ switches, drain, rebuild, partnerBuses }: ControlOptions): Promise<Control> {
  const secret = randomBytes(32).toString('hex');
  const service = await startJsonService({
    target: CONTROL_TARGET,
    operations: {
      // The command line of partners sends its key to a stack only after this (sdk/src/cli/account/local-stack.ts).
      ProveRunning: (input) => ({
        proof: createHmac('sha256', secret).update(challengeInput.parse(input).challenge).digest('hex'),
      }),
      DescribeSwitches: () => ({
        switches: switches.map(({ kind, name, isOpen }) => ({ kind, name, open: isOpen() })),
      }),
      async SetSwitch({ name, open }) {
        const found = switches.find((one) => one.name === name);
        if (found === undefined) throw new AwsServiceError('NotFoundException', `There is no switch ${String(name)}`);
        await found.set(open === true);
        return {};
      },
      async Drain() {
        await drain();
        return {};
      },
      async Rebuild() {
        await rebuild();
        return {};
      },
      SetPartnerBusPolicy(input) {
        const { arn, source } = policyInput.parse(input);
        partnerBuses.allow(arn, source);
        return {};
      },
      ListPartnerEvents: (input) => ({ events: [...partnerBuses.eventsOf(busInput.parse(input).arn)] }),
    },
  });
  return { ...service, secret };
}
