import { beforeAll, describe, expect, it } from 'vitest';
import { linkKey } from '#shared/dynamodb/keys';
import { hiddenFields } from '#test/support/hidden-fields';
import { ENGLISH, expectSafe, getPage, heading, postForm, SPANISH } from '#test/support/pages';
import { readPdfText } from '#test/support/pdf-text';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { COMPANY, type OwnerToSign, ownerToSign, sign } from '#test/support/signing';
import { allItems } from '#test/support/table-census';

const running = await sharedStack();
const partner = await running.newPartner();

function readStatus(userId: string) {
  return partner.get(`/users/${userId}/associated-persons/signatures`).then(({ body }) => body.data.data[0]);
}

describe('an open link', () => {
  it('shows the declaration in the language of the browser, or the one chosen on the page', async () => {
    const { signingUrl } = await ownerToSign(partner);
    const spanish = await getPage(signingUrl, SPANISH);
    const english = await getPage(signingUrl, ENGLISH);
    const chosen = await getPage(`${signingUrl}?lang=en`, SPANISH);
    for (const page of [spanish, english, chosen]) {
      expect(page.status).toBe(200);
      expectSafe(page);
      for (const text of ['Jacinta Wolffsberg', COMPANY, '1980-05-04', 'WOJA800504AB1', '62.5'])
        expect(page.html).toContain(text);
    }
    expect(heading(spanish)).toBe('Firme su declaración de beneficiario final');
    expect(spanish.html).toContain('<html lang="es">');
    expect(spanish.html).toContain('Soy beneficiario final de la empresa');
    expect(heading(english)).toBe('Sign your declaration of beneficial ownership');
    expect(english.html).toContain('<html lang="en">');
    expect(english.html).toContain('I am an ultimate beneficial owner of the company');
    expect(chosen.html.replace(/<title>.*/, '')).toBe(english.html.replace(/<title>.*/, ''));
  });

  it('is not used up by requests for the page, however many and from whatever program', async () => {
    const { userId, signingUrl } = await ownerToSign(partner);
    const link = linkKey(signingUrl.slice(signingUrl.lastIndexOf('/') + 1));
    const mine = async () =>
      (await allItems(running.stack, partner.partnerId)).filter(({ PK }) => PK === `USER#${userId}` || PK === link.PK);
    const before = await mine();
    expect(before.map(({ PK }) => PK)).toContain(link.PK);
    for (let visit = 0; visit < 5; visit += 1) await getPage(signingUrl, { 'user-agent': 'link-scanner/1.0' });
    const head = await fetch(signingUrl, { method: 'HEAD' });
    expect(head.status).toBe(405);
    // The first visit is kept as evidence, and nothing else changes.
    const after = await mine();
    const isOpening = ({ entity }: { readonly entity?: unknown }) => entity === 'PAGE_OPENING';
    expect(after.filter(isOpening)).toMatchObject([{ userAgent: 'link-scanner/1.0' }]);
    expect(after.filter((item) => !isOpening(item))).toEqual(before);
    expect((await readStatus(userId)).status).toBe('PENDING');
    expect((await sign(signingUrl)).status).toBe(303);
  });

  it('escapes what the partner wrote of owner and company, in the page and in the form', async () => {
    const evil = '</script><img src=x onerror=alert(1)>"\'&';
    const { signingUrl } = await ownerToSign(partner, { firstName: evil, nationality: evil }, `<b>${evil}</b>`);
    const page = await getPage(signingUrl, ENGLISH);
    expectSafe(page);
    expect(page.html).not.toContain('<img');
    expect(page.html).not.toContain('<b>');
    expect(page.html).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
    expect(page.html.match(/<\/script>/g)).toHaveLength(1);
    const refused = await sign(signingUrl, { fullName: `"><script>alert(1)</script>${evil}` }, ENGLISH);
    expect(refused.status).toBe(422);
    expectSafe(refused);
    expect(refused.html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('takes a typed signature without any script, and then shows what happened', async () => {
    const { userId, personId, signingUrl } = await ownerToSign(partner);
    const answer = await sign(signingUrl, {}, SPANISH);
    expect([answer.status, answer.headers.get('location'), answer.html]).toEqual([303, '?', '']);
    const entry = await readStatus(userId);
    expect(entry).toMatchObject({ status: 'SIGNED', associatedPersonId: personId });
    expect(entry).not.toHaveProperty('signingUrl');

    const done = await getPage(new URL('?', signingUrl).href, SPANISH);
    expect([done.status, heading(done)]).toEqual([200, 'Esta declaración está firmada']);
    expectSafe(done);
    expect(done.html).toContain(`<time datetime="${entry.signedAt}">`);
    expect(done.html).toMatch(/<code>[0-9a-f]{4}( [0-9a-f]{4}){3}<\/code>/);
    for (const text of ['Jacinta', 'Wolffsberg', COMPANY, 'WOJA800504AB1', '<form'])
      expect(done.html).not.toContain(text);
  });

  it('keeps the language that was chosen on the page', async () => {
    const { signingUrl } = await ownerToSign(partner);
    const answer = await sign(`${signingUrl}?lang=es`, {}, ENGLISH);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '?lang=es']);
  });
});

describe('a name that differs from the stored one', () => {
  it.each([
    [SPANISH, 'es', '¿Es correcto el nombre?', 'La declaración es para Jacinta Wolffsberg y usted escribió Eva Sol.'],
    [ENGLISH, 'en', 'Is the name right?', 'The declaration is for Jacinta Wolffsberg, and you entered Eva Sol.'],
  ])('is asked about once, then stored and marked', async (headers, language, title, question) => {
    const { userId, personId, signingUrl } = await ownerToSign(partner);
    const answer = await sign(signingUrl, { fullName: 'Eva Sol' }, headers);
    expect(answer.status).toBe(422);
    expectSafe(answer);
    expect(answer.html).toContain(`<html lang="${language}">`);
    expect(answer.html).toContain(`<h2>${title}</h2>`);
    expect(answer.html).toContain(question);
    expect(answer.html).toContain('value="Eva Sol" autocomplete="name"');
    expect(answer.html).toMatch(/name="consent"[^>]* checked/);
    expect((await readStatus(userId)).status).toBe('PENDING');

    // The page's current form, sent unchanged and without scripts.
    const form = { ...hiddenFields(answer.html), way: 'typed', consent: 'yes' };
    const other = await postForm(signingUrl, { ...form, fullName: 'Eva Luna' }, headers);
    expect([other.status, other.html.includes('Eva Luna')]).toEqual([422, true]);
    expect((await postForm(signingUrl, { ...form, fullName: 'Eva Sol' }, headers)).status).toBe(303);
    const entry = await readStatus(userId);
    expect(entry).toMatchObject({ status: 'SIGNED', name: 'Jacinta Wolffsberg', nameDiffers: true });
    const document = await partner.get(`/users/${userId}/associated-persons/${personId}/signature-document`);
    expect(await readPdfText(document.text)).toContain(language === 'es' ? 'Nota: ' : 'Note: ');
  });

  it('is not asked about where case, accents or order differ', async () => {
    const { userId, signingUrl } = await ownerToSign(partner, { firstName: 'José', lastName: 'Núñez' });
    expect((await sign(signingUrl, { fullName: 'NUNEZ, JOSE' })).status).toBe(303);
    const entry = await readStatus(userId);
    expect(entry.status).toBe('SIGNED');
    expect(entry).not.toHaveProperty('nameDiffers');
  });
});

describe('a refused form', () => {
  /** Owner who signs in all of them: a refused form changes nothing. */
  let owner: OwnerToSign;
  beforeAll(async () => {
    owner = await ownerToSign(partner);
  });

  it.each([
    ['no name', { fullName: '' }, ['Enter your full name.']],
    ['a short name', { fullName: 'J' }, ['Enter your whole name, with at least two letters.']],
    ['a long name', { fullName: 'J'.repeat(201) }, ['Enter a name of at most 200 characters.']],
    ['a name with digits', { fullName: 'J4cinta' }, ['Enter a name in letters, without digits or special signs.']],
    ['no consent', { consent: '' }, ['Tick the box to agree to the declaration and to signing it electronically.']],
    ['no drawing', { way: 'drawn' }, ['Draw your signature, or choose to sign with your typed name.']],
    [
      'a drawing off the sheet',
      { way: 'drawn', drawing: '0 0 99999 0' },
      ['Draw your signature once more: what arrived is too short or cannot be read.'],
    ],
    [
      'nothing at all',
      { fullName: '', consent: '' },
      ['Enter your full name.', 'Tick the box to agree to the declaration and to signing it electronically.'],
    ],
  ])('of %s says so and keeps the other fields', async (_what, fields, messages) => {
    const { userId, signingUrl } = owner;
    const page = await sign(signingUrl, fields, ENGLISH);
    expect(page.status).toBe(422);
    expectSafe(page);
    expect(page.html).toContain('<title>Error: ');
    const summary = /<div class="notice bad" id="error-summary" role="alert"[\s\S]*?<\/div>/.exec(page.html)?.[0] ?? '';
    const lines = [...summary.matchAll(/<a href="#(\w+)">([^<]*)<\/a>/g)];
    expect(lines.map(([, , text]) => text)).toEqual(messages);
    for (const [, input] of lines) {
      expect(page.html).toMatch(new RegExp(`id="${input}"[^>]*aria-describedby="[^"]*${input}-error"`));
      expect(page.html).toContain(`id="${input}-error"`);
    }
    if (!('fullName' in fields)) expect(page.html).toContain('value="Jacinta Wolffsberg"');
    if (!('consent' in fields)) expect(page.html).toMatch(/name="consent"[^>]* checked/);
    expect((await readStatus(userId)).status).toBe('PENDING');
  });

  it('of another text than the one to sign shows the right one first', async () => {
    const { userId, signingUrl } = await ownerToSign(partner);
    const { shown = '' } = hiddenFields((await getPage(signingUrl, SPANISH)).html);
    for (const other of [shown, '']) {
      const page = await sign(signingUrl, { shown: other }, ENGLISH);
      expect(page.status).toBe(409);
      expectSafe(page);
      expect(page.html).toContain('The declaration has changed');
      expect(page.html).toContain('value="Jacinta Wolffsberg"');
      expect(page.html).not.toMatch(/name="consent"[^>]* checked/);
    }
    expect((await readStatus(userId)).status).toBe('PENDING');
    expect((await sign(signingUrl, {}, ENGLISH)).status).toBe(303);
  });

  it('with a body larger than any signature is refused for that', async () => {
    const { userId, signingUrl } = owner;
    const page = await sign(signingUrl, { drawing: '1'.repeat(300_000) }, ENGLISH);
    expect([page.status, heading(page)]).toEqual([413, 'That was too much at once']);
    expectSafe(page);
    expect((await readStatus(userId)).status).toBe('PENDING');
  });

  it.each([
    ['text/plain', 'fullName=Jacinta', 409],
    ['application/json', '{"fullName":"Jacinta","consent":"yes"}', 409],
    ['multipart/form-data; boundary=x', '--x\r\n', 409],
    ['application/x-www-form-urlencoded of bytes that are not UTF-8', '%ff%00&&==&fullName=%E0%A4%A', 400],
    ['application/x-www-form-urlencoded', '', 409],
  ])('as %s is refused', async (name, body, status) => {
    const type = name.replace(/ of .*/, '');
    const { userId, signingUrl } = owner;
    const response = await fetch(signingUrl, { method: 'POST', body, headers: { 'content-type': type } });
    expect(response.status).toBe(status);
    await response.text();
    expect((await readStatus(userId)).status).toBe('PENDING');
  });
});
