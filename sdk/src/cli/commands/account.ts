/** Commands that store and delete a login, and that show the current partner. */
import { webcrypto } from 'node:crypto';
import { PartnerRamp } from '../../client.js';
import { checkBaseUrl, identify } from '../account/connection.js';
import { checkProfileName, DEFAULT_PROFILE, LOCAL_PROFILE, removeProfile, writeProfile } from '../account/profiles.js';
import { type Command, optionValue } from '../command.js';
import { CommandFailed, UsageError } from '../errors.js';
import { aligned } from '../text.js';

export const login: Command = {
  about: 'Stores the URL of the API and your API key in a file that only you can read',
  words: [],
  options: {
    'base-url': { value: 'URL', about: 'URL of the API without /api/partner/v2 (default: the command asks)' },
  },
  notes:
    'The command asks for the key and does not show it. You can pipe the key in: partner-ramp login --base-url URL < key-file.\nA stack on this machine needs no login.',
  async run(typed, { terminal, profile = DEFAULT_PROFILE, print }) {
    if (profile === LOCAL_PROFILE) throw new UsageError('The stack on this machine needs no login');
    const given = optionValue(typed, 'base-url') ?? (await terminal.ask('Base URL of the API: '));
    const baseUrl = checkBaseUrl(given?.trim() ?? '');
    const apiKey = (await terminal.ask('API key (not shown): ', { isHidden: true }))?.trim();
    terminal.signal.throwIfAborted();
    if (!apiKey) throw new CommandFailed('No key was entered. Nothing was stored');
    // API keys contain only these characters. If the text has another character, the error message of `fetch` could contain the
    // key.
    if (!/^[\x21-\x7e]+$/.test(apiKey))
      throw new CommandFailed('An API key contains only ASCII characters and no spaces. Nothing was stored');
    const ramp = new PartnerRamp({ baseUrl, apiKey, crypto: webcrypto, maxRetries: 1 });
    const { environment } = await identify({ ramp, apiKey }, terminal.signal);
    const file = writeProfile(terminal.settingsFolder, checkProfileName(profile), { baseUrl, apiKey });
    print({
      json: { profile, baseUrl, environment, file },
      text: `The key works: ${environment} at ${baseUrl}. Profile "${profile}" is stored in ${file}.`,
    });
  },
};

export const logout: Command = {
  about: 'Deletes a login, with the secret and the position of its listener',
  words: [],
  options: {},
  async run(_, { terminal, profile = DEFAULT_PROFILE, print }) {
    const removed = removeProfile(terminal.settingsFolder, checkProfileName(profile));
    const text = removed
      ? `Profile "${profile}" is deleted. The key itself still works.`
      : `There is no profile "${profile}".`;
    print({ json: { profile, removed }, text });
  },
};

export const whoami: Command = {
  about: 'Shows the URL, the environment and the partner of the current login',
  words: [],
  options: {},
  async run(_, { connect, terminal: { signal }, print }) {
    const session = await connect();
    const { profile, source, baseUrl } = session;
    const { partnerId, environment } = await identify(session, signal);
    const rows = Object.entries({
      partnerId: partnerId ?? 'unknown: the key does not have the scope webhooks:read',
      ...{ environment, baseUrl, profile, key: source },
    });
    print({ json: { partnerId, environment, baseUrl, profile, source }, text: aligned(rows) });
  },
};
