import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '#functions/kyc/start/handler';
import { apiKeyKey, digest, userKey } from '#shared/dynamodb/keys';
import { storeFiles } from '#shared/identity/verification-files';
import { generateApiKey } from '#shared/partners/domain/api-key';
import { defaultAgreement } from '#shared/partners/domain/partner';
import { FileNotStored } from '#shared/platform/files/files';
import type { User } from '#shared/users/domain/user';
import { encodeUser } from '#shared/users/item';
import type { StageName } from '#shared/values/stage-name';
import { aUser } from '#test/support/builders/users';
import { gatewayEvent, lambdaContext } from '#test/support/gateway-event';
import { hostileUrls } from '#test/support/hostile/urls';
import { sampleFiles, startFileServer } from '#test/support/servers/file-server';
import { startHttpServer } from '#test/support/servers/http-server';
import { startedForTests } from '#test/support/started-for-tests';

const table = mockClient(DynamoDBDocumentClient);
afterAll(() => table.restore());
const partnerId = '019bc1c5-0000-7000-8000-000000000002';
const userId = '019bc1c5-0000-7000-8000-000000000003';
const keys = { sandbox: generateApiKey('sbx'), production: generateApiKey('live') } as const;

const user = aUser({ id: userId, partnerId });

/** Everything that production asks for, without a file. */
const person = {
  country: 'MX',
  firstName: 'Ana',
  lastName: 'García',
  dateOfBirth: '1990-05-17',
  address: { street: 'Av. Reforma 10', city: 'CDMX' },
  phoneNumber: '+525512345678',
  profession: 'ENGINEER',
  taxId: 'GAAA900517AB1',
};

const SELFIE = [400, 'FAILED_TO_DOWNLOAD_FILE_FROM_PRESIGNED_URL', 'Failed to download file from presigned url'];
const DOCUMENT = [400, 'FAILED_TO_DOWNLOAD_DOCUMENT', 'Failed to download document'];
const NOT_A_URL = [400, 'BAD_REQUEST', 'Provided url is not valid'];

const files = startedForTests(startFileServer);
let bucketAnswers: (number | 'silence')[] = [];
const stored: string[] = [];
const bucket = startedForTests(() =>
  startHttpServer((request, response) => {
    request.resume().on('end', () => {
      const answer = bucketAnswers.shift() ?? 200;
      if (answer === 'silence') return;
      stored.push(request.url ?? '');
      response.writeHead(answer).end();
    });
  }),
);

beforeEach(() => {
  table.reset();
  table.on(TransactWriteCommand).resolves({});
  stored.length = 0;
  bucketAnswers = [];
});
afterEach(() => vi.unstubAllEnvs());

function runAs(stage: StageName, localNetwork: boolean, users: readonly User[] = [user]): void {
  const variables = {
    STAGE: stage,
    TABLE_NAME: 'ramp',
    SANDBOX_STEP_MS: '2000',
    FILES_BUCKET: 'files',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_S3: bucket().url,
    LOCAL_NETWORK: localNetwork ? 'allow' : '',
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const caller = {
    ...apiKeyKey(digest(keys[stage])),
    entity: 'KEY',
    keyId: 'k',
    name: 'first',
    partnerId,
    partnerName: 'P',
    suspended: false,
    flows: ['OTC'],
    agreement: defaultAgreement(stage),
    createdAt: '2026-01-01T00:00:00.000Z',
    lastUsedOn: new Date().toISOString().slice(0, 10),
  };
  table.on(GetCommand).resolves({});
  table.on(GetCommand, { Key: apiKeyKey(digest(keys[stage])) }).resolves({ Item: caller });
  const reads = table.on(GetCommand, { Key: userKey(userId) });
  for (const one of users.slice(0, -1)) reads.resolvesOnce({ Item: encodeUser(one) });
  reads.resolves({ Item: encodeUser(users.at(-1) ?? user) });
}

/** Status, code and message of the answer, and the fields that it names. */
async function start(
  stage: StageName,
  body: unknown,
): Promise<{ readonly problem: readonly unknown[]; readonly fields: readonly string[] }> {
  const answer = await handler(
    gatewayEvent({
      httpMethod: 'POST',
      resource: '/api/partner/v2/users/{userId}/kyc',
      pathParameters: { userId },
      headers: { 'partner-api-key': keys[stage], 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    lambdaContext(),
  );
  const { code, message, errors = [] } = JSON.parse(answer.body);
  return {
    problem: [answer.statusCode, code, message],
    fields: errors.map(({ field }: { field: string }) => field),
  };
}

function expectNothingKept(): void {
  expect(stored).toEqual([]);
  expect(table.commandCalls(TransactWriteCommand)).toEqual([]);
}

const literal = hostileUrls(1024).flatMap(({ name, resolve }, position) =>
  resolve === undefined ? [[name, position] as const] : [],
);

describe.each(['sandbox', 'production'] as const)('a deployed %s', (stage) => {
  it.each(literal)('does not call %s', async (_name, position) => {
    const hostile = hostileUrls(files().port)[position];
    if (hostile === undefined) throw new Error('No such case');
    const { url, notWeb } = hostile;
    runAs(stage, false);
    const before = files().connections();
    const cases: { urls: object; failure: readonly unknown[]; field: string }[] = [
      { urls: { selfieUrl: url, frontIdUrl: url }, failure: SELFIE, field: 'selfieUrl' },
    ];
    const documents = [{ type: 'ADDRESS_PROOF', fileUrl: url }];
    // Production asks for a selfie first.
    if (stage === 'sandbox') cases.push({ urls: { documents }, failure: DOCUMENT, field: 'documents.0.fileUrl' });
    for (const { urls, failure, field } of cases) {
      const { problem, fields } = await start(stage, { ...person, ...urls });
      expect(problem).toEqual(notWeb === true ? NOT_A_URL : failure);
      expect(fields).toEqual(notWeb === true ? [] : [field]);
    }
    expectNothingKept();
    expect(files().connections()).toBe(before);
  });

  it('does not call loopback over http, where a laptop would', async () => {
    const url = files().serve('/fine', sampleFiles.jpeg);
    const body = { ...person, selfieUrl: url, frontIdUrl: url };
    runAs(stage, false);
    expect((await start(stage, body)).problem).toEqual(NOT_A_URL);
    expectNothingKept();
    runAs(stage, true);
    expect((await start(stage, body)).problem[0]).toBe(201);
    expect(stored).toHaveLength(2);
  });
});

describe('the content of files', () => {
  const url = (name: keyof typeof sampleFiles) => files().serve(`/${name}`, sampleFiles[name], 'image/png');
  const complete = () => ({ ...person, selfieUrl: url('jpeg'), frontIdUrl: url('png') });

  it.each([
    ['jpeg', true, true, true],
    ['png', true, true, true],
    ['gif', true, true, true],
    ['webp', true, true, true],
    ['pdf', false, true, true],
    ['html', false, false, false],
    ['svg', false, false, false],
  ] as const)('decides in production: %s as selfie %s, identity %s, document %s', async (name, ...taken) => {
    const uses: readonly [object, unknown[]][] = [
      [{ selfieUrl: url(name) }, SELFIE],
      [{ frontIdUrl: url(name) }, SELFIE],
      [{ documents: [{ type: 'ADDRESS_PROOF', fileUrl: url(name) }] }, DOCUMENT],
    ];
    for (const [position, [urls, failure]] of uses.entries()) {
      runAs('production', true);
      stored.length = 0;
      table.resetHistory();
      const answer = await start('production', { ...complete(), ...urls });
      if (taken[position] === true) expect(answer.problem[0]).toBe(201);
      else {
        expect(answer.problem).toEqual(failure);
        expectNothingKept();
      }
    }
  });

  it('is not checked in the sandbox', async () => {
    runAs('sandbox', true);
    expect((await start('sandbox', { country: 'MX', selfieUrl: url('html') })).problem[0]).toBe(201);
    expect(stored).toEqual([expect.stringMatching(/^\/files\/people\/[\w-]+\/kyc\/[\w-]+\/selfieUrl-[0-9a-f]{32}$/)]);
  });
});

describe('what may prevent it', () => {
  const one = () => ({ country: 'MX', selfieUrl: files().serve('/one', sampleFiles.jpeg) });
  const FAILED = [500, 'INTERNAL_SERVER_ERROR', 'Identity verification creation failed'];

  it('a bucket that refuses', async () => {
    runAs('sandbox', true);
    bucketAnswers = [403];
    expect((await start('sandbox', one())).problem).toEqual(FAILED);
    expect(table.commandCalls(TransactWriteCommand)).toEqual([]);
  });

  it('a bucket that fails once and then not', async () => {
    runAs('sandbox', true);
    bucketAnswers = [503];
    expect((await start('sandbox', one())).problem[0]).toBe(201);
  });

  it('a bucket that never answers: storing ends at its deadline, for all files at once', async () => {
    runAs('sandbox', true);
    bucketAnswers = ['silence', 'silence'];
    const content = sampleFiles.jpeg;
    const contentType = 'image/jpeg';
    const outcome = storeFiles(
      { userId, verificationId: userId },
      [
        { field: 'selfieUrl', content, contentType },
        { field: 'frontIdUrl', content, contentType },
      ],
      200,
    );
    await expect(outcome).rejects.toBeInstanceOf(FileNotStored);
  });

  it('a table that fails', async () => {
    runAs('sandbox', true);
    table.on(TransactWriteCommand).rejects(new Error('out of order'));
    expect((await start('sandbox', one())).problem).toEqual(FAILED);
  });

  it('a verification that was started during the downloads: nothing is stored', async () => {
    runAs('sandbox', true, [user, { ...user, kycStatus: 'IN_PROGRESS', version: 2 }]);
    expect((await start('sandbox', one())).problem.slice(0, 2)).toEqual([409, 'CONFLICT']);
    expectNothingKept();
  });

  it('a verification that runs: no file is asked for', async () => {
    for (const kycStatus of ['IN_PROGRESS', 'VERIFIED'] as const) {
      runAs('sandbox', true, [{ ...user, kycStatus }]);
      const before = files().requests.length;
      expect((await start('sandbox', one())).problem.slice(0, 2)).toEqual([409, 'CONFLICT']);
      expect(files().requests).toHaveLength(before);
    }
    expectNothingKept();
  });

  it('of several failures the first in the order of the fields, whichever comes first', async () => {
    runAs('sandbox', true);
    files().answers.set('/late', (response) => setTimeout(() => response.writeHead(404).end(), 150));
    const body = {
      country: 'MX',
      selfieUrl: `${files().origin}/late`,
      documents: [{ type: 'ADDRESS_PROOF', fileUrl: `${files().origin}/gone` }],
    };
    const answer = await start('sandbox', body);
    expect([answer.problem, answer.fields]).toEqual([SELFIE, ['selfieUrl']]);
    expectNothingKept();
  });
});
