import { once } from 'node:events';
import { identify } from '../account/connection.js';
import { type Command, optionValue } from '../command.js';
import { startPartnerConsole } from '../console/partner-console.js';
import { UsageError } from '../errors.js';

const MAX_PORT = 65_535;

export const showConsole: Command = {
  about: 'Serves a page on this machine with your transactions, webhooks, users and reports',
  words: [],
  options: { port: { value: 'PORT', about: 'Port of the page (default: a free one)' } },
  notes: `Open the URL that the command prints. The page requires the token in the URL, and each start creates a new token. Your key stays
in this process. The page can resend webhooks and, in the sandbox, simulate events. Ctrl-C stops the command.`,
  async run(typed, { connect, terminal, print }) {
    const { signal } = terminal;
    const port = readPort(optionValue(typed, 'port') ?? '0');
    const session = await connect();
    const { baseUrl, apiKey } = session;
    const { partnerId, environment } = await identify(session, signal);
    const page = await terminal.readPage();
    const running = await startPartnerConsole({ baseUrl, apiKey, environment, port, page: async () => page });
    const { url } = running;
    try {
      print({ json: { partnerId, environment, baseUrl, url }, text: url });
      terminal.error(
        `The console of ${partnerId ?? 'a restricted key'}, ${environment} at ${baseUrl}. Ctrl-C stops it.\n`,
      );
      if (!signal.aborted) await once(signal, 'abort');
    } finally {
      await running.stop();
    }
  },
};

/** @throws UsageError if the text is not a port number */
function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= MAX_PORT) return port;
  throw new UsageError(`--port must be a whole number from 0 to ${MAX_PORT}, not "${text}"`);
}
