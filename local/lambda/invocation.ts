/** Result of one invocation; `message` is the reason in words, for logs and failure records. */
export type InvocationResult =
  | { readonly ok: true; readonly payload: unknown }
  | { readonly ok: false; readonly reason: 'timeout' | 'error'; readonly message: string };

/** Invokes a function by the key under which the template reader registered it. */
export interface FunctionInvoker {
  invoke(functionKey: string, event: unknown): Promise<InvocationResult>;
}

/** The kind of a failure for a terminal: `timeout`, or the name of the error. Its message may be about a person. */
export function failureKind({ reason, message }: InvocationResult & { readonly ok: false }): string {
  return /^[A-Z]\w*(?=: )/.exec(message)?.[0] ?? reason;
}
