import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { shippedCapacity } from '#infra/config/capacity';

const readText = (path: string) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');
const { tables } = z
  .object({ tables: z.array(z.object({ rows: z.array(z.array(z.union([z.string(), z.number()]))) })) })
  .parse(JSON.parse(readText('tools/bench/results/cost.json')));
const [model, capacity] = ['docs/cost-model.md', 'docs/capacity.md'].map(readText);

/** Returns the cells of a row in a table of cost.json, without the row's name. @throws Error if the row does not exist */
function counted(table: number, journey: string): number[] {
  const [, ...cells] = tables[table]?.rows.find(([name]) => String(name).startsWith(journey)) ?? [];
  if (cells.length === 0) throw new Error(`tools/bench/results/cost.json has no ${journey}`);
  return cells.map(Number);
}

function rowOf(page: string | undefined, name: string): number[] {
  const line = page?.split('\n').find((one) => one.replaceAll('`', '').startsWith(`| ${name}`)) ?? '';
  return line
    .split('|')
    .slice(2, -1)
    .map((cell) => Number(cell.replaceAll(',', '').split(' ')[1]));
}

it.each(['user', 'quote locked', 'cross-ramp', 'transaction read'])(
  'the cost model has the last counts of: %s',
  (journey) => {
    const [reads, writes, , , invocations, events] = counted(0, journey);
    expect(rowOf(model, journey)).toEqual([reads, writes, invocations, events, counted(1, journey)[1]]);
  },
);

it.each(['user', 'quote locked', 'cross-ramp', 'on-ramp', 'off-ramp', 'transaction read'])(
  'the page of capacity has the last counts of: %s',
  (journey) => {
    const [reads, writes] = counted(0, journey);
    const [ofPage, , readsOfPage] = rowOf(capacity, journey);
    expect([ofPage, readsOfPage]).toEqual([writes, reads]);
  },
);

/** Returns the sum of a column of cost.json for one quote, one creation of a cross-ramp, two reads and a tenth of a user. */
function priced(table: number, column: number): number {
  const of = (journey: string) => counted(table, journey)[column] ?? Number.NaN;
  return of('quote locked') + of('cross-ramp') + 2 * of('transaction read') + 0.1 * of('user');
}

it('the priced journey is the sum of its counts', () => {
  const [reads, writes] = [priced(0, 0), priced(0, 1)].map((units) => Math.round(units));
  expect(model?.replaceAll('\n', ' ')).toContain(`${reads} thousand read units, ${writes} thousand write units`);
  expect(model).toContain(`**${priced(1, 1).toFixed(3)} dollars**`);
  const [all, table] = [priced(1, 1), priced(1, 0)].map((dollars) => Math.round(1000 * dollars));
  expect(model).toContain(`at a million the counted part is ${all} dollars, of which ${table} are the table's.`);
});

it('the limits of the table hold the daily mix, as the page of capacity says', () => {
  const index = (name: string) => rowOf(capacity, name)[1] ?? Number.NaN;
  const failing = 'a delivery whose five attempts fail';
  const mix = priced(0, 1) + 0.01 * 5.2 * (rowOf(capacity, failing)[0] ?? Number.NaN);
  expect(capacity).toContain(`some ${Math.round(mix)} write units`);
  const ofIndex = index('cross-ramp') + 0.1 * index('user') + 0.01 * 5.2 * index(failing);
  // Table write units of the sandbox simulation per transaction, without its index writes. Production has no simulation.
  const simulated = 22 - 10;
  const [sandbox = 0, production = 0] = rowOf(capacity, 'transactions of the daily mix a second');
  const demand = [sandbox * (mix - ofIndex), production * (mix - ofIndex - simulated)];
  expect(rowOf(capacity, 'write units a second of the table')).toEqual(
    demand.map((units) => 100 * Math.round(units / 100)),
  );
  expect(demand[0]).toBeLessThan(shippedCapacity.sandbox.table.write);
  expect(demand[1]).toBeLessThan(shippedCapacity.production.table.write);
});
