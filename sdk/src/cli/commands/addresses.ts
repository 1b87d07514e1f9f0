/** Commands for the IP addresses from which an API key is accepted. */
import type { AllowedAddresses } from '../../generated/openapi.js';
import type { Command } from '../command.js';
import { UsageError } from '../errors.js';
import { escapeControls } from '../escape.js';

export const showAddresses: Command = {
  about: 'Shows the IP addresses from which your key works',
  words: [],
  options: {},
  async run(_, { connect, terminal: { signal }, print }) {
    const { ramp } = await connect();
    const set = await ramp.allowedAddresses.get({ signal });
    print({ json: set, text: sentence(set) });
  },
};

export const setAddresses: Command = {
  about: 'Sets the IP addresses from which your key works',
  words: ['RANGES'],
  options: {},
  notes:
    'RANGES is a list of IP addresses and CIDR ranges with commas: 203.0.113.0/24,2001:db8::/48. The new ranges replace the previous ranges. They must be inside the previous ranges and include this machine. Only we can extend them again.',
  async run({ words: [text = ''] }, { connect, terminal: { signal }, print }) {
    const allowedAddresses = text.split(',').flatMap((range) => range.trim() || []);
    if (allowedAddresses.length === 0) throw new UsageError('RANGES contains no address');
    const { ramp } = await connect();
    const set = await ramp.allowedAddresses.update({ allowedAddresses }, { signal });
    print({ json: set, text: sentence(set) });
  },
};

function sentence({ keyId, allowedAddresses }: AllowedAddresses): string {
  const where = allowedAddresses === null ? 'anywhere' : allowedAddresses.join(', ');
  return escapeControls(`The key ${keyId} works from ${where}.`);
}
