/** The API key of the console. */
import { RecordFacts } from '../../components/facts';
import { Title } from '../../components/section';
import type { View } from '../../components/views';
import { ramp } from '../api';

export const key: View = async () => {
  const { id, scopes, allowedAddresses, ...facts } = await ramp.apiKey.get();
  const fields = {
    ...facts,
    scopes: scopes.length === 0 ? 'everything' : scopes,
    allowedAddresses: allowedAddresses.length === 0 ? 'anywhere' : allowedAddresses,
  };
  return (
    <>
      <Title title="API key" id={id} />
      <RecordFacts fields={fields} />
      <p class="hint">
        <code>partner-ramp key rotate</code> replaces the key. This page never shows the key.
      </p>
    </>
  );
};
