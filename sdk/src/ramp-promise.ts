/** A response with its data, headers and request id. */
export interface RampResponse<T> {
  readonly data: T;
  readonly status: number;
  readonly headers: Headers;
  /** The response body as unparsed text; empty if the response is a file. */
  readonly text: string;
  /** The `x-request-id` header of the response. */
  readonly requestId: string;
  /** The idempotency key that the request contained, if the operation accepts a key. */
  readonly idempotencyKey: string | undefined;
  /** True if the service had already processed the request and returned the stored response. */
  readonly replayed: boolean;
  /** Number of requests that the client sent. */
  readonly attempts: number;
}

/** Resolves to the data of a response. `withResponse()` also returns headers, request id and attempts. */
export class RampPromise<T> extends Promise<T> {
  readonly #response: Promise<RampResponse<T>>;

  constructor(response: Promise<RampResponse<T>>) {
    // This promise itself never settles, so it causes no unhandled rejection. `then` uses the response's promise instead.
    super(() => undefined);
    this.#response = response;
  }

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /** Returns the data with status, headers and ids. */
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
