/** Commands for the IP addresses from which an API key is accepted. */
import type { AllowedAddresses } from '../../generated/openapi.js';
import type { Command } from '../command.js';
import { UsageError } from '../errors.js';
import { escapeControls } from '../escape.js';

export const showAddresses: Command = {
  about: 'Shows the addresses that your key may be used from',
  words: [],
  options: {},
  async run(_, { connect, terminal: { signal }, print }) {
    const { ramp } = await connect();
    const set = await ramp.allowedAddresses.get({ signal });
    print({ json: set, text: sentence(set) });
  },
};

export const setAddresses: Command = {
  about: 'Sets the addresses that your key may be used from',
  words: ['RANGES'],
  options: {},
  notes:
    'RANGES are addresses or ranges as CIDR with commas between them: 203.0.113.0/24,2001:db8::/48. They take the place of those before and lie within them; this machine is in one of them. Only we can widen them again.',
  async run({ words: [text = ''] }, { connect, terminal: { signal }, print }) {
    const allowedAddresses = text.split(',').flatMap((range) => range.trim() || []);
    if (allowedAddresses.length === 0) throw new UsageError('RANGES has no address');
    const { ramp } = await connect();
    const set = await ramp.allowedAddresses.update({ allowedAddresses }, { signal });
    print({ json: set, text: sentence(set) });
  },
};

function sentence({ keyId, allowedAddresses }: AllowedAddresses): string {
  const where = allowedAddresses === null ? 'anywhere' : allowedAddresses.join(', ');
  return escapeControls(`The key ${keyId} may be used from ${where}.`);
}
