/** `npm run capacity` simulates the partitions of the table and the readers of its stream; docs/capacity.md prints the results. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadStage } from '#infra/config/stages';
import { scenarios } from './capacity/scenarios';
import { simulate } from './capacity/simulate';

const results = scenarios(
  loadStage({ env: 'sandbox', configPath: 'infra/config/sandbox.json' }),
  loadStage({ env: 'production', configPath: 'infra/config/production.example.json' }),
).map(({ name, ...scenario }) => {
  const result = { name, scenario, outcome: simulate(scenario) };
  console.log(name, JSON.stringify(result.outcome));
  return result;
});
const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value);
writeFileSync(resolve(import.meta.dirname, 'capacity/results.json'), `${JSON.stringify(results, rounded, 2)}\n`);
