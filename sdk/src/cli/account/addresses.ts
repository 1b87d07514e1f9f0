/** Returns true for a URL of this machine. */
export function isOnThisMachine(url: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname);
}

/** Tells the http origin of a server on this machine, without user, path or query. */
export function isLocalOrigin(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && isBareOrigin(new URL(value)) && isOnThisMachine(value);
}

function isBareOrigin({ protocol, origin, href }: URL): boolean {
  return protocol === 'http:' && href === `${origin}/`;
}
