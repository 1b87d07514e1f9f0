/** Limits and capabilities. */
import { Facts } from '../../components/facts';
import { Section, Title } from '../../components/section';
import { Table } from '../../components/table';
import type { Fields } from '../../components/values';
import type { View } from '../../components/views';
import { ramp } from '../api';

/** A row with its numbers in groups of three digits. */
function grouped(row: object): Fields {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? value.toLocaleString('en') : value]),
  );
}

export const limits: View = async () => {
  const { limits, thresholds, rails, corridors, tokenPairs, destinations, ...facts } = await ramp.capabilities.get();
  return (
    <>
      <Title title="Limits and capabilities" />
      <Section title="Limits">
        <Table
          rows={limits.map(grouped)}
          about="Limits"
          names={['currency', 'period', 'remaining', 'maximum', 'used', 'resetsAt', 'name']}
        />
      </Section>
      <Section title="Rails">
        <Table rows={rails} about="Rails" />
      </Section>
      <Section title="Capabilities">
        <Facts fields={facts} />
      </Section>
      <Section title="Range of an amount">
        <Table rows={thresholds.map(grouped)} about="Range of an amount" />
      </Section>
      <Section title="Corridors">
        <Table rows={corridors} about="Corridors" />
      </Section>
      <Section title="Tokens">
        <Table rows={tokenPairs} about="Tokens" />
      </Section>
      <Section title="Destinations">
        <Table
          rows={destinations}
          about="Destinations"
          names={['currency', 'rails', 'targetRails', 'payoutLimits', 'countries', 'invoiceRequiredFor']}
        />
      </Section>
    </>
  );
};
