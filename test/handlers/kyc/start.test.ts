import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { contract } from '#functions/kyc/start/contract';
import { handler } from '#functions/kyc/start/handler';
import {
  documentNotDownloaded,
  fileNotDownloaded,
  userNotFound,
  verificationInProgress,
  verificationNotCreated,
} from '#shared/api/problems';
import { maxFileBytes } from '#shared/identity/domain/file-rules';
import { findVerification } from '#shared/identity/repository';
import { describeEndpoint, refusal } from '#test/support/handlers/describe-endpoint';
import { createWorld, type World } from '#test/support/handlers/world';
import { kycRefusals } from '#test/support/kyc-refusals';
import { sampleFiles } from '#test/support/servers/file-server';

const body = { country: 'MX', firstName: 'Ana', lastName: 'García' };
const selfieUrl = 'https://files.partner.example/selfie.jpg?signature=1';
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]);

/** All fields that production requires for a person. */
const complete = {
  ...{ ...body, dateOfBirth: '1990-05-17', profession: 'ENGINEER', taxId: 'GAAA900517AB1' },
  ...{ address: { street: 'Av. Reforma 10', city: 'CDMX' }, phoneNumber: '+525512345678' },
  ...{ selfieUrl, frontIdUrl: 'https://files.partner.example/front.jpg' },
};

const submission = async (world: World, more: object = {}) => ({
  path: { userId: (await world.user()).id },
  body: { ...body, ...more },
});

describeEndpoint(contract, handler, {
  request: (world) => submission(world),
  foreign: 'UNAUTHORIZED',
  unknownUser: userNotFound(),
});

it('stores a verification that is decided after a step', async () => {
  const world = await createWorld('startKyc');
  await world.webhookTarget();
  const { path } = await submission(world);
  const response = await world.call(handler, { path, body });
  const [verification] = world.table.items('KYC');
  const data = { userId: path.userId, verificationId: verification?.id, status: 'IN_PROGRESS' };
  expect(response).toMatchObject({ status: 201, body: { success: true, data } });
  expect(verification).toMatchObject({ country: 'MX', submission: { firstName: 'Ana' }, dueAt: Date.now() + 2000 });
  expect(world.table.items('USER')).toMatchObject([{ kycStatus: 'IN_PROGRESS', verificationId: verification?.id }]);
  expect(world.table.items('NTF')).toMatchObject([{ event: 'CREATED_KYC', status: 'PENDING' }]);
});

it('keeps a file in the bucket, and its address nowhere', async () => {
  const world = await createWorld('startKyc');
  world.web.on(selfieUrl, { body: JPEG });
  const response = await world.call(handler, await submission(world, { selfieUrl }));
  expect(response.status, response.text).toBe(201);
  const [[key, file] = []] = world.files.files;
  expect(key).toMatch(/^people\/.+\/kyc\/.+/);
  expect(file).toMatchObject({ content: JPEG, contentType: 'image/jpeg' });
  expect(JSON.stringify(world.table.items())).not.toContain('signature=1');
});

it('counts as one request more for each file that it fetches', async () => {
  const world = await createWorld('startKyc');
  world.web.on(selfieUrl, { body: JPEG });
  expect((await world.call(handler, await submission(world, { selfieUrl }))).status).toBe(201);
  const response = await world.call(handler, await submission(world));
  // Three requests of the limit of 100 are used: the first submission, its file, and this request.
  expect(response.headers?.ratelimit).toBe('"partner";r=97;t=1');
});

const good = 'https://files.partner.example/good?signature=1';
const gone = 'https://files.partner.example/gone?signature=1';
const ofSize = (bytes: number) => `https://files.partner.example/size/${bytes}`;

it.each(kycRefusals({ good: () => good, gone: () => gone, ofSize }))(
  'refuses %s, and keeps nothing',
  async (_, wrong, problem, fields) => {
    const world = await createWorld('startKyc');
    world.web.on(good, { body: JPEG });
    world.web.on('https://ana@files.partner.example/', { body: JPEG });
    world.web.on(gone, { status: 404 });
    world.web.on(ofSize(0).slice(0, -1), ({ url }) => ({ body: Buffer.alloc(Number(url.split('/').at(-1)), 1) }));
    const response = await world.call(handler, await submission(world, wrong()));
    const { status, code, message, errors = [] } = { ...response.body, ...response };
    expect([status, code, message]).toEqual(problem);
    expect(errors.map(({ field }: { field: string }) => field)).toEqual(fields);
    expect(response.text).not.toContain('signature=1');
    expect([world.table.items('KYC'), [...world.files.files]]).toEqual([[], []]);
  },
);

it('stores every file under its field, each as large as it may be', async () => {
  const world = await createWorld('startKyc');
  const fields = ['selfieUrl', 'frontIdUrl', 'identity.backIdUrl', 'documents.0.fileUrl', 'documents.1.backIdUrl'];
  const sizes = [maxFileBytes.SELFIE, maxFileBytes.IDENTITY, 20, maxFileBytes.DOCUMENT, 30];
  const urls = sizes.map((bytes) => {
    world.web.on(ofSize(bytes), { body: Buffer.alloc(bytes, 1) });
    return ofSize(bytes);
  });
  const [self, front, back, proof, page] = urls;
  const files = {
    ...{ selfieUrl: self, frontIdUrl: front, identity: { type: 'GOVERNMENT_ID', backIdUrl: back } },
    documents: [
      { type: 'ADDRESS_PROOF', fileUrl: proof },
      { type: 'PASSPORT', backIdUrl: page },
    ],
  };
  const response = await world.call(handler, await submission(world, files));
  expect(response.status, response.text).toBe(201);
  const { userId, verificationId } = response.body.data;
  const stored = (await findVerification(userId, verificationId))?.files ?? [];
  expect(stored.map(({ field, size }) => [field, size])).toEqual(fields.map((field, at) => [field, sizes[at]]));
  for (const { key, field, sha256 } of stored) {
    expect(key).toMatch(
      new RegExp(`^people/${userId}/kyc/${verificationId}/${field.replaceAll('.', '-')}-[0-9a-f]{32}$`),
    );
    const content = world.files.files.get(key)?.content ?? '';
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
  }
});

it('refuses a user without an e-mail address', async () => {
  const world = await createWorld('startKyc');
  const { id: userId } = await world.user({ email: '' });
  expect(await world.call(handler, { path: { userId }, body })).toMatchObject({
    status: 400,
    body: { code: 'EMAIL_NOT_FOUND' },
  });
});

it.each(['IN_PROGRESS', 'VERIFIED'] as const)('refuses a user who is %s', async (kycStatus) => {
  const world = await createWorld('startKyc');
  const { id: userId } = await world.user({ kycStatus });
  const response = await world.call(handler, { path: { userId }, body });
  expect(response).toMatchObject(refusal(verificationInProgress(undefined)));
});

it('loses to a verification that is started at the same time', async () => {
  const world = await createWorld('startKyc');
  const request = await submission(world);
  world.table.beforeNextWrite(() => world.call(handler, request));
  const response = await world.call(handler, request);
  const [verification, ...others] = world.table.items('KYC');
  expect(response).toMatchObject(refusal(verificationInProgress(String(verification?.id))));
  expect(others).toEqual([]);
});

it.each([
  ['returns 404', (world: World) => world.web.on(selfieUrl, { status: 404 })],
  ['gives no response in time', (world: World) => world.web.timeOut(selfieUrl)],
  ['sends nothing', (world: World) => world.web.on(selfieUrl, {})],
])("stores nothing when the file's server %s", async (_, responses) => {
  const world = await createWorld('startKyc');
  responses(world);
  const response = await world.call(handler, await submission(world, { selfieUrl }));
  expect(response).toMatchObject(refusal(fileNotDownloaded('selfieUrl')));
  expect(world.table.items('KYC')).toEqual([]);
});

it('stores nothing when the bucket does not take the file', async () => {
  const world = await createWorld('startKyc');
  world.web.on(selfieUrl, { body: JPEG });
  world.files.failNext(503);
  const response = await world.call(handler, await submission(world, { selfieUrl }));
  expect(response).toMatchObject(refusal(verificationNotCreated()));
  expect(world.table.items('KYC')).toEqual([]);
});

it.each([
  'https://10.0.0.1/selfie.jpg',
  'https://[::ffff:127.0.0.1]/selfie.jpg',
  'https://169.254.169.254/latest/meta-data',
])('does not call %s, which leads inside', async (inside) => {
  for (const stage of ['sandbox', 'production'] as const) {
    const world = await createWorld('startKyc', { stage });
    world.web.on('https://files.partner.example/', { body: JPEG });
    const response = await world.call(handler, await submission(world, { ...complete, selfieUrl: inside }));
    expect(response).toMatchObject(refusal(fileNotDownloaded('selfieUrl')));
    expect(world.web.requestsTo(inside)).toEqual([]);
    expect(world.table.items('KYC')).toEqual([]);
  }
});

it.each([
  ['jpeg', true, true, true],
  ['webp', true, true, true],
  ['pdf', false, true, true],
  ['html', false, false, false],
  ['svg', false, false, false],
] as const)(
  'decides in production by the content: %s as selfie %s, identity %s, document %s',
  async (name, ...taken) => {
    const wrong = 'https://files.partner.example/wrong';
    const uses = [
      [{ selfieUrl: wrong }, fileNotDownloaded('selfieUrl')],
      [{ frontIdUrl: wrong }, fileNotDownloaded('frontIdUrl')],
      [{ documents: [{ type: 'ADDRESS_PROOF', fileUrl: wrong }] }, documentNotDownloaded('documents.0.fileUrl')],
    ] as const;
    for (const [index, [urls, problem]] of uses.entries()) {
      const world = await createWorld('startKyc', { stage: 'production' });
      world.web.on('https://files.partner.example/', { body: JPEG });
      world.web.on(wrong, { body: sampleFiles[name], headers: { 'content-type': 'image/png' } });
      const response = await world.call(handler, await submission(world, { ...complete, ...urls }));
      if (taken[index] === true) expect(response.status, response.text).toBe(201);
      else expect(response).toMatchObject(refusal(problem));
      expect(world.table.items('KYC')).toHaveLength(taken[index] === true ? 1 : 0);
    }
  },
);

it('does not check the content in the sandbox', async () => {
  const world = await createWorld('startKyc');
  world.web.on(selfieUrl, { body: sampleFiles.html });
  expect((await world.call(handler, await submission(world, { selfieUrl }))).status).toBe(201);
});

it('names the first of several files that cannot be had', async () => {
  const world = await createWorld('startKyc');
  world.web.on('https://files.partner.example/', { status: 404 });
  const documents = [{ type: 'ADDRESS_PROOF', fileUrl: 'https://files.partner.example/gone' }];
  const response = await world.call(handler, await submission(world, { selfieUrl, documents }));
  expect(response).toMatchObject(refusal(fileNotDownloaded('selfieUrl')));
});
