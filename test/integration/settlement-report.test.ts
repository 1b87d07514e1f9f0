import { expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { findTransaction } from '#shared/transactions/repository';
import { announce } from '#test/support/announce';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { ops } from '#test/unit/ops/tool';

const running = await sharedStack();
const folder = announce(running);
const partner = await running.newPartner();
const userId = await partner.verifiedUser();

interface Row {
  readonly currency: string;
  readonly count: number;
}

it('sums up what a partner was paid, what it paid and what went back, and nothing of others', async () => {
  const ids: string[] = [];
  for (const sourceAmount of [2000.01, 2000.02, 2000.04]) {
    const response = await partner.post('/cross-ramp', partner.crossRamp(userId, { sourceAmount }));
    expect(response.status, response.text).toBe(201);
    ids.push(response.body.data.id);
  }
  const isOver = async (id: string) => {
    const found = await findTransaction(id);
    return found?.completedAtMs !== undefined || found?.cancellationReason !== undefined;
  };
  await until(async () => (await Promise.all(ids.map(isOver))).every(Boolean));
  const [paid] = ids;
  const date = new Date().toISOString().slice(0, 10);
  const read = async () => (await partner.get(`/reports/settlement?date=${date}`)).body.data;
  // Waits until the report contains the payout in USD and the refund of the failed payout.
  await until(async () => (await read()).currencies.find(({ currency }: Row) => currency === 'USD')?.count === 2);
  const report = await read();
  const { targetAmount } = (await partner.get(`/transactions/${paid}`)).body.data;
  const sums = Object.fromEntries(report.currencies.map((row: Row) => [row.currency, row]));
  expect(report).toMatchObject({ date, status: 'OPEN', corrections: [] });
  expect(sums.USD).toMatchObject({ deposits: '0.00', payouts: targetAmount.toFixed(2), count: 2 });
  expect(Number(sums.USD.net)).toBeCloseTo(-Number(sums.USD.payouts) - Number(sums.USD.returns), 2);
  expect(sums.MXN).toMatchObject({ payouts: '0.00' });
  const csv = await fetch(`${running.baseUrl}/api/partner/v2/reports/settlement?date=${date}`, {
    headers: { 'partner-api-key': partner.apiKey, accept: 'text/csv' },
  });
  expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  const file = await csv.text();
  expect(file.split('\r\n')).toContain(
    [
      'DAY',
      date,
      'MXN',
      ...['deposits', 'payouts', 'fees', 'returns', 'net'].map((name) => sums.MXN[name]),
      sums.MXN.count,
    ].join(','),
  );
  // Operators get the same report, as values and as a file.
  const operator = (...words: string[]) =>
    ops(['books', ...words, '--partner', partner.partnerId, '--data-dir', folder]);
  expect(JSON.parse((await operator('settlement', '--date', date, '--json')).out)).toEqual(report);
  expect(await operator('settlement', '--date', date, '--csv')).toMatchObject({
    code: 0,
    error: '',
    out: file.replaceAll('\r', ''),
  });
  expect((await operator('settlement', '--date', date)).out).toMatch(/: OPEN\.\n\nROW +DATE +CURRENCY/);
  // The partner's ledger entries add up to zero and contain the payouts.
  const balance = JSON.parse((await operator('trial-balance', '--json')).out);
  expect(balance.totals.every((total: Record<string, string>) => total.balance === '0.00')).toBe(true);
  expect(balance.accounts).toContainEqual(
    expect.objectContaining({ account: 'settlement:pay-out', currency: 'USD', balance: sums.USD.net }),
  );
  const other = await running.newPartner();
  expect((await other.get(`/reports/settlement?date=${date}`)).body.data).toMatchObject({
    currencies: [],
    corrections: [],
  });
});
