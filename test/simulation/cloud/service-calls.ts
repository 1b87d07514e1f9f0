/** Simulates requests to services. A request and its response take time; a request can be lost, repeated, rejected or late. */
import type { WorldParts } from '#test/simulation/faults';
import type { FunctionProcess, ServiceCall, Settle } from '#test/simulation/functions/process';

/** One way, ms. */
const TRAVEL_MS = { least: 1, most: 9 } as const;
/** Time after which a client stops retrying (three attempts), in ms (shared/platform/config/cloud-clients.ts). */
const GIVES_UP_MS = { least: 3000, most: 9500 } as const;
/** Duration of a request to a slow service, in ms. It is shorter than the client's timeout. */
const SLOW_MS = { least: 200, most: 2900 } as const;
/** Maximum delay in ms until a service executes a request that its client has abandoned. */
const LATE_MS = 15_000;

export class ServiceCalls {
  constructor(private readonly options: WorldParts) {}

  make(caller: FunctionProcess, call: ServiceCall): Promise<unknown> {
    return caller.waitFor((settle) => new Journey(caller, call, settle, this.options).begin());
  }
}

class Journey {
  readonly #label: string;

  constructor(
    private readonly caller: FunctionProcess,
    private readonly call: ServiceCall,
    private readonly settle: Settle<unknown>,
    private readonly options: WorldParts,
  ) {
    this.#label = `${caller.name} ${call.service}.${call.operation}`;
  }

  begin(): void {
    const { faults, chance } = this.options;
    const fault = faults.at('call');
    const { caller, call } = this;
    if (fault === 'slow') this.#carryOut(chance.between(SLOW_MS.least, SLOW_MS.most));
    else if (fault === 'throttled') this.#refuse(fault, call.throttled);
    else if (fault === 'conflict' && call.conflict !== undefined) this.#refuse(fault, call.conflict);
    else if (fault === 'sent again') {
      // The first response is lost. The client repeats the request and uses the second response.
      this.#later(this.#travelMs(), 'carried out, response lost', () => this.#act());
      this.#carryOut(GIVES_UP_MS.least);
    } else if (fault === 'crash before a call' || fault === 'crash after a call') {
      const isBefore = fault === 'crash before a call';
      if (!isBefore) this.#carryOut();
      this.#later(isBefore ? 0 : chance.between(0, 2 * TRAVEL_MS.most), fault, () => caller.crash('crash'));
    } else if (fault === undefined || fault === 'conflict') this.#carryOut();
    else this.#loseResponse(fault);
  }

  #loseResponse(fault: 'request lost' | 'response lost' | 'carried out late'): void {
    const { chance } = this.options;
    const lateMs = fault === 'carried out late' ? chance.between(GIVES_UP_MS.least, LATE_MS) : 0;
    if (fault !== 'request lost') this.#later(lateMs + this.#travelMs(), `carried out, ${fault}`, () => this.#act());
    this.#later(chance.between(GIVES_UP_MS.least, GIVES_UP_MS.most), `gives up, ${fault}`, () =>
      this.settle.reject(this.call.noResponse()),
    );
  }

  #carryOut(moreMs = 0): void {
    this.#later(moreMs + this.#travelMs(), 'carried out', () => {
      const response = this.#act();
      this.#later(this.#travelMs(), 'responded', () =>
        'error' in response ? this.settle.reject(response.error) : this.settle.resolve(response.value),
      );
    });
  }

  #act(): { readonly value: unknown } | { readonly error: unknown } {
    try {
      return { value: this.call.act() };
    } catch (error) {
      return { error };
    }
  }

  #refuse(fault: string, error: () => Error): void {
    this.#later(this.#travelMs() * 2, fault, () => this.settle.reject(error()));
  }

  #travelMs(): number {
    return this.options.chance.between(TRAVEL_MS.least, TRAVEL_MS.most);
  }

  #later(ms: number, what: string, happen: () => void): void {
    this.options.scheduler.after(ms, `${this.#label} ${what}`, happen);
  }
}
