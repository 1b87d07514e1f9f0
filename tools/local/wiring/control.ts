import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { type JsonService, startJsonService } from '#local/engines/json-service';
import type { PartnerBuses } from '#local/events/partner-buses';

/** Target of the control's operations, in the way of the AWS JSON protocol. */
export const CONTROL_TARGET = 'LocalControl';

const busInput = z.object({ arn: z.string() });
const policyInput = z.extend(busInput, { source: z.nullable(z.string()) });

export interface Control extends JsonService {
  /** Proves that this stack wrote a state file: random, stored in that file alone. */
  readonly secret: string;
}

const challengeInput = z.object({ challenge: z.string().check(z.maxLength(100)) });

/** Starts the control: the proof that this stack runs, and the event buses of partners, which in the cloud are in accounts of theirs. */
export async function startControl(partnerBuses: PartnerBuses): Promise<Control> {
  const secret = randomBytes(32).toString('hex');
  const service = await startJsonService({
    target: CONTROL_TARGET,
    operations: {
      // The command line of partners sends its key to a stack only after this (sdk/src/cli/account/connection.ts).
      ProveRunning: (input) => ({
        proof: createHmac('sha256', secret).update(challengeInput.parse(input).challenge).digest('hex'),
      }),
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
