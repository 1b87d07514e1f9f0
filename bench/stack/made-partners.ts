import { startDynamoDbEngine } from '#local/engines/dynamodb/dynamodb-engine';
import { type AtEnd, withCleanUp } from '../processes';
import { startReceiver } from './receiver';
import type { ReadyPartner } from './stack-process';
import { startStackProcess } from './start-stack';

/** An engine with partners that a whole stack has made. */
export async function makePartners(
  atEnd: AtEnd,
  wanted: readonly { readonly users?: number; readonly completed?: number }[],
  dataDir?: string,
) {
  const { endpoint: database, stop } = await startDynamoDbEngine({ dataDir });
  atEnd(stop);
  return withCleanUp(async (closing) => {
    const { url: webhookUrl } = await startReceiver(closing);
    const { call, tableName } = await startStackProcess(closing, {
      database,
      settings: { SANDBOX_STEP_MS: '50' },
    });
    const partners: ReadyPartner[] = [];
    for (const one of wanted) partners.push(await call.newPartner({ webhookUrl, ...one }));
    return { database, tableName, partners };
  });
}
