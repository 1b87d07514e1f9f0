/** Result of one invocation. `message` is a text for logs and failure records. */
export type InvocationResult =
  | { readonly ok: true; readonly payload: unknown }
  | { readonly ok: false; readonly reason: 'timeout' | 'error'; readonly message: string };

/** Invokes a function by its name. */
export interface FunctionInvoker {
  invoke(functionKey: string, event: unknown): Promise<InvocationResult>;
  /** Resolves when functions can be loaded. Time limits start only after that. @default functions can be loaded from the start */
  ready?(): Promise<void>;
}

/** Returns `timeout` or the error's name, for the terminal. Omits the failure's message, which can contain personal data. */
export function failureKind({ reason, message }: InvocationResult & { readonly ok: false }): string {
  return /^[A-Z]\w*(?=: )/.exec(message)?.[0] ?? reason;
}

export function timedOut(message: string): InvocationResult {
  return { ok: false, reason: 'timeout', message };
}

/** Waits at most `limitMs` for work. @returns the result of the work, or of `onTimeout` */
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
