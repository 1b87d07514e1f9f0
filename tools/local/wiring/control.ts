import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { type JsonService, startJsonService } from '#local/engines/json-service';
import type { PartnerBuses } from '#local/events/partner-buses';

/** Prefix of the control service's operations in the header `x-amz-target`, as in the AWS JSON protocol. */
export const CONTROL_TARGET = 'LocalControl';

const busInput = z.object({ arn: z.string() });
const policyInput = z.extend(busInput, { source: z.nullable(z.string()) });

export interface Control extends JsonService {
  /** Random secret, stored only in the state file, with which the control service proves that its stack wrote the file. */
  readonly secret: string;
}

const challengeInput = z.object({ challenge: z.string().check(z.maxLength(100)) });

/**
 * Starts the control service, which proves that this stack is running and simulates partners' event buses. In the cloud, these
 * buses are in the partners' AWS accounts.
 */
export async function startControl(partnerBuses: PartnerBuses): Promise<Control> {
  const secret = randomBytes(32).toString('hex');
  const service = await startJsonService({
    target: CONTROL_TARGET,
    operations: {
      // The partner command line checks this proof before it sends a local stack an API key (sdk/src/cli/account/connection.ts).
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
