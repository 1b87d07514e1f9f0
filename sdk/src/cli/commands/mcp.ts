import { once } from 'node:events';
import { KEY_PREFIXES } from '../../options.js';
import type { Command, Session } from '../command.js';
import { CommandFailed, ifInScope } from '../errors.js';

export const mcp: Command = {
  about: 'Serves the API and its guide to an AI agent, with the Model Context Protocol over standard input and output',
  words: [],
  options: {
    'allow-writes': { about: 'Lets the agent change data (default: read only)' },
    'show-personal': { about: 'Shows names, addresses, account numbers and links of people (default: masked)' },
  },
  notes: `Add the command "npx partner-ramp mcp" to the configuration of the agent. The command requires Node.js 20. A live key must have scopes:
create a key with only the scopes that the agent needs. The agent never receives keys or signing secrets.`,
  async run({ options }, { connect, terminal }) {
    const { signal, error } = terminal;
    const session = await connect();
    const { baseUrl, apiKey } = session;
    const isSandbox = apiKey.startsWith(KEY_PREFIXES.sandbox);
    if (!isSandbox) await checkScopes(session, signal);
    const [allowsWrites, showsPersonal] = [options['allow-writes'] === true, options['show-personal'] === true];
    // Only this command requires the MCP packages.
    const { serveTools } = await import('../mcp/server.js');
    const served = serveTools({ baseUrl, apiKey, isSandbox, allowsWrites, showsPersonal });
    error(
      `Serving ${isSandbox ? 'the sandbox' : 'live data'}, ${allowsWrites ? 'read and write' : 'read only'}, at ${baseUrl}.\n`,
    );
    if (!signal.aborted) await Promise.race([once(process.stdin, 'close'), once(signal, 'abort')]);
    await served.close();
  },
};

/** Rejects live keys without scopes. A key that may not read its own record has scopes. @throws CommandFailed */
async function checkScopes({ ramp }: Session, signal: AbortSignal): Promise<void> {
  const key = await ifInScope(ramp.apiKey.get({ signal }));
  if (key === undefined || key.scopes.length > 0) return;
  throw new CommandFailed(
    'This live key has no scopes, so it allows every operation. Use a key with scopes, such as transactions:read',
  );
}
