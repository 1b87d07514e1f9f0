import { LOCAL_ACCOUNT } from '#local/engines/local-cloud';

/** Events of one bus, and number of buses, that are kept. The oldest are dropped first. */
const MAX_KEPT_EVENTS = 1000;
const MAX_BUSES = 100;

interface PartnerBus {
  /** The one source that the policy of the bus allows. `null`: none. @default every one */
  allowedSource?: string | null;
  readonly events: object[];
}

/**
 * Partners' event buses in other accounts. Every bus exists, accepts all events until it has a policy, and keeps them
 * for tests.
 */
export class PartnerBuses {
  readonly #buses = new Map<string, PartnerBus>();

  /** Returns true if the name of a bus is the ARN of one in another account. */
  static isOne(name: unknown): name is string {
    const [, account] = typeof name === 'string' ? (/^arn:aws:events:[^:]+:(\d{12}):event-bus\//.exec(name) ?? []) : [];
    return account !== undefined && account !== LOCAL_ACCOUNT;
  }

  /** Gives a bus its policy. @param source whose events it takes; `null`: no one's */
  allow(arn: string, source: string | null): void {
    this.#bus(arn).allowedSource = source;
  }

  /** The code of EventBridge's refusal; `undefined` if the policy of the bus allows the source. */
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

  /** The last events of a bus, oldest first. */
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
