/** The token of this start, which every call of a page carries. */

/** Header of the token, and its name in the storage of the tab. */
const TOKEN = 'console-token';

/** Keeps the token of the address for this tab, also of an address that is pasted into the open tab later. */
export function takeToken(): void {
  keepToken();
  // The page shows data that was read, or refused, with the previous token.
  addEventListener('hashchange', () => {
    if (keepToken()) location.reload();
  });
}

/** Takes the token out of the address. @returns whether there was one */
function keepToken(): boolean {
  const [, token] = /^#token=([\w-]+)$/.exec(location.hash) ?? [];
  if (token === undefined) return false;
  sessionStorage.setItem(TOKEN, token);
  history.replaceState(null, '', '#/');
  return true;
}

/** The header that carries it. */
export function tokenHeader(): Readonly<Record<string, string>> {
  return { [TOKEN]: sessionStorage.getItem(TOKEN) ?? '' };
}
