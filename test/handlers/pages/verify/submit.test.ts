import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { handler } from '#functions/pages/verify/submit/handler';
import type { UploadSlot } from '#shared/identity/domain/upload-slots';
import { findVerification } from '#shared/identity/repository';
import { resolveVerification } from '#shared/identity/resolve-verification';
import {
  closeVerificationSession,
  findVerificationSession,
  saveVerificationSession,
  type VerificationSession,
} from '#shared/identity/sessions/repository';
import { findUser, userWrites } from '#shared/users/repository';
import { aBusiness } from '#test/support/handlers/declarations';
import { describePage, submitted } from '#test/support/handlers/describe-page';
import { openVerificationLink, startVerification, LINK_TOKEN as token } from '#test/support/handlers/identity';
import { createWorld, type World } from '#test/support/handlers/world';
import { aJpeg, exifTurned } from '#test/support/pictures';

const PICTURE = aJpeg();
const entered = {
  ...{
    firstName: 'Xóchitl',
    lastName: 'Ocampo',
    'dateOfBirth.day': '27',
    'dateOfBirth.month': '4',
    'dateOfBirth.year': '1990',
    countryOfBirth: 'MX',
    profession: 'TEACHER',
  },
  ...{ economicActivity: 'EDUCACION', phoneNumber: '+529511234567', taxId: 'OAXX900427AB1' },
  ...{ 'address.street': 'Calle Tejocote 17', 'address.city': 'Oaxaca', 'address.state': '' },
  ...{ 'address.zipCode': '68000', 'address.country': 'MX' },
};
/** Returns the fields without empty values, as the draft stores them. */
const draftOf = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
const submission = {
  ...{
    firstName: 'Xóchitl',
    lastName: 'Ocampo',
    dateOfBirth: '1990-04-27',
    countryOfBirth: 'MX',
    profession: 'TEACHER',
  },
  ...{ economicActivity: 'EDUCACION', phoneNumber: '+529511234567', taxId: 'OAXX900427AB1' },
  address: { street: 'Calle Tejocote 17', city: 'Oaxaca', zipCode: '68000', country: 'MX' },
};

const inEnglish = ({ headers, body }: ReturnType<typeof submitted>) => ({
  headers: { ...headers, 'accept-language': 'en' },
  body,
});
const step = (world: World, action: string, fields: Readonly<Record<string, string>> = {}) =>
  world.call(handler, { path: { token }, ...inEnglish(submitted({ action, ...fields })) });
const next = (world: World, at: string, fields: Readonly<Record<string, string>>) =>
  step(world, 'next', { step: at, ...fields });
const to = (location: string) => ({ status: 303, headers: { location }, text: '' });
const found = ({ userId, id }: VerificationSession) => findVerificationSession(userId, id);

const PICTURE_SHA256 = createHash('sha256').update(PICTURE).digest('hex');
const inSlot = (slot: UploadSlot) => ({ slot, name: slot, sha256: PICTURE_SHA256, versionId: undefined });

/** Prepares a person on the review page of the verification, with files that the browser uploaded. */
async function readyToSend(world: World, slots: readonly UploadSlot[] = [], content = PICTURE) {
  await world.webhookTarget();
  const draft = { ...entered, documentKind: 'RESIDENCE_PERMIT' };
  const { session } = await openVerificationLink(world, await world.user(), {
    step: 'review',
    draft,
    files: slots.map(inSlot),
  });
  for (const slot of slots)
    world.files.files.set(`uploads/${session.userId}/${session.id}/${slot}`, { content, contentType: 'image/jpeg' });
  return session;
}

describePage('submitVerificationPage', handler, {
  request: async (world) => {
    await openVerificationLink(world, await world.user());
    return { path: { token }, ...submitted({ action: 'next', step: 'person', ...entered }) };
  },
  takesForm: true,
});

it('keeps what was entered, and goes on to the next step', async () => {
  const world = await createWorld('submitVerificationPage');
  const { session, user } = await openVerificationLink(world, await world.user());
  const fields = { ...entered, phoneNumber: '951 123 4567', unknown: 'x' };
  expect(await next(world, 'contact', fields)).toMatchObject(to('?step=document'));
  expect(await found(session)).toEqual({ ...session, step: 'document', draft: draftOf(entered), version: 2 });
  expect(await findUser(user.id)).toEqual(user);
  expect(await next(world, 'person', {})).toMatchObject(to('?step=address'));
  expect(await found(session)).toMatchObject({ step: 'document' });
});

it('leaves a telephone number its full form, where what a browser keeps comes after the step', async () => {
  const world = await createWorld('submitVerificationPage');
  const { session } = await openVerificationLink(world, await world.user());
  const phoneNumber = '951 123 4567';
  await next(world, 'contact', { phoneNumber });
  await step(world, 'keep', { phoneNumber });
  expect((await found(session))?.draft.phoneNumber).toBe('+529511234567');
  await step(world, 'keep', { phoneNumber: '951 123' });
  expect((await found(session))?.draft.phoneNumber).toBe('951 123');
});

const born = (day: string, month: string, year: string) => ({
  'dateOfBirth.day': day,
  'dateOfBirth.month': month,
  'dateOfBirth.year': year,
});

it.each([
  [
    'sandbox',
    'person',
    { profession: 'WIZARD', countryOfBirth: 'Atlantis', firstName: 'Eva' },
    ['countryOfBirth', 'profession'],
  ],
  ['sandbox', 'person', { lastName: 'x'.repeat(1001), ...born('1', '1', '2015') }, ['lastName', 'dateOfBirth.day']],
  ['sandbox', 'person', born('30', '2', '1990'), ['dateOfBirth.day']],
  ['sandbox', 'person', born('1', '', ''), ['dateOfBirth.day']],
  ['production', 'contact', { ...entered, phoneNumber: '12' }, ['phoneNumber']],
  ['production', 'address', { ...entered, 'address.city': '' }, ['address.city']],
  ['production', 'person', { ...entered, ...born('16', '1', '2008') }, ['dateOfBirth.day']],
] as const)(
  'names in the %s on the step %s what is wrong with %j, and keeps what can be kept',
  async (stage, at, fields, wrong) => {
    const world = await createWorld('submitVerificationPage', { stage });
    const { session } = await openVerificationLink(world, await world.user());
    const response = await next(world, at, fields);
    expect(response.status).toBe(422);
    expect([...response.text.matchAll(/<a href="#([\w.]+)">/g)].map(([, field]) => field)).toEqual(wrong);
    const lost = ['', 'WIZARD', 'Atlantis', 'x'.repeat(1001)];
    const number = 'phoneNumber' in fields && fields.phoneNumber === '12' ? { phoneNumber: '+5212' } : {};
    const kept = Object.entries({ ...fields, ...number }).filter(([, value]) => !lost.includes(value));
    expect(await found(session)).toEqual({ ...session, draft: Object.fromEntries(kept), version: 2 });
  },
);

it.each([
  ['address', { 'address.zipCode': 'ABC' }, 'Enter the postal code with five digits, such as 68000'],
  ['address', { 'address.zipCode': '1', 'address.country': 'DE' }, 'Enter the postal code in letters and digits'],
  ['contact', { taxId: 'ABC' }, 'Enter the RFC of a person: four letters'],
  ['contact', { phoneNumber: 'call me' }, 'Enter the telephone number in digits'],
] as const)('says what to do on the step %s about %j', async (at, fields, message) => {
  const world = await createWorld('submitVerificationPage');
  await openVerificationLink(world, await world.user());
  expect((await next(world, at, fields)).text).toContain(message);
});

it('leaves what another device has stored at the same time', async () => {
  const world = await createWorld('submitVerificationPage');
  const { session } = await openVerificationLink(world, await world.user());
  world.table.beforeNextWrite(() => saveVerificationSession(session, { draft: { businessName: 'Other', taxId: 'Z' } }));
  expect(await next(world, 'person', entered)).toMatchObject(to('?step=address'));
  expect(await found(session)).toMatchObject({ draft: { businessName: 'Other', ...draftOf(entered) }, version: 3 });
});

it('keeps the kind of document, and goes on to its sides', async () => {
  const world = await createWorld('submitVerificationPage');
  const { session } = await openVerificationLink(world, await world.user(), { files: [inSlot('selfie')] });
  expect(await next(world, 'document', { documentKind: 'PASSPORT' })).toMatchObject(to('?step=sides'));
  const after = { step: 'sides', files: [inSlot('selfie')], draft: { documentKind: 'PASSPORT' }, version: 3 };
  expect(await found(session)).toEqual({ ...session, ...after });
});

it('sends no back of a passport, also where one was added before', async () => {
  const world = await createWorld('submitVerificationPage');
  const session = await readyToSend(world, ['identityFront', 'identityBack']);
  await step(world, 'keep', { documentKind: 'PASSPORT' });
  expect(await step(world, 'send')).toMatchObject(to('?'));
  const verification = await findVerification(session.userId, session.id);
  expect(verification?.files).toMatchObject([{ field: 'identity.frontIdUrl' }]);
  expect(verification?.submission).toMatchObject({ identity: { type: 'GOVERNMENT_ID' } });
});

it('names in production the files and the choice that are missing', async () => {
  const world = await createWorld('submitVerificationPage', { stage: 'production' });
  const { session } = await openVerificationLink(world, await world.user());
  for (const [at, input] of [
    ['document', 'NATIONAL_ID'],
    ['sides', 'identityFront'],
    ['face', 'selfie'],
  ] as const) {
    const response = await next(world, at, {});
    expect([at, response.status, response.text.includes(`<a href="#${input}">`)]).toEqual([at, 422, true]);
  }
  expect(await found(session)).toMatchObject({ step: 'person', draft: {} });
  expect(await next(world, 'proof', {})).toMatchObject(to('?step=review'));
});

it('starts the verification with its files, uses the link up, and notifies the partner', async () => {
  const world = await createWorld('submitVerificationPage');
  const session = await readyToSend(world, ['selfie', 'identityFront', 'addressProof']);
  expect(await step(world, 'send')).toMatchObject(to('?'));
  const { userId, id } = session;
  const verification = await findVerification(userId, id);
  expect(verification).toMatchObject({ status: 'IN_PROGRESS', country: 'MX', submittedAtMs: Date.now(), version: 1 });
  const documents = [{ type: 'ADDRESS_PROOF' }];
  expect(verification?.submission).toEqual({ ...submission, identity: { type: 'RESIDENT_CARD' }, documents });
  const kept = { contentType: 'image/jpeg', size: PICTURE.length };
  const fields = ['selfieUrl', 'identity.frontIdUrl', 'documents.0.fileUrl'];
  expect(verification?.files).toMatchObject(fields.map((field) => ({ field, ...kept })));
  // The uploads are deleted: the verification has copies.
  expect([...world.files.files.keys()].toSorted()).toEqual(verification?.files?.map(({ key }) => key).toSorted());
  expect(await findUser(userId)).toMatchObject({ kycStatus: 'IN_PROGRESS', verificationId: id, firstName: 'Xóchitl' });
  expect(world.table.items('KYC')).toMatchObject([{ outbox: 'OPEN', stepAt: Date.now() + 2000 }]);
  expect(world.table.items('LINK')).toMatchObject([{ spentAtMs: Date.now() }]);
  expect(await found(session)).toMatchObject({ draft: {}, files: [], pending: [], closedAtMs: Date.now() });
  expect(world.table.items('NTF')).toMatchObject([{ event: 'CREATED_KYC', status: 'PENDING' }]);
});

describe('a verification that is sent again', () => {
  const kept = { key: 'people/kept', contentType: 'image/jpeg', size: 1, sha256: '' };
  const fields = ['selfieUrl', 'identity.frontIdUrl', 'identity.backIdUrl', 'documents.0.fileUrl'];
  /** Prepares a person whose verification was rejected. The person then opens a new link and selects a passport. */
  async function rejected(world: World) {
    await world.webhookTarget();
    const first = await startVerification(await world.user(), {
      submission: { ...submission, identity: { type: 'RESIDENT_CARD' }, documents: [{ type: 'ADDRESS_PROOF' }] },
      files: fields.map((field) => ({ ...kept, field })),
    });
    const rejection = { status: 'REJECTED', rejectionReasons: ['DOCUMENT_EXPIRED'] } as const;
    await resolveVerification(first, rejection, Date.now());
    const user = await findUser(first.userId);
    if (user === undefined) throw new Error('Not stored');
    const resubmission = { verificationId: first.id, reasons: ['DOCUMENT_EXPIRED'] } as const;
    const draft = { documentKind: 'PASSPORT', firstName: 'Another', 'address.city': 'Another' };
    const files = [inSlot('selfie'), inSlot('identityFront'), inSlot('identityBack')];
    const { session } = await openVerificationLink(world, user, { step: 'review', draft, files, resubmission });
    for (const { slot } of files)
      world.files.files.set(`uploads/${session.userId}/${session.id}/${slot}`, {
        content: PICTURE,
        contentType: 'image/jpeg',
      });
    return session;
  }

  it('has what was refused once more, and nothing else of what is entered', async () => {
    const world = await createWorld('submitVerificationPage');
    const { userId, id } = await rejected(world);
    expect(await step(world, 'send')).toMatchObject(to('?'));
    const verification = await findVerification(userId, id);
    const documents = [{ type: 'ADDRESS_PROOF' }];
    expect(verification?.submission).toEqual({ ...submission, identity: { type: 'GOVERNMENT_ID' }, documents });
    expect(verification?.files?.map(({ field, key }) => [field, key === kept.key])).toEqual([
      ['selfieUrl', true],
      ['documents.0.fileUrl', true],
      ['identity.frontIdUrl', false],
    ]);
    expect(await findUser(userId)).toMatchObject({ kycStatus: 'IN_PROGRESS', verificationId: id });
  });

  it('goes through its own steps, and in production not past what is missing', async () => {
    const world = await createWorld('submitVerificationPage', { stage: 'production' });
    const session = await rejected(world);
    await saveVerificationSession(session, { files: [], draft: {}, step: 'document' });
    expect(await step(world, 'send')).toMatchObject(to('?step=document'));
    expect(await next(world, 'person', { firstName: 'Eva' })).toMatchObject(to('?step=document'));
    expect((await next(world, 'document', {})).status).toBe(422);
    expect(await next(world, 'document', { documentKind: 'PASSPORT' })).toMatchObject(to('?step=sides'));
    const { status, text } = await next(world, 'sides', {});
    expect([status, text.includes('Your identity document has expired')]).toEqual([422, true]);
    expect(text).toContain('Step 2 of 3');
  });
});

it('starts nothing a second time', async () => {
  const world = await createWorld('submitVerificationPage');
  await readyToSend(world);
  await step(world, 'send');
  const stored = world.table.items();
  const again = await step(world, 'send');
  expect([again.status, again.text.includes('Thank you, we have received everything')]).toEqual([200, true]);
  expect(world.table.items()).toEqual(stored);
});

it('starts one verification of two that are sent at the same time', async () => {
  const world = await createWorld('submitVerificationPage');
  await readyToSend(world);
  world.table.beforeNextWrite(() => step(world, 'send'));
  expect(await step(world, 'send')).toMatchObject(to('?'));
  expect(world.table.items('KYC')).toHaveLength(1);
  expect(world.table.items('NTF')).toHaveLength(1);
});

it('starts none beside the one that the partner starts at the same time', async () => {
  const world = await createWorld('submitVerificationPage');
  const { userId } = await readyToSend(world);
  world.table.beforeNextWrite(async () => {
    const user = await findUser(userId);
    if (user !== undefined) await startVerification(user);
  });
  expect(await step(world, 'send')).toMatchObject(to('?'));
  expect(world.table.items('KYC')).toHaveLength(1);
  expect(world.table.items('LINK')).toEqual([expect.not.objectContaining({ spentAtMs: expect.anything() })]);
});

it.each([
  ['did not arrive', 'sandbox', undefined, 'The file did not arrive: choose it again'],
  ['is too large', 'sandbox', Buffer.alloc(3 * 1024 * 1024 + 1), 'Choose a smaller file'],
  ['is no picture', 'sandbox', Buffer.from('<html>'), 'this is something else'],
  ['is no picture', 'production', Buffer.from('<html>'), 'this is something else'],
  ['breaks off', 'sandbox', PICTURE.subarray(0, 99), 'The file is damaged or incomplete'],
] as const)('names a file that %s', async (_, stage, content, message) => {
  const world = await createWorld('submitVerificationPage', { stage });
  const session = await readyToSend(world, ['selfie', 'identityFront'], PICTURE);
  const key = `uploads/${session.userId}/${session.id}/selfie`;
  if (content === undefined) world.files.files.delete(key);
  else world.files.files.set(key, { content, contentType: 'image/jpeg' });
  const response = await step(world, 'send');
  expect([response.status, response.text.includes(message)]).toEqual([422, true]);
  expect(response.text).toContain('<a href="#selfie">');
  expect(await found(session)).toEqual(session);
  expect(world.table.items('KYC')).toEqual([]);
});

it('sends in production what is complete alone', async () => {
  const world = await createWorld('submitVerificationPage', { stage: 'production' });
  const session = await readyToSend(world, ['selfie']);
  expect(await step(world, 'send')).toMatchObject(to('?step=sides'));
  expect(await found(session)).toEqual(session);
});

it('passes the names of a business to its verification', async () => {
  const world = await createWorld('submitVerificationPage');
  const draft = { businessName: 'Mezcales', countryOfConstitution: 'MX', taxId: 'MQU010203AB1', firstName: 'Eva' };
  const { session } = await openVerificationLink(world, await world.user(aBusiness), { step: 'review', draft });
  expect(await step(world, 'send')).toMatchObject(to('?'));
  expect((await findVerification(session.userId, session.id))?.submission).toEqual(draft);
  const user = await findUser(session.userId);
  expect(user).toMatchObject({ businessName: 'Mezcales', kycStatus: 'IN_PROGRESS' });
  expect(user?.firstName).toBeUndefined();
});

it.each(['expired', 'replaced by a newer one', 'void, since the partner started the verification'])(
  'takes nothing by a link that is %s',
  async (what) => {
    const world = await createWorld('submitVerificationPage');
    const session = await readyToSend(world);
    const user = await findUser(session.userId);
    if (user === undefined) throw new Error('There is no user');
    if (what === 'expired') world.advance(86_400_000);
    else if (what.startsWith('void')) await startVerification(user);
    else {
      const verificationLink = { id: '019bc1c5-0000-7000-8000-0000000000ff', expiresAtMs: Date.now() + 1000 };
      await world.store(...userWrites(user, { ...user, verificationLink, version: user.version + 1 }));
    }
    const stored = world.table.items();
    const response = await step(world, 'send');
    expect(response.status).toBe(410);
    expect(response.text).toContain(what === 'expired' ? 'This link has expired' : 'This link is no longer valid');
    expect(world.table.items()).toEqual(stored);
  },
);

it.each(['', 'nonsense', 'back'])('shows the page again for the action %j', async (action) => {
  const world = await createWorld('submitVerificationPage');
  await openVerificationLink(world, await world.user());
  expect(await step(world, action)).toMatchObject(to('?step=person'));
});

it('starts nothing while the bucket fails, and deletes uploads later where only that fails', async () => {
  const world = await createWorld('submitVerificationPage');
  const session = await readyToSend(world, ['selfie']);
  world.files.failNext(503);
  expect(await step(world, 'send')).toMatchObject({ status: 500 });
  expect(await found(session)).toEqual(session);
  world.table.beforeNextWrite(() => world.files.failNext(503));
  expect(await step(world, 'send')).toMatchObject(to('?'));
  expect(world.files.files.size).toBe(2);
  expect(world.log.withMessage('an upload could not be deleted')).toHaveLength(1);
});

describe('a field as it is left', () => {
  const kept = { status: 200, body: { kept: true } };
  const shown = (fields: object) => ({ shown: JSON.stringify(fields) });

  it('is kept, right or wrong, and written once', async () => {
    const world = await createWorld('submitVerificationPage');
    const { session } = await openVerificationLink(world, await world.user(), { draft: { firstName: 'Ana' } });
    const fields = { phoneNumber: '12', documentKind: 'PASSPORT', unknown: 'x', lastName: 'x'.repeat(1001) };
    for (let time = 0; time < 2; time += 1) expect(await step(world, 'keep', fields)).toMatchObject(kept);
    const draft = { firstName: 'Ana', phoneNumber: '12', documentKind: 'PASSPORT' };
    expect(await found(session)).toEqual({ ...session, draft, version: 3 });
    expect(await step(world, 'keep', { documentKind: 'WIZARD' })).toMatchObject(kept);
    expect(await found(session)).toMatchObject({ draft, version: 3 });
  });

  it('on two devices at once loses neither', async () => {
    const world = await createWorld('submitVerificationPage');
    const { session } = await openVerificationLink(world, await world.user());
    world.table.beforeNextWrite(() => step(world, 'keep', { lastName: 'Ocampo' }));
    expect(await step(world, 'keep', { firstName: 'Xóchitl' })).toMatchObject(kept);
    expect(await found(session)).toMatchObject({ draft: { firstName: 'Xóchitl', lastName: 'Ocampo' }, version: 3 });
  });

  it('is not undone by a form that another device has had open since before', async () => {
    const world = await createWorld('submitVerificationPage');
    const draft = { firstName: 'Xóchitl', lastName: 'Ocampo' };
    const { session } = await openVerificationLink(world, await world.user(), { draft });
    const form = {
      ...shown({ firstName: 'Ana', taxId: 'OLD' }),
      firstName: 'Ana',
      lastName: '',
      phoneNumber: '+529511234567',
    };
    expect(await next(world, 'person', form)).toMatchObject(to('?step=address'));
    expect(await found(session)).toMatchObject({ draft: { ...draft, phoneNumber: '+529511234567' } });
    expect(await next(world, 'person', { ...shown(draft), firstName: '' })).toMatchObject(to('?step=address'));
    expect(await found(session)).toMatchObject({ draft: { firstName: '', lastName: 'Ocampo' } });
  });

  it('revives nothing that another device submits at the same time', async () => {
    const world = await createWorld('submitVerificationPage');
    const session = await readyToSend(world);
    world.table.beforeNextWrite(() => step(world, 'send'));
    const closed = { status: 410, body: { violation: 'closed' } };
    expect(await step(world, 'keep', { firstName: 'Eva' })).toMatchObject(closed);
    expect(await step(world, 'keep', { firstName: 'Eva' })).toMatchObject(closed);
    expect(await found(session)).toMatchObject({ draft: {}, files: [] });
    expect(world.table.items('KYC')).toHaveLength(1);
  });

  it('is not taken by a session that was closed between the two reads', async () => {
    const world = await createWorld('submitVerificationPage');
    const session = await readyToSend(world);
    await world.store(closeVerificationSession(session, Date.now()));
    expect(await step(world, 'keep', { firstName: 'Eva' })).toMatchObject({ status: 410 });
    expect(await found(session)).toMatchObject({ draft: {} });
  });
});

describe('a file as it arrives', () => {
  const attached = { status: 200, body: { attached: true } };
  const refused = (violation: string) => ({ status: 422, body: { violation } });
  const pendingSelfie = { slot: 'selfie', name: 'selfie-1' } as const;
  const withUpload = async (content: Buffer | undefined, changes: Partial<VerificationSession> = {}) => {
    const world = await createWorld('submitVerificationPage');
    const { session } = await openVerificationLink(world, await world.user(), { pending: [pendingSelfie], ...changes });
    const key = (name: string) => `uploads/${session.userId}/${session.id}/${name}`;
    if (content !== undefined) world.files.files.set(key('selfie-1'), { content, contentType: 'image/jpeg' });
    return { world, session, key };
  };
  const selfie = { ...pendingSelfie, versionId: '1', sha256: PICTURE_SHA256 };

  it('is attached, once, however often that is sent', async () => {
    const { world, session } = await withUpload(PICTURE);
    world.table.beforeNextWrite(() => step(world, 'attach', { name: 'selfie-1' }));
    for (let time = 0; time < 2; time += 1)
      expect(await step(world, 'attach', { name: 'selfie-1' })).toMatchObject(attached);
    expect(await found(session)).toEqual({ ...session, files: [selfie], pending: [], version: session.version + 1 });
  });

  it('takes the place of the one before, which is deleted, and of nothing else', async () => {
    const before = { slot: 'selfie', name: 'selfie-0', versionId: '1', sha256: PICTURE_SHA256 } as const;
    const { world, session, key } = await withUpload(PICTURE, { files: [inSlot('identityFront'), before] });
    world.files.files.set(key('selfie-0'), { content: PICTURE, contentType: 'image/jpeg' });
    expect(await step(world, 'attach', { name: 'selfie-1' })).toMatchObject(attached);
    expect((await found(session))?.files).toEqual([selfie, inSlot('identityFront')]);
    expect([...world.files.files.keys()]).toEqual([key('selfie-1')]);
  });

  it.each([
    ['that never came', undefined, 'lost'],
    ['that is empty', Buffer.alloc(0), 'type'],
    ['that is a text', Buffer.from('This is my face.'), 'type'],
    ['that breaks off', PICTURE.subarray(0, 100), 'damaged'],
    ['that would fill the memory', aJpeg({ width: 65_535, height: 65_535 }), 'dimensions'],
    ['that is too large', Buffer.concat([PICTURE, Buffer.alloc(3 * 1024 * 1024)]), 'size'],
  ])('%s is not attached', async (_, content, violation) => {
    const { world, session } = await withUpload(content);
    expect(await step(world, 'attach', { name: 'selfie-1' })).toMatchObject(refused(violation));
    expect(await found(session)).toMatchObject({ files: [], pending: [] });
    // Rejected uploads are deleted, except a file that is too large. A stage never stores such a file, because S3 refuses it.
    expect(world.files.files.size).toBe(violation === 'size' ? 1 : 0);
  });

  it('loses the place at which it was taken when it is sent', async () => {
    const { world, session } = await withUpload(aJpeg({ segments: [exifTurned] }));
    await step(world, 'attach', { name: 'selfie-1' });
    expect(await step(world, 'send')).toMatchObject(to('?'));
    const stored = [...world.files.files.values()].map(({ content }) => content);
    expect(stored).toEqual([PICTURE]);
    const verification = await findVerification(session.userId, session.id);
    const sha256 = createHash('sha256').update(PICTURE).digest('hex');
    expect(verification?.files).toMatchObject([{ sha256, size: PICTURE.length }]);
  });

  it('is attached only where it was allowed, and by an open link', async () => {
    const { world, session } = await withUpload(PICTURE);
    for (const name of ['selfie-2', '../selfie-1', ''])
      expect(await step(world, 'attach', { name })).toMatchObject(refused('lost'));
    expect(await found(session)).toEqual(session);
    world.advance(86_400_000);
    expect(await step(world, 'attach', { name: 'selfie-1' })).toMatchObject({ status: 410 });
  });

  it('is sent as it was attached, and not what was put in its place', async () => {
    const { world, session, key } = await withUpload(PICTURE);
    await step(world, 'attach', { name: 'selfie-1' });
    world.files.files.set(key('selfie-1'), { content: Buffer.concat([PICTURE, PICTURE]), contentType: 'image/jpeg' });
    const response = await step(world, 'send');
    expect([response.status, response.text.includes('The file did not arrive: choose it again')]).toEqual([422, true]);
    expect(await found(session)).toMatchObject({ files: [selfie] });
  });
});

it.each(['next', 'keep', 'language'])('keeps nothing of a form that is not UTF-8, on %s', async (action) => {
  const world = await createWorld('submitVerificationPage');
  const { session } = await openVerificationLink(world, await world.user());
  const form = submitted({});
  for (const bytes of ['Jos%E9', 'Jos\ufffd', '%ED%A0%80', '%FF%FE']) {
    const body = `action=${action}&step=person&firstName=${bytes}`;
    expect((await world.call(handler, { path: { token }, ...form, body })).status, bytes).toBe(400);
  }
  expect(await found(session)).toEqual(session);
});

it.each(['firstName', 'lastName', 'address.street', 'address.city'])(
  'shows the step again for a replaced character in %s, with what was entered',
  async (field) => {
    const world = await createWorld('submitVerificationPage');
    await openVerificationLink(world, await world.user());
    for (const name of ['person', 'address']) {
      const response = await step(world, 'next', { step: name, firstName: 'Ana', [field]: 'Jos\ufffd' });
      if (response.status !== 422 || !response.text.includes(`href="#${field}"`)) continue;
      expect(response.text).toContain('Jos\ufffd');
      return;
    }
    expect.fail('no step has refused it');
  },
);
