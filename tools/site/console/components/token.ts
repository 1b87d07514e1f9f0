/** Token that the console creates at each start. Every API request of the page contains the token. */

/** Header name of the token, and its key in session storage. */
const TOKEN = 'console-token';

/** Moves the token from the URL to the storage of this tab. Does the same if a user later pastes a URL with another token. */
export function takeToken(): void {
  keepToken();
  // Reload the page, because it shows data that it read with the previous token.
  addEventListener('hashchange', () => {
    if (keepToken()) location.reload();
  });
}

/** Moves the token from the URL to session storage. @returns true if the URL contained a token */
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
