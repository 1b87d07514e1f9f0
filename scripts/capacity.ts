/**
 * `npm run capacity` simulates the partitions of the table and the readers of its stream, and says whether the warm throughput of each
 * stage still serves; docs/capacity.md prints the results. With `--warmth` it says that alone.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadStage } from '#infra/config/stages';
import { warmth } from './capacity/resources';
import { scenarios } from './capacity/scenarios';
import { simulate } from './capacity/simulate';

const sandbox = loadStage({ env: 'sandbox', configPath: 'infra/config/sandbox.json' });
const production = loadStage({ env: 'production', configPath: 'infra/config/production.example.json' });

for (const stage of [sandbox, production])
  for (const { name, demand, limit, unit, raise } of warmth(stage))
    console.log(
      `${stage.name}, ${name}: needs ${Math.ceil(demand)} ${unit}, is warm for ${limit}: ${demand <= limit ? 'serves' : `raise ${raise}`}`,
    );
if (!process.argv.includes('--warmth')) {
  const results = scenarios(sandbox, production).map(({ name, ...scenario }) => {
    const result = { name, scenario, outcome: simulate(scenario) };
    console.log(name, JSON.stringify(result.outcome));
    return result;
  });
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value);
  writeFileSync(resolve(import.meta.dirname, 'capacity/results.json'), `${JSON.stringify(results, rounded, 2)}\n`);
}
