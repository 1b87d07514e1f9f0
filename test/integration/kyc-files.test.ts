import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toProblem, until } from '#local/partner/api-client';
import { writeAtomically } from '#shared/dynamodb/unit-of-work';
import { maxFileBytes } from '#shared/identity/domain/file-rules';
import { findVerification } from '#shared/identity/repository';
import { findUser, userWrites } from '#shared/users/repository';
import { FILE, INPUT, kycRefusals } from '#test/support/kyc-refusals';
import { temporaryFolder } from '#test/support/lifetime';
import { ownStack } from '#test/support/own-stack';
import { sampleFiles, startFileServer } from '#test/support/servers/file-server';
import { allItems } from '#test/support/table-census';
import { openTableStream } from '#test/support/table-stream';

/** Part of every path and query that is asked for, so that a trace of any URL can be found. */
const CANARY = 'canary-5f0c1d';

const dataDir = temporaryFolder();
const files = await startFileServer();
afterAll(files.stop);
const running = await ownStack({ dataDir });
const partner = await running.newPartner();
const stranger = await running.newPartner('Another partner');
// The first accepted request of a day is noted on the key.
await partner.get('/webhook-settings');
const stream = await openTableStream(running.stack);
afterAll(stream.close);

const start = (userId: string, body: object) => partner.post(`/users/${userId}/kyc`, body);

function serve(content: Uint8Array): string {
  return `${files.serve(`/${CANARY}/${randomUUID()}`, content)}?signature=${CANARY}`;
}

function bucketFolder(): string {
  return join(dataDir, 'buckets', running.stack.bucketNames[0] ?? '');
}

/** Keys of everything in the bucket: the first line of each of its files names its key. */
function storedKeys(): string[] {
  const folder = bucketFolder();
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => {
    const content = readFileSync(join(folder, name));
    return JSON.parse(content.toString('utf8', 0, content.indexOf('\n'))).key;
  });
}

async function readBack(key: string): Promise<{ content: Uint8Array; contentType: string | undefined }> {
  const client = new S3Client({
    endpoint: running.stack.s3Endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const answer = await client.send(new GetObjectCommand({ Bucket: running.stack.bucketNames[0] ?? '', Key: key }));
  const content = await answer.Body?.transformToByteArray();
  client.destroy();
  return { content: content ?? new Uint8Array(), contentType: answer.ContentType };
}

/** Items that workers write a moment later: counts of list rows, and the feed of changes. */
const KEPT_LATER = /^[A-Z]+ (COUNT|FEED|FEEDSEEN)#/;

/** Items that were written or deleted since the last call, without those that workers derive from others. */
const written = async () => (await stream.read()).filter((change) => !KEPT_LATER.test(change));

describe('a submission that is refused', () => {
  let userId: string;
  beforeAll(async () => {
    userId = await partner.newUser();
  });
  beforeEach(written);
  const good = () => serve(sampleFiles.jpeg);
  const rows = kycRefusals({
    good,
    gone: () => `${files.origin}/${CANARY}/gone?signature=${CANARY}`,
    ofSize: (bytes) => serve(Buffer.alloc(bytes, 1)),
  });

  it.each(rows)('for %s', async (_, body, expected, fields) => {
    const keys = storedKeys();
    const answer = await start(userId, { country: 'MX', ...body() });
    expect(toProblem(answer), answer.text).toEqual(expected);
    expect((answer.body.errors ?? []).map(({ field }: { field: string }) => field)).toEqual(fields);
    expect(answer.text).not.toContain(CANARY);
    expect(await written()).toEqual([]);
    expect(storedKeys()).toEqual(keys);
  });

  it('leaves the user as it was', async () => {
    expect((await partner.get(`/users/${userId}/kyc`)).body.data.status).toBe('NOT_STARTED');
  });

  it('for a redirect, even to a file that is there', async () => {
    const path = `/${CANARY}/redirected`;
    const target = good();
    files.answers.set(path, (response) => response.writeHead(302, { location: target }).end());
    const before = files.requests.length;
    const answer = await start(userId, { country: 'MX', selfieUrl: `${files.origin}${path}` });
    expect(toProblem(answer)).toEqual(FILE);
    expect(files.requests.slice(before)).toEqual([path]);
  });

  it('for an unknown user, and for another partner’s', async () => {
    const body = { country: 'MX', selfieUrl: good() };
    const foreign = await stranger.newUser();
    const before = files.requests.length;
    const keys = storedKeys();
    await written();
    expect(toProblem(await start('00000000-0000-0000-0000-000000000000', body))).toEqual([
      404,
      'NOT_FOUND_ERROR',
      'Requested User was not found',
    ]);
    expect(toProblem(await start(foreign, body))).toEqual([
      401,
      'UNAUTHORIZED',
      'User is not associated with the partner',
    ]);
    expect(toProblem(await start('nonsense', body))).toEqual(INPUT);
    expect(files.requests).toHaveLength(before);
    expect([await written(), storedKeys()]).toEqual([[], keys]);
  });

  it('for a user without an e-mail address', async () => {
    const withoutAddress = await partner.newUser();
    const user = await findUser(withoutAddress);
    if (user === undefined) throw new Error('The user is not on record');
    await writeAtomically(userWrites(user, { ...user, email: '' }));
    expect(await written()).not.toEqual([]);
    expect(toProblem(await start(withoutAddress, { country: 'MX', selfieUrl: good() }))).toEqual([
      400,
      'EMAIL_NOT_FOUND',
      'Provided user authentication method is not email',
    ]);
    expect(await written()).toEqual([]);
  });

  it('when the bucket fails, and leaves no objects', async () => {
    const body = { country: 'MX', selfieUrl: good() };
    renameSync(bucketFolder(), `${bucketFolder()}-away`);
    const answer = await start(userId, body);
    renameSync(`${bucketFolder()}-away`, bucketFolder());
    expect(toProblem(answer)).toEqual([500, 'INTERNAL_SERVER_ERROR', 'Identity verification creation failed']);
    expect(await written()).toEqual([]);
    // It may be tried again.
    expect((await start(userId, body)).status).toBe(201);
  });
});

describe('a submission that is accepted', () => {
  it('stores every file unchanged under its verification, and no URL', async () => {
    const userId = await partner.newUser();
    const sent = {
      selfieUrl: sampleFiles.jpeg,
      frontIdUrl: sampleFiles.gif,
      backIdUrl: sampleFiles.webp,
      'identity.frontIdUrl': sampleFiles.png,
      'identity.backIdUrl': sampleFiles.oldGif,
      'documents.0.fileUrl': sampleFiles.pdf,
      'documents.1.frontIdUrl': sampleFiles.png,
      'documents.1.backIdUrl': sampleFiles.html,
      'documents.2.fileUrl': Buffer.alloc(maxFileBytes.DOCUMENT, 9),
    };
    const urls = Object.fromEntries(Object.entries(sent).map(([field, content]) => [field, serve(content)]));
    const answer = await start(userId, {
      country: 'MX',
      firstName: 'Xóchitl',
      lastName: 'Ñandú-Quetzal',
      selfieUrl: urls.selfieUrl,
      frontIdUrl: urls.frontIdUrl,
      backIdUrl: urls.backIdUrl,
      identity: {
        type: 'GOVERNMENT_ID',
        frontIdUrl: urls['identity.frontIdUrl'],
        backIdUrl: urls['identity.backIdUrl'],
      },
      documents: [
        { type: 'ADDRESS_PROOF', fileUrl: urls['documents.0.fileUrl'] },
        {
          type: 'PASSPORT',
          frontIdUrl: urls['documents.1.frontIdUrl'],
          backIdUrl: urls['documents.1.backIdUrl'],
        },
        { type: 'TAX_ID', fileUrl: urls['documents.2.fileUrl'] },
      ],
    });
    expect(answer.status, answer.text).toBe(201);
    const { verificationId } = answer.body.data;
    expect(answer.body.data).toEqual({ userId, verificationId, status: 'IN_PROGRESS' });

    const verification = await findVerification(userId, verificationId);
    const types = [
      'image/jpeg',
      'image/gif',
      'image/webp',
      'image/png',
      'image/gif',
      'application/pdf',
      'image/png',
      'application/octet-stream',
      'application/octet-stream',
    ];
    expect(verification?.files).toEqual(
      Object.entries(sent).map(([field, content], position) => ({
        field,
        key: expect.stringMatching(
          new RegExp(`^people/${userId}/kyc/${verificationId}/${field.replaceAll('.', '-')}-[0-9a-f]{32}$`),
        ),
        contentType: types[position],
        size: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      })),
    );
    expect(verification?.submission).toMatchObject({
      identity: { type: 'GOVERNMENT_ID' },
      documents: [{ type: 'ADDRESS_PROOF' }, { type: 'PASSPORT' }, { type: 'TAX_ID' }],
    });
    const contents = Object.values(sent);
    for (const [position, { key, contentType }] of (verification?.files ?? []).entries()) {
      const stored = await readBack(key);
      expect(stored.contentType).toBe(contentType);
      expect(Buffer.from(stored.content).equals(contents[position] ?? Buffer.alloc(0))).toBe(true);
    }
    expect(JSON.stringify(await allItems(running.stack))).not.toContain(CANARY);
    await until(async () => (await partner.get(`/users/${userId}/kyc`)).body.data.status === 'VERIFIED');
    // The record keeps its files when it is decided.
    expect((await findVerification(userId, verificationId))?.files).toHaveLength(contents.length);

    const before = files.requests.length;
    expect(toProblem(await start(userId, { country: 'MX', selfieUrl: serve(sampleFiles.jpeg) }))).toEqual([
      409,
      'CONFLICT',
      'A verification is in progress or has been completed',
    ]);
    expect(files.requests).toHaveLength(before);
  });

  it('is checked against each limit to the byte', async () => {
    const userId = await partner.newUser();
    const answer = await start(userId, {
      country: 'US',
      selfieUrl: serve(Buffer.alloc(maxFileBytes.SELFIE, 1)),
      frontIdUrl: serve(Buffer.alloc(maxFileBytes.IDENTITY, 2)),
    });
    expect(answer.status, answer.text).toBe(201);
  });

  it('may come without any file, and again after a rejection', async () => {
    const userId = await partner.newUser();
    const first = await start(userId, { country: 'DE', lastName: 'Rejected' });
    expect(first.status).toBe(201);
    await until(async () => (await partner.get(`/users/${userId}/kyc`)).body.data.status === 'REJECTED');
    const second = await start(userId, { country: 'DE', selfieUrl: serve(sampleFiles.jpeg) });
    expect(second.status, second.text).toBe(201);
    expect(second.body.data.verificationId).not.toBe(first.body.data.verificationId);
  });

  it('that comes fifty times at once is one verification', async () => {
    const userId = await partner.newUser();
    const selfieUrl = serve(sampleFiles.jpeg);
    const answers = await Promise.all(Array.from({ length: 50 }, () => start(userId, { country: 'MX', selfieUrl })));
    const taken = answers.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(1);
    for (const answer of answers.filter((one) => one !== taken[0]))
      expect(toProblem(answer).slice(0, 2), answer.text).toEqual([409, 'CONFLICT']);
    const records = (await allItems(running.stack)).filter(
      ({ PK, entity }) => PK === `USER#${userId}` && entity === 'KYC',
    );
    expect(records.map(({ id }) => id)).toEqual([taken[0]?.body.data.verificationId]);
  });
});

it('logs no URL and no name', () => {
  const log = readFileSync(running.logFile, 'utf8');
  expect(log).toContain('a file of a verification was refused');
  for (const trace of [CANARY, files.origin, `:${files.port}`, 'signature=', 'Xóchitl', 'Quetzal', 'etc/passwd'])
    expect(log).not.toContain(trace);
});
