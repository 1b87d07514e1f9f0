import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { findSignedDocument } from '#shared/signatures/document/repository';
import { findUser } from '#shared/users/repository';
import { type Business, newBusiness } from '#test/support/business';
import { newReceiver } from '#test/support/lifetime';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { allItems } from '#test/support/table-census';

const running = await sharedStack();
const receiver = await newReceiver();
const partner = await running.newPartner();
await partner.put('/webhook-settings', { url: receiver.url });

const toToken = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

describe('asking for signatures', () => {
  it('at the same time makes one link per owner', async () => {
    const business = await newBusiness(partner);
    await business.addOwner();
    const answers = await Promise.all(Array.from({ length: 10 }, () => business.requestSignatures()));
    for (const answer of answers) expect(answer.status, answer.text).toBe(201);
    expect(new Set(answers.map(({ body }) => body.data.data[0].signingUrl)).size).toBe(1);
  });
});

describe('a signature', () => {
  it('counts once of twenty at the same time, and the stored one is the one that counts', async () => {
    const business = await newBusiness(partner, { externalUserId: 'twenty-at-once' });
    const owner = await business.addOwner();
    await business.requestSignatures();
    const answers = await Promise.all(Array.from({ length: 10 }, () => business.sign(owner)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    for (const { status, text } of answers) expect([200, 409], text).toContain(status);
    expect((await findUser(business.userId))?.unsignedOwners).toBe(0);
    const { data } = (await partner.get('/webhook-notifications?limit=100')).body.data;
    const signed = data.filter(({ eventType }: { eventType: string }) => eventType === 'DOCUMENT_SIGNED');
    const payloads = await Promise.all(
      signed.map(async ({ id }: { id: string }) => (await partner.get(`/webhook-notifications/${id}`)).text),
    );
    expect(payloads.filter((text: string) => text.includes('twenty-at-once')).length).toBe(1);
    expect((await business.document(owner)).status).toBe(200);
  });

  it('is notified by a webhook without a link, and its link is in neither the table nor the log', async () => {
    const business = await newBusiness(partner, { externalUserId: 'notified-by-webhook' });
    const owner = await business.addOwner();
    const { signingUrl: url } = (await business.requestSignatures()).body.data.data[0];
    await business.sign(owner);
    const webhook = () => receiver.received.find(({ body }) => body.includes('notified-by-webhook'));
    await until(() => webhook() !== undefined);
    expect(JSON.parse(webhook()?.body ?? '')).toEqual({
      environment: 'sandbox',
      type: 'SIGNATURE',
      event: 'DOCUMENT_SIGNED',
      externalUserId: 'notified-by-webhook',
      firstName: 'Lucía',
      lastName: 'Hernández',
      associatedPersonId: owner,
      signatureId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      id: webhook()?.id,
      userId: business.userId,
      sequence: 1,
      occurredAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const token = toToken(url);
    expect(JSON.stringify(receiver.received)).not.toContain(token);
    expect(JSON.stringify(await allItems(running.stack, partner.partnerId))).not.toContain(token);
    expect(readFileSync(running.logFile, 'utf8')).not.toContain(token);
  });
});

describe('the signed document', () => {
  const bucket = new S3Client({
    endpoint: running.stack.s3Endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  afterAll(() => bucket.destroy());
  let business: Business;
  let owner: string;
  beforeAll(async () => {
    business = await newBusiness(partner, { businessName: 'Café Łódź 王, S.A. de C.V.' });
    owner = await business.signedOwner({
      dateOfBirth: '1980-02-29',
      nationality: 'MX',
      taxId: 'HEAL800229AB1',
      ownershipPercent: 25.5,
    });
  });

  it('is a PDF, the same every time, with its digest beside it', async () => {
    const answer = await business.document(owner);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="declaration-${owner}.pdf"`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-request-id')).toBeTruthy();
    expect(answer.text).toMatch(/^%PDF-1\.7\n%éé\n[\s\S]*%%EOF\s*$/);
    expect(answer.headers.get('x-document-sha256')).toBe(createHash('sha256').update(answer.text).digest('hex'));
    const again = await partner.get(`${business.person(owner)}/signature-document`, {
      headers: { accept: 'application/pdf' },
    });
    expect(again.text).toBe(answer.text);
  });

  it('is not given out, nor to its signer, once a byte of the stored file is another one', async () => {
    const changed = await newBusiness(partner);
    const person = await changed.addOwner();
    await changed.requestSignatures();
    const { signingUrl } = await changed.findEntry(person);
    await changed.sign(person);
    expect((await changed.document(person)).status).toBe(200);
    const { key = '' } = (await findSignedDocument(changed.userId, person)) ?? {};
    const object = { Bucket: running.stack.bucketNames[0] ?? '', Key: key };
    const stored = await bucket.send(new GetObjectCommand(object));
    const bytes = Buffer.from((await stored.Body?.transformToByteArray()) ?? []);
    bytes.writeUInt8((bytes[2000] ?? 0) ^ 1, 2000);
    await bucket.send(new PutObjectCommand({ ...object, Body: bytes }));
    const refused = await changed.document(person);
    expect([refused.status, refused.body.message]).toEqual([
      500,
      'The file is not the one that was stored, and is not given out',
    ]);
    const copy = await fetch(`${signingUrl}/document`);
    expect([copy.status, copy.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
    expect(await copy.text()).not.toContain('Hernández');
  });
});
