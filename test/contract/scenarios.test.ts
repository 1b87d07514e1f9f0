import { describe, expect, it, onTestFinished } from 'vitest';
import { docsFor, endpointDocs } from '#docs/endpoint-docs';
import { endpoints } from '#shared/contract/endpoints';
import { aJpeg, aLosslessWebp, aPng, aWebp } from '#test/support/logos';
import { ownStack } from '#test/support/own-stack';
import { story } from '#test/support/scenarios/documented-story';
import { callOf, givenFor, send } from '#test/support/scenarios/perform';
import { scenarioFor, scenarios } from '#test/support/scenarios/registry';
import { states } from '#test/support/scenarios/states';
import { sampleFiles, startFileServer } from '#test/support/servers/file-server';

// Other tests use the deployed bundles. This test calls each operation in the bundles that `npm start` builds.
const service = await ownStack({ asStarted: true, settings: { WEBHOOK_DELAYS_S: '0,0,0,0,0' } });
const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem'];

describe.each(endpoints)('the scenario of $id', ({ id, scope, table, idempotent }) => {
  const { given = [], unreachable, ...scenario } = scenarioFor(id);

  it('is given what operations or states make', () => {
    expect(given.filter((name) => !scenarios.has(name) && states[name] === undefined)).toEqual([]);
  });

  it('says what its consumers need, and nothing else', () => {
    const writes = table.some((action) => WRITES.includes(action)) && unreachable === undefined;
    expect(scenario.roundTrips !== undefined, 'roundTrips of an operation of partners').toBe(scope === 'partner');
    expect(scenario.billed !== undefined, 'billed of an operation that writes').toBe(writes);
    expect(scenario.effect !== undefined, 'effect of an operation that accepts a key').toBe(idempotent);
    expect(scenario.form === undefined || scope === 'link', 'form of a page').toBe(true);
  });
});

it('the story has the example of every operation once', () => {
  expect(story.toSorted()).toEqual([...endpointDocs.keys()].toSorted());
});

describe('the call of', () => {
  const reachable = endpoints.filter(({ id }) => scenarioFor(id).unreachable === undefined);
  it.each(reachable)('$id succeeds with what its scenario makes', async ({ id }) => {
    const stage = { ...service.stack, partner: await service.newPartner() };
    const { status, text } = await send(id, callOf(id, await givenFor(id, stage)), stage);
    if (endpointDocs.has(id)) expect(status, text).toBe(docsFor(id).contract.status);
    else expect([200, 302, 303], text).toContain(status);
  });
});

const logos: readonly [form: string, file: Buffer][] = [
  ['PNG', aPng()],
  ['JPEG', aJpeg()],
  ['WebP', aWebp()],
  ['lossless WebP', aLosslessWebp()],
];
const asPdf = { accept: 'application/pdf' };

describe('files and pictures', () => {
  it.each(logos)('a logo as %s is accepted', async (_, file) => {
    const partner = await service.newPartner();
    const { status, text } = await partner.put('/branding', { logo: file.toString('base64') });
    expect(status, text).toBe(200);
  });

  const documents = ['getReceipt', 'getReturnReceipt', 'getSignatureDocument', 'getPayerReceipt', 'getSignerCopy'];
  it.each(documents)('%s is a PDF with the logo of the partner', async (id) => {
    const stage = { ...service.stack, partner: await service.newPartner('Ελλάδα ไทย 王 한 עברית العربية') };
    const branded = await stage.partner.put('/branding', {
      displayName: 'Ελλάδα ไทย 王 한',
      logo: aPng().toString('base64'),
    });
    expect(branded.status, branded.text).toBe(200);
    const { status, text } = await send(id, callOf(id, await givenFor(id, stage)), stage, asPdf);
    expect([status, text.slice(0, 5)], text).toEqual([200, '%PDF-']);
  });

  it('a verification with files is accepted', async () => {
    const files = await startFileServer();
    onTestFinished(files.stop);
    const stage = { ...service.stack, partner: await service.newPartner() };
    const call = callOf('startKyc', await givenFor('startKyc', stage));
    const body = { ...call.body, selfieUrl: files.serve('/selfie', sampleFiles.jpeg) };
    const { status, text } = await send('startKyc', { ...call, body }, stage);
    expect(status, text).toBe(201);
  });

  it('an order with an invoice is accepted', async () => {
    const stage = { ...service.stack, partner: await service.newPartner() };
    const call = callOf('createOffRamp', await givenFor('createOffRamp', stage));
    const body = { ...call.body, invoiceFile: Buffer.from('%PDF-1.7\n%%EOF').toString('base64') };
    const { status, text } = await send('createOffRamp', { ...call, body }, stage);
    expect(status, text).toBe(201);
  });
});
