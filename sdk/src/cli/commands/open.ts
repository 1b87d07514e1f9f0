import type { Command } from '../command.js';
import { UsageError } from '../errors.js';
import { suggestion } from '../text.js';

/** Page names of the command `open`, each with its path after the base URL. */
export const pages: Readonly<Record<string, string>> = {
  home: '/',
  guide: '/guide',
  reference: '/docs',
  signature: '/guide/check-a-signature',
  events: '/guide/webhook-events',
  errors: '/guide/errors',
  amounts: '/guide/sandbox-amounts',
  changelog: '/guide/changelog',
};

/** Path of the API reference for `getTransaction`. In the sandbox, a developer can call this operation on the page. */
const TRANSACTION_PAGE = '/docs#tag/transactions/getTransaction';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const open: Command = {
  about: 'Opens a page of the documentation in the browser',
  words: ['[PAGE]'],
  options: {},
  notes: `PAGE is one of ${Object.keys(pages).join(', ')} (default: home). With the id of a transaction, the command opens the reference
of getTransaction. To print the transaction here, use tx show. The command always prints the URL, even without a browser.`,
  async run({ words: [page = 'home'] }, { connect, terminal, print }) {
    const path = pathOf(page);
    const { baseUrl } = await connect();
    const url = `${baseUrl}${path}`;
    const opened = await terminal.browse(url);
    print({ json: { url, opened }, text: url });
  },
};

/** @throws UsageError for an unknown page */
function pathOf(page: string): string {
  const path = pages[page];
  if (path !== undefined && Object.hasOwn(pages, page)) return path;
  if (ID.test(page)) return TRANSACTION_PAGE;
  throw new UsageError(`"${page}" is not a page.${suggestion(page, Object.keys(pages))}`);
}
