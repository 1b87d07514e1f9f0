import { AwsServiceError, type JsonService, startJsonService } from '#local/engines/json-service';
import type { LocalSwitch } from '#local/wiring/switches';

/** Target of the control's operations, in the way of the AWS JSON protocol. */
export const CONTROL_TARGET = 'LocalControl';

export interface ControlOptions {
  readonly switches: readonly LocalSwitch[];
  /** Returns when no function runs any more. */
  drain(): Promise<void>;
  /** Fills the queues from the table. */
  rebuild(): Promise<void>;
}

/** What the operator tool freezes and thaws a running local stack by; in the cloud these are calls of several services. */
export function startControl({ switches, drain, rebuild }: ControlOptions): Promise<JsonService> {
  return startJsonService({
    target: CONTROL_TARGET,
    operations: {
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
    },
  });
}
