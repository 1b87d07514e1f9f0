/**
 * Replaces the SDK's log of its calls. The original copies every request and answer, member by member, to remove
 * secrets, and passes the copies to a logger; no client of ours has one. Our own log lines say what a request did.
 */
export function getLoggerPlugin() {
  return { applyToStack: (): void => undefined };
}

/** Exported beside the plugin by the SDK, and used by nothing else. */
export function loggerMiddleware() {
  return <Handler>(next: Handler): Handler => next;
}

export const loggerMiddlewareOptions = { name: 'loggerMiddleware', step: 'initialize' } as const;
