interface Settings {
  /** Pairs of a name and a version. */
  readonly defaultUserAgentProvider: () => Promise<readonly (readonly (string | undefined)[])[]>;
}

interface Call {
  readonly request: { readonly headers: Record<string, string> };
}

interface Stack {
  add(middleware: ReturnType<typeof userAgentMiddleware>, options: typeof getUserAgentMiddlewareOptions): void;
}

/**
 * Replaces the SDK's header that names the calling program. The original writes and escapes it for each call, in two headers, with marks of
 * the features that the call used. This one is written once for each client: SDK, system, runtime and service.
 */
export function userAgentMiddleware({ defaultUserAgentProvider }: Settings) {
  let known: Promise<string> | undefined;
  return <Args extends Call, Result>(next: (args: Args) => Promise<Result>) =>
    async (args: Args): Promise<Result> => {
      known ??= defaultUserAgentProvider().then(toUserAgent);
      args.request.headers['user-agent'] = await known;
      return next(args);
    };
}

export const getUserAgentMiddlewareOptions = {
  name: 'getUserAgentMiddleware',
  step: 'build',
  priority: 'low',
  tags: ['SET_USER_AGENT', 'USER_AGENT'],
  override: true,
} as const;

export function getUserAgentPlugin(settings: Settings) {
  return {
    applyToStack: (stack: Stack): void => stack.add(userAgentMiddleware(settings), getUserAgentMiddlewareOptions),
  };
}

/** A name with a slash takes its version behind a number sign, as the SDK writes it. */
function toUserAgent(pairs: readonly (readonly (string | undefined)[])[]): string {
  const parts = pairs.map(([name = '', version]) => {
    if (version === undefined) return name.toLowerCase();
    return `${name.toLowerCase()}${name.includes('/') ? '#' : '/'}${version}`;
  });
  return parts.join(' ');
}
