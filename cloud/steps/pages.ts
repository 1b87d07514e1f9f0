import { createHash } from 'node:crypto';
import * as z from 'zod';
import { pageOf } from '#cloud/aws/aws-caller';
import type { Target } from '#cloud/plan/target';
import { check, expectStatus, waitFor } from '#cloud/steps/checks';
import type { ApiClient } from '#local/partner/api-client';

/** A page that people open, by the address that the partner gets and by the one that reaches it in this cloud. */
interface Page {
  readonly link: string;
  readonly url: string;
}

/**
 * Turns a link into the address of its page.
 * @throws CheckFailed when it is not under the deployed address, with the stage
 */
function openable({ outputs, baseUrl }: Target, link: string): Page {
  check(link.startsWith(outputs.ApiUrl), `${link.slice(0, -43)}… is not under ${outputs.ApiUrl}`);
  return { link, url: `${baseUrl}/${link.slice(outputs.ApiUrl.length)}` };
}

/** Returns an answer other than 5xx: people and partners ask again after one, since the page and the documents say so. */
const answered = (what: string, ask: () => Promise<Response>) =>
  waitFor(what, 120, async () => {
    const response = await ask();
    return response.status >= 500 ? undefined : response;
  });

async function read(url: string): Promise<string> {
  const answer = await answered('the page', () => fetch(url, { redirect: 'manual' }));
  const text = await answer.text();
  check(answer.status === 200, `the page answered ${answer.status}: ${text.slice(0, 200)}`);
  return text;
}

const post = (url: string, fields: Readonly<Record<string, string>>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

const withId = z.object({ data: z.object({ id: z.string() }) });
const entries = z.object({ data: z.object({ data: z.array(z.object({ signingUrl: z.string() })) }) });

/** An owner signs on the page of its link, and the partner fetches the document. */
export async function signDeclaration(target: Target, partner: ApiClient): Promise<string> {
  const userId = await partner.newUser({ type: 'BUSINESS', businessName: 'Comercializadora Quetzal, S.A. de C.V.' });
  const persons = `/users/${userId}/associated-persons`;
  const owner = { role: 'UBO', firstName: 'Jacinta', lastName: 'Wolffsberg', ownershipPercent: 62.5 };
  const added = await partner.post(persons, { ...owner, email: 'jacinta.wolffsberg@example.com' });
  const personId = withId.parse(expectStatus(added, 201).body).data.id;
  const asked = expectStatus(await partner.post(`${persons}/signatures`), 200, 201);
  const [entry] = entries.parse(asked.body).data.data;
  check(entry !== undefined, 'the owner has no link');
  const { url } = openable(target, entry.signingUrl);
  const html = await read(url);
  const hidden = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
  const form = { ...fields, fullName: 'Jacinta Wolffsberg', way: 'typed', consent: 'yes' };
  // An attempt that was answered 5xx may have signed, and then the next one is a 409.
  const signed = await answered('an answer to the signature', () => post(url, form));
  check(
    signed.status < 400 || signed.status === 409,
    `the signature was answered with ${signed.status}: ${(await signed.text()).slice(0, 200)}`,
  );

  const documentUrl = `${target.baseUrl}/api/partner/v2${persons}/${personId}/signature-document`;
  const answer = await answered('the document', () =>
    fetch(documentUrl, { headers: { 'partner-api-key': partner.apiKey } }),
  );
  const document = Buffer.from(await answer.arrayBuffer());
  const digest = createHash('sha256').update(document).digest('hex');
  check(answer.status === 200, `the document was answered with ${answer.status}: ${document.toString().slice(0, 200)}`);
  check(document.subarray(0, 5).toString() === '%PDF-', 'the document is no PDF');
  check(answer.headers.get('x-document-sha256') === digest, 'the digest is not that of the document');
  return `link under the deployed address with its stage; PDF of ${document.length} bytes with its digest`;
}

const link = z.object({ data: z.object({ kycLink: z.string() }) });
const presigned = z.object({ url: z.string(), headers: z.record(z.string(), z.string()) });
const PICTURE = Buffer.from('\xff\xd8\xff\xe0 and the rest of a picture', 'latin1');

/** A person uploads a file by a signed address, which takes this file and no other. */
export async function uploadFile(target: Target, partner: ApiClient): Promise<string> {
  const userId = await partner.newUser();
  const answer = await partner.post(`/users/${userId}/kyc/verification-link`, { country: 'MX' });
  const { url: page } = openable(target, link.parse(expectStatus(answer, 201).body).data.kycLink);
  await read(page);
  const file = { slot: 'identityFront', type: 'image/jpeg', size: String(PICTURE.length) };
  const asked = await answered('the address of an upload', () => post(`${page}/uploads`, file));
  const text = await asked.text();
  check(asked.status === 200, `the address of an upload was answered with ${asked.status}: ${text.slice(0, 200)}`);
  const { url, headers } = presigned.parse(JSON.parse(text));
  const put = async (address: string, body: Buffer<ArrayBuffer>, also: Readonly<Record<string, string>> = {}) =>
    (await fetch(address, { method: 'PUT', headers: { ...headers, ...also }, body })).status;
  const refused = {
    longer: await put(url, Buffer.concat([PICTURE, PICTURE])),
    'of another type': await put(url, PICTURE, { 'content-type': 'text/html' }),
    forged: await put(url.replace(/Signature=\w{4}/, 'Signature=0000'), PICTURE),
  };
  for (const [kind, status] of Object.entries(refused))
    check(status === 403, `a file ${kind} was answered with ${status}`);
  const status = await put(url, PICTURE);
  check(status === 200, `the file was answered with ${status}`);
  const Bucket = target.outputs.FilesBucketName;
  const Prefix = `uploads/${userId}/`;
  const objects = await target.cloud.aws.list(
    's3 ListObjectsV2',
    { Bucket, Prefix },
    pageOf('Contents', z.object({ Size: z.number() })),
  );
  const sizes = objects.map(({ Size }) => Size);
  check(sizes.join() === String(PICTURE.length), `kept are files of ${sizes.join(', ') || 'no'} bytes`);
  return `link under the deployed address with its stage; ${PICTURE.length} bytes kept; longer, other type, forged: 403`;
}
