/** `npm run demo`: creates a partner and runs one cross-ramp of a person and one of a business on the running local stack. */

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
  // `limitMs` limits each single wait. With the sandbox's usual delays, even both journeys together take only about 30 s.
  await runDemo({ baseUrl, apiKey, limitMs: 30_000, write });
} catch (error) {
  terminal.error(`\n${errorSentence(error)}\n`);
  process.exitCode = 1;
}
