/** Result of one invocation; `message` is the reason in words, for logs and failure records. */
export type InvocationResult =
  | { readonly ok: true; readonly payload: unknown }
  | { readonly ok: false; readonly reason: 'timeout' | 'error'; readonly message: string };

/** Invokes a function by the key under which the template reader registered it. */
export interface FunctionInvoker {
  invoke(functionKey: string, event: unknown): Promise<InvocationResult>;
}
