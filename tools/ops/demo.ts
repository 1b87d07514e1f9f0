/** `npm run demo`: the cross-ramp journeys of a person and of a business on the running local stack, step by step, with a new partner. */

import { runDemo } from '#local/run-demo';
import { useLocalTable } from '#local/start/local-table';
import { terminal } from '#local/terminal';
import { errorSentence } from '#ops/errors';
import { findRunningStack } from '#ops/running-stack';
import { createPartner } from '#shared/partners/repository';
import { nowMs } from '#shared/platform/config/environment';

try {
  const { baseUrl, dynamodbEndpoint, tableName } = await findRunningStack();
  useLocalTable(dynamodbEndpoint, tableName);
  const { apiKey } = await createPartner({
    name: 'Demo partner',
    stage: 'sandbox',
    atMs: nowMs(),
    operator: 'npm run demo',
  });
  const write = (line: string) => terminal.out(`${line}\n`);
  // At the sandbox's pace the two journeys take about as long as one wait may.
  await runDemo({ baseUrl, apiKey, limitMs: 30_000, write });
} catch (error) {
  terminal.error(`\n${errorSentence(error)}\n`);
  process.exitCode = 1;
}
