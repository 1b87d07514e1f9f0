import { describe, expect, it } from 'vitest';
import { toFields, toProblem, until } from '#local/partner/api-client';
import { linkKey } from '#shared/dynamodb/keys';
import { readItem } from '#shared/dynamodb/table';
import { findLink } from '#shared/identity/links/repository';
import { findVerification } from '#shared/identity/repository';
import { findVerificationSession } from '#shared/identity/sessions/repository';
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

/** A link of a new person. */
async function newLink(body: Record<string, unknown> = {}): Promise<{ userId: string; url: string }> {
  const userId = await partner.newUser();
  const answer = await ask('kyc', userId, { country: 'MX', ...body });
  expect(answer.status, answer.text).toBe(201);
  return { userId, url: answer.body.data.kycLink };
}

/** Sends fields as a step of a page does; the last one before the documents where none is named. */
const enter = (url: string, fields: Record<string, string> = {}, at = 'contact') =>
  step(url, 'next', { step: at, ...fields });

/** Sends a form of a page. */
async function step(url: string, action: string, fields: Record<string, string> = {}): Promise<HtmlPage> {
  watch(fields);
  return postForm(url, { action, ...fields });
}

const readStatus = async (userId: string) => (await partner.get(`/users/${userId}`)).body.data.kycStatus;
const heading = ({ html }: HtmlPage) => /<h1>(.*)<\/h1>/.exec(html)?.[1];

describe('asking for a link', () => {
  it.each([
    ['kyc', 'INDIVIDUAL', 'kycLink'],
    ['kyb', 'BUSINESS', 'kybLink'],
  ] as const)('%s for a user of type %s', async (kind, type, field) => {
    const userId = await partner.newUser({ type });
    const before = (await partner.get(`/users/${userId}`)).body.data.version;
    const answer = await ask(kind, userId);
    expect(answer.status, answer.text).toBe(201);
    expect(Object.keys(answer.body.data)).toEqual([field]);
    const url: string = answer.body.data[field];
    expect(url.startsWith(`${running.baseUrl}/verify/`)).toBe(true);
    expect(toToken(url)).toMatch(/^[\w-]{43}$/);
    expect((await getPage(url)).status).toBe(200);
    expect((await partner.get(`/users/${userId}`)).body.data.version).toBe(before + 2);
    expect(await readStatus(userId)).toBe('NOT_STARTED');
    // The table knows the digest of the token alone.
    const item = JSON.stringify(await readItem(linkKey(toToken(url))));
    expect(item).not.toContain(toToken(url));
  });

  it('makes one working link when ten are requested at once', async () => {
    const userId = await partner.newUser();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('kyc', userId)));
    const created = answers.filter(({ status }) => status === 201);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    const pages = await Promise.all(created.map(({ body }) => getPage(body.data.kycLink)));
    expect(pages.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set(created.length > 1 ? [200, 410] : [200]));
  });
});

describe('partnerRedirectUri', () => {
  const taken = [
    'https://partner.example.com',
    'https://partner.example.com/done?user=1&x=%20y#end',
    'https://partner.example.com:8443/a/b',
    'myapp://done',
    'com.example.app:/oauth/done',
    'MyApp+x-1.2://verified?ok=1',
    'http://localhost:3000/done',
    'http://127.0.0.1:8080/',
    `https://partner.example.com/${'a'.repeat(2019)}`,
  ];
  it.each(taken.map((uri) => [uri.slice(0, 60), uri]))('takes %s', async (_name, partnerRedirectUri) => {
    const answer = await ask('kyc', await partner.newUser(), { country: 'MX', partnerRedirectUri });
    expect(answer.status, answer.text).toBe(201);
  });

  const refused: unknown[] = [
    '',
    'done',
    '/done',
    '//evil.example',
    '?x=1',
    'https:',
    'https://',
    'https:///evil.example',
    'https:evil.example',
    'https:/evil.example',
    'http://partner.example.com/done',
    'http://10.0.0.1/',
    'http://localhost.evil.example/',
    'javascript:alert(1)',
    'javascript://%0aalert(1)',
    'JaVaScRiPt://x/%0aalert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data://text/html,x',
    'file:///etc/passwd',
    'blob:https://partner.example.com/1',
    'vbscript:msgbox(1)',
    'vbscript://x',
    'view-source:https://partner.example.com',
    'about:blank',
    'intent://scan/#Intent;scheme=x;end',
    'ms-word:ofe|u|https://evil.example',
    'ms-msdt:/id',
    'filesystem:https://a.example/x',
    'ftp://a.example/x',
    'ws://a.example/',
    'wss://a.example/',
    'mailto:a@example.com',
    'tel:+525512345678',
    'myapp:done',
    'c:/windows',
    'https://user@partner.example.com/',
    'https://user:pass@partner.example.com/',
    'https://@partner.example.com/',
    'https://partner.example.com@evil.example/',
    'myapp://user:pass@done',
    'https://partner.example.com\\@evil.example/',
    'https://partner.example.com/a b',
    'https://partner.example.com/\t',
    'https://pärtner.example.com/',
    'https://partner.example.com/"onmouseover="alert(1)',
    'https://partner.example.com/<script>',
    "https://partner.example.com/`'",
    `https://partner.example.com/${'a'.repeat(2021)}`,
    1,
    true,
    ['https://partner.example.com'],
    { href: 'https://partner.example.com' },
  ];
  it(`refuses ${refused.length} hostile and malformed ones by name`, async () => {
    const userId = await partner.newUser();
    for (const partnerRedirectUri of refused) {
      const answer = await ask('kyc', userId, { country: 'MX', partnerRedirectUri });
      expect([partnerRedirectUri, ...toProblem(answer)]).toEqual([
        partnerRedirectUri,
        400,
        'INVALID_USER_INPUT_ERROR',
        'Invalid User Input',
      ]);
      expect(toFields(answer)).toEqual(['partnerRedirectUri']);
    }
  });
});

describe('a person without scripts', () => {
  it('is verified, and the partner gets three webhooks', async () => {
    const [own, receiver] = [await running.newPartner('With webhooks'), await newReceiver()];
    await own.put('/webhook-settings', { url: receiver.url });
    const userId = await own.newUser();
    const answer = await ask('kyc', userId, { country: 'MX', partnerRedirectUri: 'myapp://done?a=1&b=2' }, own);
    const url: string = answer.body.data.kycLink;
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
    // Its script only saves what is entered as it is left.
    expect(first.html.match(/<script>/g)).toHaveLength(1);
    const taken = await enter(url, entered);
    expect([taken.status, taken.headers.get('location'), taken.html]).toEqual([303, '?step=document', '']);
    // The draft is kept by the service: another browser continues where this one stopped.
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
    // From then on only the verification holds what was entered.
    expect(await findVerificationSession(userId, verificationId)).toMatchObject({ draft: {}, files: [] });
    expect(receiver.received.map(({ body }) => body).join()).not.toContain(toToken(url));
  });

  it('may leave out everything in the sandbox, and the page says so', async () => {
    const { url, userId } = await newLink();
    expect((await getPage(url)).html).toContain('you may leave out any field');
    expect((await getPage(`${url}?step=review`)).html).toContain('Not given');
    expect((await step(url, 'send')).status).toBe(303);
    await until(async () => (await readStatus(userId)) === 'VERIFIED');
  });
});

describe('an invalid field', () => {
  it('is named at the top and at its input, and keeps its value in the form', async () => {
    const { url } = await newLink();
    const wrong = { profession: 'WIZARD', countryOfBirth: 'Atlantis', lastName: 'x'.repeat(1001) };
    const refused = await enter(url, { firstName: 'Xóchitl', ...wrong }, 'person');
    expect(refused.status).toBe(422);
    expect(refused.html).toMatch(/<title>Error: /);
    expect(refused.html).toMatch(/<div class="notice bad" id="error-summary" role="alert" tabindex="-1" autofocus>/);
    for (const field of ['profession', 'countryOfBirth', 'lastName']) {
      expect(refused.html).toContain(`<a href="#${field}">`);
      expect(refused.html).toContain(`id="${field}-error"`);
      expect(refused.html).toMatch(
        new RegExp(`id="${field}" name="${field}" aria-describedby="${field}-error" aria-invalid="true"`),
      );
    }
    expect(refused.html).toContain('value="Xóchitl"');
    // Everything else is kept, and another device shows it.
    expect((await getPage(url)).html).toContain('value="Xóchitl"');
  });

  it('is refused in Spanish on a page in Spanish', async () => {
    const { url } = await newLink();
    const refused = await postForm(
      url,
      { action: 'next', step: 'person', profession: 'WIZARD' },
      { 'accept-language': 'es-MX,es;q=0.9' },
    );
    expect(refused.html).toContain('<html lang="es">');
    expect(refused.html).toContain('Elija su ocupación de la lista');
    const submitted = await postForm(`${url}?lang=es&step=person`, { action: 'next', step: 'person' });
    expect(submitted.headers.get('location')).toBe('?lang=es&step=address');
  });

  it('cannot break out of the page', async () => {
    const { url } = await newLink({ partnerRedirectUri: "myapp://done/'();&a=b" });
    const hostile = [
      '"><script>alert(1)</script>',
      "'><img src=x onerror=alert(1)>",
      '{{7*7}}</title></textarea>',
      '&lt;b&gt;',
    ];
    for (const value of hostile) {
      const back = await enter(url, { firstName: value, 'address.city': value, profession: value }, 'person');
      expect(back.status).toBe(422);
      expect(back.html).not.toContain(value);
      await enter(url, { firstName: value, 'address.city': value });
      for (const at of ['person', 'address', 'review']) {
        const { html } = await getPage(`${url}?step=${at}`);
        expect(html).not.toContain(value);
        const own = html.replace(/<script>\n'use strict';[\s\S]*?<\/script>/, '');
        expect(own.match(/<script|<img|onerror=(?!alert)/g) ?? []).toEqual([]);
      }
    }
    expect((await getPage(`${url}?step="><script>alert(1)</script>&lang="><b>`)).html).not.toContain('<script>alert');
    await step(url, 'send');
    expect((await getPage(url)).html).toContain('href="myapp://done/&#39;();&amp;a=b"');
  });

  it('another site cannot send the form', async () => {
    const { url } = await newLink();
    const headers = { origin: 'https://evil.example.com' };
    expect((await postForm(url, { action: 'next', step: 'person' }, headers)).status).toBe(403);
    const uploads = { slot: 'selfie', type: 'image/jpeg', size: '10' };
    expect((await postForm(`${url}/uploads`, uploads, headers)).status).toBe(403);
    const own = await postForm(url, { action: 'next', step: 'person' }, { origin: running.baseUrl });
    expect(own.headers.get('location')).toBe('?step=address');
  });

  it('a field as it is left is kept for the next device, and in the other language', async () => {
    const { url } = await newLink();
    const fields = [{ firstName: 'Xóchitl' }, { lastName: 'Ocampo' }, { phoneNumber: '12' }, { taxId: 'x' }];
    const answers = await Promise.all(fields.map((field) => step(url, 'keep', field)));
    expect(answers.map(({ html }) => html)).toEqual(fields.map(() => '{"kept":true}'));
    for (const lang of ['en', 'es']) {
      const pages = [
        await getPage(`${url}?lang=${lang}&step=person`),
        await getPage(`${url}?lang=${lang}&step=contact`),
      ];
      const html = pages.map((page) => page.html).join();
      for (const value of ['Xóchitl', 'Ocampo', '12', 'x']) expect(html).toContain(`value="${value}"`);
    }
    await step(url, 'send');
    await enter(url, { phoneNumber: '', taxId: '' });
    await step(url, 'send');
    const closed = await step(url, 'keep', { firstName: 'Eva' });
    expect([closed.status, closed.html]).toEqual([410, '{"violation":"closed"}']);
  });

  it('too large a form is refused', async () => {
    const { url } = await newLink();
    expect((await enter(url, { firstName: 'x'.repeat(270_000) })).status).toBe(413);
  });
});

describe('files', () => {
  const PICTURE = aJpeg();
  const address = async (url: string, fields: Record<string, string>) => {
    const answer = await postForm(`${url}/uploads`, fields);
    return { status: answer.status, body: JSON.parse(answer.html) };
  };
  const put = async (url: string, slot: string, content: Buffer, type = 'image/jpeg'): Promise<string> => {
    const { status, body } = await address(url, { slot, type, size: String(content.length) });
    expect(status, JSON.stringify(body)).toBe(200);
    const answer = await fetch(body.url, { method: 'PUT', headers: body.headers, body: new Uint8Array(content) });
    expect(answer.status).toBe(200);
    return body.name;
  };
  const upload = async (url: string, slot: string, content: Buffer): Promise<[number, object]> => {
    const answer = await step(url, 'attach', { name: await put(url, slot, content) });
    return [answer.status, JSON.parse(answer.html)];
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
    // Submitted several times at once, it is sent once, and every window shows that.
    const sent = await Promise.all(Array.from({ length: 4 }, () => step(url, 'send')));
    const statuses = sent.map(({ status }) => status);
    expect(statuses).toContain(303);
    // One that comes after another was written is shown that it is sent.
    expect(statuses.filter((status) => status !== 303 && status !== 200)).toEqual([]);
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
    // The uploads are deleted: the verification has its own copies.
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

  it('of two devices at once give one file for each slot, and the last one counts', async () => {
    const { userId, url } = await newLink();
    const contents = [1, 2, 3].map((fill) => aJpeg({ scan: Buffer.alloc(400, fill) }));
    const results = await Promise.all(contents.map((content) => upload(url, 'selfie', content)));
    expect(results).toEqual(contents.map(() => attached));
    await step(url, 'send');
    const { verificationId } = (await partner.get(`/users/${userId}/kyc`)).body.data;
    const stored = await findVerification(userId, verificationId);
    expect(stored?.files?.map(({ field }) => field)).toEqual(['selfieUrl']);
    const sent = Buffer.from((await readFile(stored?.files?.[0]?.key ?? '', 1000)).content);
    expect(contents.some((content) => content.equals(sent))).toBe(true);
  });

  it('that are no picture are refused, and not stored', async () => {
    const { url } = await newLink();
    const name = await put(url, 'selfie', Buffer.from('This is my face.'));
    const answer = await step(url, 'attach', { name });
    expect([answer.status, answer.html]).toEqual([422, '{"violation":"type"}']);
    const link = await findLink(toToken(url));
    const key = `uploads/${link?.userId}/${link?.linkId}/${name}`;
    await expect(readFile(key, 1000)).rejects.toThrow(FileNotFound);
    expect(await findVerificationSession(link?.userId ?? '', link?.linkId ?? '')).toMatchObject({ files: [] });
  });

  it('that arrived when the page broke off are attached by the next one', async () => {
    const { url } = await newLink();
    const name = await put(url, 'selfie', PICTURE);
    expect((await getPage(`${url}?step=face`)).html).toContain(`data-pending="${name}"`);
    await step(url, 'attach', { name });
    const { html } = await getPage(`${url}?step=face`);
    expect([html.includes('data-pending'), html.includes('data-kind="good"')]).toEqual([false, true]);
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

describe('a link', () => {
  const closed = async (url: string) => {
    const page = await getPage(url);
    const posted = await step(url, 'send');
    const presigned = await postForm(`${url}/uploads`, { slot: 'selfie', type: 'image/jpeg', size: '10' });
    expect(page.html).toBe(posted.html);
    expect([posted.status, presigned.status]).toEqual([page.status, 410]);
    return [page.status, heading(page)];
  };

  it('that is unknown, or of another form, says so', async () => {
    expect(await closed(`${running.baseUrl}/verify/${'x'.repeat(43)}`)).toEqual([404, 'This link is not known']);
    for (const path of ['x', 'x'.repeat(42), 'x'.repeat(44), '%3Cscript%3E'])
      expect((await getPage(`${running.baseUrl}/verify/${path}`)).status).toBe(404);
  });

  it('is void when the sandbox decides in between', async () => {
    const { userId, url } = await newLink();
    await partner.post(`/sandbox/users/${userId}/verification`, { result: 'VERIFIED' });
    expect(await closed(url)).toEqual([410, 'This link is no longer valid']);
  });

  it('starts one verification when it is submitted eight times at once', async () => {
    const own = await running.newPartner('With one verification');
    const userId = await own.newUser();
    const url: string = (await ask('kyc', userId, { country: 'MX' }, own)).body.data.kycLink;
    await enter(url, { firstName: 'Xóchitl' });
    await enter(url, {}, 'proof');
    const pages = await Promise.all(Array.from({ length: 8 }, () => step(url, 'send')));
    expect(new Set(pages.map(({ status }) => status)).has(303)).toBe(true);
    expect(pages.filter(({ status }) => status !== 303 && status !== 200)).toEqual([]);
    expect(heading(await getPage(url))).toBe('Thank you, we have received everything');
    await until(async () => (await own.get(`/users/${userId}`)).body.data.kycStatus === 'VERIFIED');
    const { data } = (await own.get('/webhook-notifications')).body.data;
    const events = data.map(({ eventType }: { eventType: string }) => eventType);
    expect(events.sort()).toEqual(['CREATED_KYC', 'VERIFIED_USER']);
  });
});
