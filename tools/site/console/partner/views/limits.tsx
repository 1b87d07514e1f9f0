/** Limits and capabilities. */
import { RecordFacts } from '../../components/facts';
import { Title } from '../../components/section';
import type { Fields } from '../../components/values';
import type { View } from '../../components/views';
import { ramp } from '../api';

/** Returns a row with numbers in groups of three digits. */
function grouped(row: object): Fields {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? value.toLocaleString('en') : value]),
  );
}

export const limits: View = async () => {
  const { limits, thresholds, ...others } = await ramp.capabilities.get();
  const fields = { limits: limits.map(grouped), thresholds: thresholds.map(grouped), ...others };
  return (
    <>
      <Title title="Limits and capabilities" />
      <RecordFacts fields={fields} />
    </>
  );
};
