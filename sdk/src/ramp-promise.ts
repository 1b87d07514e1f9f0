/** A response: its data, headers and request id. */
export interface RampResponse<T> {
  readonly data: T;
  readonly status: number;
  readonly headers: Headers;
  /** The body as it came; empty for a file. */
  readonly text: string;
  /** The `x-request-id` of the call. */
  readonly requestId: string;
  /** The sent key, if the operation accepts one. */
  readonly idempotencyKey: string | undefined;
  /** True if the service had done the work before and returned the first response again. */
  readonly replayed: boolean;
  /** Requests that were sent. */
  readonly attempts: number;
}

/** Resolves to the data of a response. `withResponse()` gives the rest of it as well. */
export class RampPromise<T> extends Promise<T> {
  readonly #response: Promise<RampResponse<T>>;

  constructor(response: Promise<RampResponse<T>>) {
    // A caller awaits the response: this promise itself never settles, so that it cannot reject unhandled.
    super(() => undefined);
    this.#response = response;
  }

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /** The data with status, headers and ids. */
  withResponse(): Promise<RampResponse<T>> {
    return this.#response;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  override then<A = T, B = never>(
    onFulfilled?: ((data: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#response.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  override catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onRejected);
  }

  override finally(onFinally?: (() => void) | null): Promise<T> {
    return this.#response.then(({ data }) => data).finally(onFinally);
  }
}
