/** Overview: failed and pending webhooks, failing endpoints and rails with incidents; below, the latest transactions. */
import { ifInScope } from '#sdk/cli/errors';
import { filteredPath, viewPath } from '../../components/address';
import { Section, Title } from '../../components/section';
import { Table } from '../../components/table';
import type { View } from '../../components/views';
import { ramp } from '../api';
import { countText } from '../list';
import { transactionColumns, transactionRow } from './transactions';

/** Number of transactions shown. */
const LATEST = 10;

export const overview: View = async () => {
  // With a restricted key, the overview shows only the data of the key's scopes.
  const [settings, transactions, failed, endpoints, capabilities, pending] = await Promise.all([
    ifInScope(ramp.webhookSettings.get()),
    ifInScope(ramp.transactions.list({ limit: LATEST })),
    ifInScope(ramp.webhookNotifications.list({ status: 'FAILED', limit: 1 })),
    ifInScope(ramp.webhookEndpoints.list()),
    ifInScope(ramp.capabilities.get()),
    ifInScope(ramp.webhookNotifications.list({ status: 'PENDING', limit: 1 })),
  ]);
  const failing = endpoints?.data.filter(({ health }) => health.status === 'FAILING').length ?? 0;
  const rails = capabilities?.rails ?? [];
  const disturbed = rails.filter(({ status }) => status !== 'UP');
  const cards = [
    failed && {
      ...{ title: 'Failed webhooks', href: filteredPath(viewPath('webhooks'), { status: 'FAILED' }) },
      ...{ count: countText(failed), isWaiting: failed.count > 0, note: 'every attempt failed' },
    },
    pending && {
      ...{ title: 'Pending webhooks', href: filteredPath(viewPath('webhooks'), { status: 'PENDING' }) },
      ...{ count: countText(pending), isWaiting: false, note: 'waiting for the first attempt or a retry' },
    },
    endpoints && {
      ...{ title: 'Failing endpoints', href: viewPath('endpoints'), count: String(failing) },
      ...{ isWaiting: failing > 0, note: `of ${endpoints.data.length}` },
    },
    capabilities && {
      ...{ title: 'Rails with incidents', href: viewPath('limits'), count: String(disturbed.length) },
      isWaiting: disturbed.length > 0,
      note: disturbed.length === 0 ? `of ${rails.length}` : disturbed.map(({ type }) => type).join(', '),
    },
  ].filter((card) => card !== undefined);
  return (
    <>
      <Title title="Overview" id={settings?.partnerId} />
      <ul class="cards">
        {cards.map(({ title, href, count, isWaiting, note }) => (
          <li key={title} class={isWaiting ? 'waiting' : undefined}>
            <a href={href}>{title}</a>
            <strong>{count}</strong>
            <span>{note}</span>
          </li>
        ))}
      </ul>
      {transactions && (
        <Section title="Latest transactions">
          <Table rows={transactions.data.map(transactionRow)} about="Latest transactions" {...transactionColumns} />
        </Section>
      )}
    </>
  );
};
