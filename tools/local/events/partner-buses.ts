import { LOCAL_ACCOUNT } from '#local/engines/local-cloud';

/** Maximum number of stored events per bus, and maximum number of buses. A new event or bus replaces the oldest. */
const MAX_KEPT_EVENTS = 1000;
const MAX_BUSES = 100;

interface PartnerBus {
  /** The source that the bus policy allows; `null` if it allows no source. @default every source */
  allowedSource?: string | null;
  readonly events: object[];
}

/** Partners' event buses, for tests. Every ARN has a bus. A bus stores its events. Without a policy, a bus accepts all events. */
export class PartnerBuses {
  readonly #buses = new Map<string, PartnerBus>();

  /** Returns true for the ARN of a bus in another account. */
  static isOne(name: unknown): name is string {
    const [, account] = typeof name === 'string' ? (/^arn:aws:events:[^:]+:(\d{12}):event-bus\//.exec(name) ?? []) : [];
    return account !== undefined && account !== LOCAL_ACCOUNT;
  }

  /**
   * Sets the policy of a bus.
   * @param source the allowed source of events; `null` allows no source
   */
  allow(arn: string, source: string | null): void {
    this.#bus(arn).allowedSource = source;
  }

  /** Returns EventBridge's error code if the bus policy does not allow the source, otherwise `undefined`. */
  refusal(arn: string, source: string): string | undefined {
    const { allowedSource } = this.#bus(arn);
    if (allowedSource === undefined || allowedSource === source) return undefined;
    return allowedSource === null ? 'AccessDeniedException' : 'NotAuthorizedForSourceException';
  }

  keep(arn: string, event: object): void {
    const { events } = this.#bus(arn);
    events.push(event);
    if (events.length > MAX_KEPT_EVENTS) events.shift();
  }

  /** Returns the latest events of a bus, oldest first. */
  eventsOf(arn: string): readonly object[] {
    return this.#bus(arn).events;
  }

  #bus(arn: string): PartnerBus {
    const bus = this.#buses.get(arn) ?? { events: [] };
    this.#buses.set(arn, bus);
    const [oldest] = this.#buses.keys();
    if (this.#buses.size > MAX_BUSES && oldest !== undefined) this.#buses.delete(oldest);
    return bus;
  }
}
