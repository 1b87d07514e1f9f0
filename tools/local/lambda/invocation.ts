/** Result of one invocation; `message` is the reason in words, for logs and failure records. */
export type InvocationResult =
  | { readonly ok: true; readonly payload: unknown }
  | { readonly ok: false; readonly reason: 'timeout' | 'error'; readonly message: string };

/** Invokes a function by the key under which the template reader registered it. */
export interface FunctionInvoker {
  invoke(functionKey: string, event: unknown): Promise<InvocationResult>;
  /** Resolves when functions can be loaded: no time limit runs before. @default they can be from the start */
  ready?(): Promise<void>;
}

/** The kind of a failure for a terminal: `timeout`, or the name of the error. Its message may be about a person. */
export function failureKind({ reason, message }: InvocationResult & { readonly ok: false }): string {
  return /^[A-Z]\w*(?=: )/.exec(message)?.[0] ?? reason;
}

export function timedOut(message: string): InvocationResult {
  return { ok: false, reason: 'timeout', message };
}

/** Waits for work for at most this time (ms). @returns its result, or the result of `onTimeout` */
export async function withLimit<T>(work: Promise<T>, limitMs: number, onTimeout: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(onTimeout()), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
