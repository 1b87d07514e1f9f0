/** Data that the transport requires about an operation. */
export interface OperationFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** URL path with a placeholder `{name}` for each id. */
  readonly path: string;
  /** True if the operation accepts an `Idempotency-Key`. */
  readonly takesKey?: boolean;
  /** Format of the response: an object with `data` (the default), other JSON, text or bytes. */
  readonly response?: 'json' | 'text' | 'bytes';
}
