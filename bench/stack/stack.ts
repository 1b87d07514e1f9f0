import { startDynamoDbEngine } from '#local/engines/dynamodb/dynamodb-engine';
import { startReceiver } from '#local/partner/webhook-receiver';
import { type AtEnd, type Child, startChild, withCleanUp } from '../processes';
import type { NewPartner, ReadyPartner, StackAddresses, StackOptions } from './stack-process';

type Program = typeof import('./stack-process');

/** A local stack in a process of its own. */
export interface StackProcess extends Child<Program>, StackAddresses {}

export async function startStackProcess(atEnd: AtEnd, options: StackOptions = {}): Promise<StackProcess> {
  const child = startChild<Program>('stack/stack-process.ts', atEnd);
  return { ...child, ...(await child.call.start(options)) };
}

/** An engine with partners that a whole stack has made. */
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

/** @returns the address of a target that accepts every webhook */
export async function acceptWebhooks(atEnd: AtEnd): Promise<string> {
  const { url, stop } = await startReceiver();
  atEnd(stop);
  return url;
}
