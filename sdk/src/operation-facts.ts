/** What the transport knows of an operation. */
export interface OperationFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` where an id goes. */
  readonly path: string;
  /** Whether it takes an `Idempotency-Key`. */
  readonly takesKey?: boolean;
  /** What an answer holds: an envelope with `data` (the default), other JSON, text or bytes. */
  readonly answer?: 'json' | 'text' | 'bytes';
}
