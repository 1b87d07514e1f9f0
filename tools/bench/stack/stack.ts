import { startDynamoDbEngine } from '#local/engines/dynamodb/dynamodb-engine';
import { startReceiver } from '#local/partner/webhook-receiver';
import { type AtEnd, startChild, withCleanUp } from '../processes';
import type { NewPartner, ReadyPartner, StackOptions } from './stack-process';

export type StackProcess = Awaited<ReturnType<typeof startStackProcess>>;

/** Starts a local stack in a separate process. */
export async function startStackProcess(atEnd: AtEnd, options: StackOptions = {}) {
  const { call } = startChild<typeof import('./stack-process')>('stack/stack-process.ts', atEnd);
  return { call, ...(await call.start(options)) };
}

/** Starts a database engine. Creates the partners through a complete local stack, then stops this stack but not the engine. */
export async function makePartners(atEnd: AtEnd, wanted: readonly NewPartner[], dataDir?: string) {
  const { endpoint: database, stop } = await startDynamoDbEngine({ dataDir });
  atEnd(stop);
  return withCleanUp(async (closing) => {
    const webhookUrl = await acceptWebhooks(closing);
    const { call, tableName } = await startStackProcess(closing, { database, settings: { SANDBOX_STEP_MS: '50' } });
    const partners: ReadyPartner[] = [];
    for (const one of wanted) partners.push(await call.newPartner({ webhookUrl, ...one }));
    return { database, tableName, partners };
  });
}

/** Starts a server that accepts every webhook. @returns the webhook URL */
export async function acceptWebhooks(atEnd: AtEnd): Promise<string> {
  const { url, stop } = await startReceiver();
  atEnd(stop);
  return url;
}
