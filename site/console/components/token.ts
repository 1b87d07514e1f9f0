/** The token of this start, which every call of a page carries. */

/** Header of the token, and its name in the storage of the tab. */
const TOKEN = 'console-token';

/** Keeps the token of the address for this tab, and takes it out of the address. */
export function takeToken(): void {
  const [, token] = /^#token=([\w-]+)$/.exec(location.hash) ?? [];
  if (token === undefined) return;
  sessionStorage.setItem(TOKEN, token);
  history.replaceState(null, '', '#/');
}

/** The header that carries it. */
export function tokenHeader(): Readonly<Record<string, string>> {
  return { [TOKEN]: sessionStorage.getItem(TOKEN) ?? '' };
}
