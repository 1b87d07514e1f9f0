import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { ensureTable } from '#local/engines/dynamodb/table';
import { LOCAL_REGION } from '#local/engines/local-cloud';
import { listPartition } from '#shared/dynamodb/keys';
import { userFacet } from '#shared/dynamodb/lists/list-rows';
import { documentClient, readRange, tableName } from '#shared/dynamodb/table';
import { createPartner } from '#shared/partners/repository';
import { encodeUser } from '#shared/users/item';
import { newId } from '#shared/values/ids';
import { usAccount } from '#test/support/api-client';
import { aUser } from '#test/support/builders/users';
import { startTable } from '#test/unit/delivery/table';
import { gatewayEvent } from '../handlers/gateway-event';
import { type EngineMeter, startEngineMeter } from './engine-meter';

const IDEMPOTENCY_TABLE = 'idempotency';

/** A table with a partner on an engine of its own, behind a meter. */
export interface Setting {
  readonly meter: EngineMeter;
  readonly environment: Readonly<Record<string, string>>;
  /** A verified user of the partner, whom nothing was done for yet. */
  newUser(): Promise<string>;
  /** The request of a creation. */
  request(of: RequestOf): unknown;
  /** Transactions of a user on record. */
  transactionsOf(userId: string): Promise<number>;
  stop(): Promise<void>;
}

export interface RequestOf {
  readonly userId: string;
  readonly key: string;
  readonly sourceAmount?: number;
  readonly bankName?: string;
}

export async function startSetting(): Promise<Setting> {
  Object.assign(process.env, { STAGE: 'sandbox', LOG_LEVEL: 'silent' });
  const engine = await startTable();
  try {
    await ensureTable({
      endpoint: engine.endpoint,
      tableName: IDEMPOTENCY_TABLE,
      properties: {
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      },
    });
    const { apiKey, partnerId } = await createPartner({
      name: 'Compared',
      stage: 'sandbox',
      atMs: Date.now(),
    });
    const meter = await startEngineMeter(engine.endpoint);
    return {
      meter,
      environment: environmentOf(meter.endpoint),
      newUser: () => newUser(partnerId),
      request: (of) => requestOf(apiKey, of),
      async transactionsOf(userId) {
        const partition = listPartition(partnerId, 'TX', userFacet(userId));
        return (await readRange({ partition, countOnly: true })).count;
      },
      async stop() {
        await meter.stop();
        await engine.stop();
      },
    };
  } catch (error) {
    await engine.stop();
    throw error;
  }
}

/** As the templates have it, without a limit on the request rate. Each function writes its log lines. */
function environmentOf(endpoint: string): Record<string, string> {
  return {
    TZ: ':UTC',
    STAGE: 'sandbox',
    TABLE_NAME: tableName(),
    IDEMPOTENCY_TABLE_NAME: IDEMPOTENCY_TABLE,
    SANDBOX_STEP_MS: '2000',
    NODE_ENV: 'production',
    AWS_LAMBDA_FUNCTION_NAME: 'createCrossRamp',
    AWS_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  };
}

async function newUser(partnerId: string): Promise<string> {
  const id = newId(Date.now());
  const user = aUser({ id, partnerId, firstName: 'Ana', lastName: 'García', kycStatus: 'VERIFIED' });
  await documentClient().send(new PutCommand({ TableName: tableName(), Item: encodeUser(user) }));
  return id;
}

function requestOf(apiKey: string, { userId, key, sourceAmount = 2000.01, bankName }: RequestOf): unknown {
  const body = {
    userId,
    sourceCurrency: 'MXN',
    targetCurrency: 'USD',
    sourceAmount,
    targetBankAccount: { ...usAccount, ...(bankName === undefined ? {} : { bankName }) },
  };
  return gatewayEvent({
    method: 'POST',
    route: '/api/partner/v2/cross-ramp',
    headers: { 'partner-api-key': apiKey, 'idempotency-key': key },
    body: JSON.stringify(body),
  });
}
