/** Token of this console start, which every request contains. */

/** Header name of the token, and its key in session storage. */
const TOKEN = 'console-token';

/** Stores the token of the URL for this tab, also if a URL with a token is pasted later. */
export function takeToken(): void {
  keepToken();
  // The page shows data that it read with the previous token.
  addEventListener('hashchange', () => {
    if (keepToken()) location.reload();
  });
}

/** Moves the token from the URL to session storage. @returns true if the URL contained one */
function keepToken(): boolean {
  const [, token] = /^#token=([\w-]+)$/.exec(location.hash) ?? [];
  if (token === undefined) return false;
  sessionStorage.setItem(TOKEN, token);
  history.replaceState(null, '', '#/');
  return true;
}

/** Returns the header with the token. */
export function tokenHeader(): Readonly<Record<string, string>> {
  return { [TOKEN]: sessionStorage.getItem(TOKEN) ?? '' };
}
