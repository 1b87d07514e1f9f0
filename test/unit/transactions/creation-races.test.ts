import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as createCrossRamp } from '#functions/cross-ramp/create/handler';
import { handler as createOffRamp } from '#functions/off-ramp/create/handler';
import { handler as createOnRamp } from '#functions/on-ramp/create/handler';
import { usAccount } from '#local/partner/api-client';
import { documentClient, tableName } from '#shared/dynamodb/table';
import { createPartner } from '#shared/partners/repository';
import type { User } from '#shared/users/domain/user';
import { encodeUser } from '#shared/users/item';
import { aUser } from '#test/support/builders/users';
import { gatewayEvent, lambdaContext } from '#test/support/gateway-event';
import { linkKeysInMemory } from '#test/support/link-keys';
import { startedForTests } from '#test/support/started-for-tests';
import { allItems } from '#test/support/table-census';
import { startTable } from '#test/unit/delivery/table';

const RACE = 'race';
linkKeysInMemory();
const engine = startedForTests(startTable);
let partner: Awaited<ReturnType<typeof createPartner>>;

beforeAll(async () => {
  vi.stubEnv('STAGE', 'sandbox');
  vi.stubEnv('SANDBOX_STEP_MS', '2000');
  partner = await createPartner({ name: 'Partner', stage: 'sandbox', atMs: Date.now() });
});
afterEach(() => {
  documentClient().middlewareStack.remove(RACE);
});

async function verifiedUser(): Promise<User> {
  const user = aUser({
    id: randomUUID(),
    partnerId: partner.partnerId,
    ...{ firstName: 'Ana', lastName: 'García', kycStatus: 'VERIFIED' },
  });
  await store(user);
  return user;
}

const store = (user: User) => documentClient().send(new PutCommand({ TableName: tableName(), Item: encodeUser(user) }));

/** Runs a function after the first request has read, and before it writes. */
function beforeTheWrite(happen: () => Promise<unknown>): void {
  let happened = false;
  documentClient().middlewareStack.add(
    (next, context) => async (args) => {
      if (!happened && context.commandName === 'TransactWriteItemsCommand') {
        happened = true;
        await happen();
      }
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low', name: RACE },
  );
}

const pair = { fiatCurrency: 'MXN', tokenSymbol: 'USDC', blockchainSymbol: 'POL' };
const kinds = {
  'on-ramp': {
    handler: createOnRamp,
    order: {
      ...pair,
      fiatAmount: 500,
      destinationWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    },
  },
  'off-ramp': {
    handler: createOffRamp,
    order: { ...pair, cryptoAmount: 50, userBankInformation: { accountIdentifier: '646180110400000007' } },
  },
  'cross-ramp': {
    handler: createCrossRamp,
    order: {
      ...{ sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 2000 },
      targetBankAccount: usAccount,
    },
  },
};

async function send(kind: keyof typeof kinds, userId: string, key: string) {
  const { handler, order } = kinds[kind];
  const answer = await handler(
    gatewayEvent({
      httpMethod: 'POST',
      resource: `/api/partner/v2/${kind}`,
      headers: {
        'partner-api-key': partner.apiKey,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ userId, ...order }),
    }),
    lambdaContext(),
  );
  const { code }: { code?: string } = JSON.parse(answer.body);
  return { status: answer.statusCode, code };
}

const readItems = async (userId: string) =>
  (await allItems({ dynamodbEndpoint: engine().endpoint, tableName: tableName() })).filter(
    (item) => item.userId === userId || JSON.stringify(item).includes(userId),
  );

describe.each(['on-ramp', 'off-ramp', 'cross-ramp'] as const)('the creation of an order: %s', (kind) => {
  it.each(['REJECTED', 'REVIEW_NEEDED', 'IN_PROGRESS'] as const)(
    'holds only while its user is verified: one who is %s after it was read has none',
    async (kycStatus) => {
      const user = await verifiedUser();
      const key = randomUUID();
      beforeTheWrite(() => store({ ...user, kycStatus, version: user.version + 1 }));
      expect(await send(kind, user.id, key)).toEqual({ status: 403, code: 'USER_NOT_VERIFIED_ERROR' });
      // Only the user is stored: no transaction, no account, no notification and no key.
      expect(await readItems(user.id)).toHaveLength(1);
      await store({ ...user, version: user.version + 2 });
      expect(await send(kind, user.id, key)).toMatchObject({ status: 201 });
    },
  );

  it('is created when another change of the user keeps the verification', async () => {
    const user = await verifiedUser();
    beforeTheWrite(() => store({ ...user, alias: 'Anita', version: user.version + 1 }));
    expect(await send(kind, user.id, randomUUID())).toMatchObject({ status: 201 });
  });
});
