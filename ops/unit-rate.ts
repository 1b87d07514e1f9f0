import { ProvisionedThroughputExceededException, RequestLimitExceeded } from '@aws-sdk/client-dynamodb';

/** Each throttled call halves the rate, each answered one adds a twentieth of the most. */
const RECOVERY = 1 / 20;
/** Never slower than this share of the most. */
const LEAST = 1 / 64;
/** Throttled attempts of one call, after which the run ends; it can be continued. */
const MAX_ATTEMPTS = 10;

/** Clock and pause of a run. */
export interface Pace {
  /** Epoch ms. */
  now(): number;
  pause(ms: number): Promise<void>;
}

/** Spaces calls so that they consume at most so many capacity units a second, and fewer while the table is throttled. */
export class UnitRate {
  #perSecond: number;
  #freeAtMs: number;
  throttled = 0;

  constructor(
    readonly mostPerSecond: number,
    readonly pace: Pace,
  ) {
    this.#perSecond = mostPerSecond;
    this.#freeAtMs = pace.now();
  }

  get perSecond(): number {
    return this.#perSecond;
  }

  /**
   * Makes a call when its turn has come, and again while it is throttled.
   * @param unitsOf what the answer says that it consumed
   * @throws whatever the call throws, a throttle in its tenth attempt included
   */
  async run<Answer>(call: () => Promise<Answer>, unitsOf: (answer: Answer) => number): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      // Also where nothing was consumed: a table that throttles is left alone for a moment.
      const waitMs = this.#freeAtMs - this.pace.now();
      if (waitMs > 0) await this.pace.pause(waitMs);
      try {
        const answer = await call();
        this.#perSecond = Math.min(this.mostPerSecond, this.#perSecond + this.mostPerSecond * RECOVERY);
        this.#spend(unitsOf(answer));
        return answer;
      } catch (error) {
        if (!isThrottled(error)) {
          this.#spend(1);
          throw error;
        }
        this.throttled += 1;
        this.#perSecond = Math.max(this.mostPerSecond * LEAST, this.#perSecond / 2);
        this.#spend(this.#perSecond);
        if (attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  #spend(units: number): void {
    this.#freeAtMs = Math.max(this.#freeAtMs, this.pace.now()) + (units / this.#perSecond) * 1000;
  }
}

function isThrottled(error: unknown): boolean {
  if (error instanceof ProvisionedThroughputExceededException || error instanceof RequestLimitExceeded) return true;
  return error instanceof Error && error.name === 'ThrottlingException';
}
