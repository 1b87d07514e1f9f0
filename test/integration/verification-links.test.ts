import { describe, expect, it } from 'vitest';
import { until } from '#local/partner/api-client';
import { findVerification } from '#shared/identity/repository';
import { findVerificationSession } from '#shared/identity/sessions/repository';
import { findLink } from '#shared/links/repository';
import { FileNotFound, readFile } from '#shared/platform/files/files';
import { newReceiver } from '#test/support/lifetime';
import { watch } from '#test/support/log-canary';
import { aJpeg } from '#test/support/pictures';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { getPage, type HtmlPage, postForm } from '#test/support/signing';

const running = await sharedStack();
const partner = await running.newPartner();

const ask = (kind: 'kyc' | 'kyb', userId: string, body: unknown = { country: 'MX' }, by = partner) =>
  by.post(`/users/${userId}/${kind}/verification-link`, body);
const toToken = (url: string) => url.slice(-43);

/** Registers a person and creates a verification link. */
async function newLink(body: Record<string, unknown> = {}): Promise<{ userId: string; url: string }> {
  const userId = await partner.newUser();
  const response = await ask('kyc', userId, { country: 'MX', ...body });
  expect(response.status, response.text).toBe(201);
  return { userId, url: response.body.data.kycLink };
}

/** Submits fields of a step of the page. @param at step; the default is the last step before the documents */
const enter = (url: string, fields: Record<string, string> = {}, at = 'contact') =>
  step(url, 'next', { step: at, ...fields });

async function step(url: string, action: string, fields: Record<string, string> = {}): Promise<HtmlPage> {
  watch(fields);
  return postForm(url, { action, ...fields });
}

const readStatus = async (userId: string) => (await partner.get(`/users/${userId}`)).body.data.kycStatus;
const heading = ({ html }: HtmlPage) => /<h1>(.*)<\/h1>/.exec(html)?.[1];

describe('a person without scripts', () => {
  it('is verified, and the partner gets three webhooks', async () => {
    const [own, receiver] = [await running.newPartner('With webhooks'), await newReceiver()];
    await own.put('/webhook-settings', { url: receiver.url });
    const userId = await own.newUser();
    const response = await ask('kyc', userId, { country: 'MX', partnerRedirectUri: 'myapp://done?a=1&b=2' }, own);
    const url: string = response.body.data.kycLink;
    const entered = {
      firstName: 'Xóchitl',
      lastName: 'Ocampo Ñandú',
      'dateOfBirth.day': '27',
      'dateOfBirth.month': '4',
      'dateOfBirth.year': '1990',
      countryOfBirth: 'MX',
      profession: 'TEACHER',
      economicActivity: 'EDUCACION',
      'address.street': 'Calle Tejocote 17',
      'address.city': 'Oaxaca',
      'address.zipCode': '68000',
      'address.country': 'MX',
      phoneNumber: '+529511234567',
      taxId: 'OAXX900427AB1',
    };
    const first = await getPage(url);
    expect([first.status, heading(first)]).toEqual([200, 'Verify your identity']);
    // The page has one script. Its only function is to save each field when the person leaves the field.
    expect(first.html.match(/<script>/g)).toHaveLength(1);
    const taken = await enter(url, entered);
    expect([taken.status, taken.headers.get('location'), taken.html]).toEqual([303, '?step=document', '']);
    // The service stores the draft: another browser continues at the same step.
    expect((await getPage(`${url}?step=address`)).html).toContain('value="Calle Tejocote 17"');
    expect((await getPage(url)).html).toContain('name="documentKind"');
    expect((await enter(url, { documentKind: 'PASSPORT' }, 'document')).headers.get('location')).toBe('?step=sides');
    expect((await getPage(url)).html).toContain('<noscript>');
    expect((await enter(url, {}, 'sides')).headers.get('location')).toBe('?step=face');
    expect((await enter(url, {}, 'face')).headers.get('location')).toBe('?step=proof');
    expect((await enter(url, {}, 'proof')).headers.get('location')).toBe('?step=review');
    const review = await getPage(url);
    for (const value of ['Xóchitl', 'Ocampo Ñandú', 'Teacher', 'Mexico', 'Calle Tejocote 17'])
      expect(review.html).toContain(value);
    const sent = await step(url, 'send');
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '?']);
    const done = await getPage(url);
    expect([done.status, heading(done)]).toEqual([200, 'Thank you, we have received everything']);
    expect(done.html).toContain('href="myapp://done?a=1&amp;b=2" rel="noreferrer"');
    for (const value of Object.values(entered).filter((text) => text.length > 3))
      expect(done.html).not.toContain(value);

    await until(async () => (await own.get(`/users/${userId}`)).body.data.kycStatus === 'VERIFIED');
    expect((await own.get(`/users/${userId}`)).body.data).toMatchObject({
      firstName: 'Xóchitl',
      lastName: 'Ocampo Ñandú',
    });
    await until(() => receiver.received.length >= 3);
    const events = receiver.received.map(({ body }) => JSON.parse(body).event);
    expect(events).toEqual(['VERIFICATION_LINK_OPENED', 'CREATED_KYC', 'VERIFIED_USER']);
    const { verificationId, country } = (await own.get(`/users/${userId}/kyc`)).body.data;
    expect(country).toBe('MX');
    const stored = await findVerification(userId, verificationId);
    expect(stored?.submission).toEqual({
      firstName: 'Xóchitl',
      lastName: 'Ocampo Ñandú',
      dateOfBirth: '1990-04-27',
      countryOfBirth: 'MX',
      profession: 'TEACHER',
      economicActivity: 'EDUCACION',
      address: { street: 'Calle Tejocote 17', city: 'Oaxaca', zipCode: '68000', country: 'MX' },
      phoneNumber: '+529511234567',
      taxId: 'OAXX900427AB1',
    });
    // After the submission, only the verification contains the input.
    expect(await findVerificationSession(userId, verificationId)).toMatchObject({ draft: {}, files: [] });
    expect(receiver.received.map(({ body }) => body).join()).not.toContain(toToken(url));
  });
});

describe('files', () => {
  const PICTURE = aJpeg();
  const address = async (url: string, fields: Record<string, string>) => {
    const response = await postForm(`${url}/uploads`, fields);
    return { status: response.status, body: JSON.parse(response.html) };
  };
  const put = async (url: string, slot: string, content: Buffer, type = 'image/jpeg'): Promise<string> => {
    const { status, body } = await address(url, { slot, type, size: String(content.length) });
    expect(status, JSON.stringify(body)).toBe(200);
    const response = await fetch(body.url, { method: 'PUT', headers: body.headers, body: new Uint8Array(content) });
    expect(response.status).toBe(200);
    return body.name;
  };
  const upload = async (url: string, slot: string, content: Buffer): Promise<[number, object]> => {
    const response = await step(url, 'attach', { name: await put(url, slot, content) });
    return [response.status, JSON.parse(response.html)];
  };
  const attached = [200, { attached: true }];

  it('are uploaded to the bucket, and copied to the verification when it is submitted', async () => {
    const { userId, url } = await newLink();
    await enter(url);
    for (const slot of ['selfie', 'identityFront', 'identityBack', 'addressProof'])
      expect(await upload(url, slot, PICTURE)).toEqual(attached);
    await enter(url, { documentKind: 'RESIDENCE_PERMIT' }, 'document');
    const taken = await enter(url, {}, 'proof');
    expect(taken.headers.get('location')).toBe('?step=review');
    expect((await getPage(url)).html.match(/<dd>Added</g)).toHaveLength(4);
    const link = await findLink(toToken(url));
    const names = (await findVerificationSession(userId, link?.linkId ?? ''))?.files.map(({ name }) => name) ?? [];
    expect(names).toHaveLength(4);
    expect((await step(url, 'send')).status).toBe(303);
    await until(async () => (await readStatus(userId)) === 'VERIFIED');
    const { verificationId } = (await partner.get(`/users/${userId}/kyc`)).body.data;
    const stored = await findVerification(userId, verificationId);
    expect(stored?.submission).toMatchObject({
      identity: { type: 'RESIDENT_CARD' },
      documents: [{ type: 'ADDRESS_PROOF' }],
    });
    expect(stored?.files?.map(({ field, contentType, size }) => [field, contentType, size])).toEqual([
      ['selfieUrl', 'image/jpeg', PICTURE.length],
      ['identity.frontIdUrl', 'image/jpeg', PICTURE.length],
      ['identity.backIdUrl', 'image/jpeg', PICTURE.length],
      ['documents.0.fileUrl', 'image/jpeg', PICTURE.length],
    ]);
    for (const { key } of stored?.files ?? []) {
      expect(key.startsWith(`people/${userId}/kyc/${verificationId}/`)).toBe(true);
      expect(Buffer.from((await readFile(key, 1000)).content).equals(PICTURE)).toBe(true);
    }
    // The uploads are deleted, because the verification has copies of them.
    for (const name of names)
      await expect(readFile(`uploads/${userId}/${verificationId}/${name}`, 1000)).rejects.toThrow(FileNotFound);
  });

  it('that were refused are asked for again, alone, and the rest is kept', async () => {
    const { userId, url } = await newLink();
    await enter(url, { firstName: 'Eva', lastName: 'Rejected', 'address.city': 'Oaxaca' });
    await enter(url, { documentKind: 'PASSPORT' }, 'document');
    for (const slot of ['selfie', 'identityFront']) expect(await upload(url, slot, PICTURE)).toEqual(attached);
    await step(url, 'send');
    await until(async () => (await readStatus(userId)) === 'REJECTED');
    const { verificationId: first } = (await partner.get(`/users/${userId}/kyc`)).body.data;
    const again: string = (await ask('kyc', userId)).body.data.kycLink;
    const { html } = await getPage(`${again}?lang=en`);
    expect(/<h2>(.*?)<\/h2>/.exec(html)?.[1]).toBe('Kind of document');
    for (const text of ['Step 1 of 3', 'Only that is asked for again', 'Your identity document could not be accepted'])
      expect(html).toContain(text);
    expect(html).not.toContain('Eva');
    expect((await address(again, { slot: 'selfie', type: 'image/jpeg', size: '1000' })).status).toBe(422);
    const taken = await enter(again, { documentKind: 'PASSPORT' }, 'document');
    expect(taken.headers.get('location')).toBe('?step=sides');
    const other = aJpeg({ width: 32 });
    expect(await upload(again, 'identityFront', other)).toEqual(attached);
    expect((await enter(again, {}, 'sides')).headers.get('location')).toBe('?step=review');
    expect((await step(again, 'send')).status).toBe(303);
    const { verificationId: second } = (await partner.get(`/users/${userId}/kyc`)).body.data;
    expect(second).not.toBe(first);
    const stored = await findVerification(userId, second);
    expect(stored?.submission).toEqual({
      firstName: 'Eva',
      lastName: 'Rejected',
      address: { city: 'Oaxaca' },
      identity: { type: 'GOVERNMENT_ID' },
    });
    expect(stored?.files?.map(({ field, key }) => [field, key.split('/')[3]])).toEqual([
      ['selfieUrl', first],
      ['identity.frontIdUrl', second],
    ]);
    const [face, front] = await Promise.all((stored?.files ?? []).map(({ key }) => readFile(key, 10_000)));
    expect([face, front].map((read) => read && Buffer.from(read.content))).toEqual([PICTURE, other]);
  });

  it('of another size, or of another kind, are refused by the bucket', async () => {
    const { url } = await newLink();
    const { body } = await address(url, { slot: 'selfie', type: 'image/jpeg', size: '100' });
    const put = (content: Buffer, type: string) =>
      fetch(body.url, { method: 'PUT', headers: { 'content-type': type }, body: new Uint8Array(content) });
    expect((await put(Buffer.alloc(101), 'image/jpeg')).status).toBe(403);
    expect((await put(Buffer.alloc(100), 'text/html')).status).toBe(403);
    expect((await put(Buffer.alloc(100), 'image/jpeg')).status).toBe(200);
  });
});
