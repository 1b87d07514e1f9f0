/** Facts of an operation that the transport needs. */
export interface OperationFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `{name}` in place of an id. */
  readonly path: string;
  /** True if it takes an `Idempotency-Key`. */
  readonly takesKey?: boolean;
  /** Form of a response: an envelope with `data` (the default), other JSON, text or bytes. */
  readonly response?: 'json' | 'text' | 'bytes';
}
