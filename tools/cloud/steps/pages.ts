import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Target, Trial } from '#cloud/plan/trial';
import { check, expectStatus, waitFor } from '#cloud/steps/checks';

/**
 * Converts a link of the API to a URL that this machine can reach.
 * @throws CheckFailed if the link does not start with the stage's `ApiUrl`
 */
function reachable({ outputs, baseUrl }: Target, link: string): string {
  check(link.startsWith(outputs.ApiUrl), `${link.slice(0, -43)}… does not begin with ${outputs.ApiUrl}`);
  return `${baseUrl}/${link.slice(outputs.ApiUrl.length)}`;
}

/** Repeats a request until the response is not 5xx, as docs/api.md (Retries after server errors) and our error pages advise. */
const send = (url: string, request: RequestInit = {}) =>
  waitFor(`a response of ${new URL(url).origin}`, 120, async () => {
    const response = await fetch(url, { redirect: 'manual', ...request });
    return response.status >= 500 ? undefined : response;
  });

const submit = (url: string, fields: Readonly<Record<string, string>>) =>
  send(url, { method: 'POST', body: new URLSearchParams(fields) });

async function read(url: string): Promise<string> {
  const response = await send(url);
  const text = await response.text();
  check(response.status === 200, `the page returned ${response.status}: ${text.slice(0, 200)}`);
  return text;
}

const withId = z.object({ data: z.object({ id: z.string() }) });
const entries = z.object({ data: z.object({ data: z.array(z.object({ signingUrl: z.string() })) }) });

/** An owner signs on the signing page, and the partner downloads the document. */
export async function signDeclaration(trial: Trial): Promise<string> {
  const target = await trial.target('sandbox');
  const partner = await trial.newPartner('sandbox', 'Signatures');
  const userId = await partner.newUser({ type: 'BUSINESS', businessName: 'Comercializadora Quetzal, S.A. de C.V.' });
  const persons = `/users/${userId}/associated-persons`;
  const owner = { role: 'UBO', firstName: 'Jacinta', lastName: 'Wolffsberg', ownershipPercent: 62.5 };
  const added = await partner.post(persons, { ...owner, email: 'jacinta.wolffsberg@example.com' });
  const personId = withId.parse(expectStatus(added, 201).body).data.id;
  const requested = expectStatus(await partner.post(`${persons}/signatures`), 200, 201);
  const [entry] = entries.parse(requested.body).data.data;
  check(entry !== undefined, 'the owner has no link');
  const url = reachable(target, entry.signingUrl);
  const hidden = [...(await read(url)).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)];
  const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
  const signed = await submit(url, { ...fields, fullName: 'Jacinta Wolffsberg', way: 'typed', consent: 'yes' });
  // If a response was 5xx, the signature may be stored nevertheless. The repeated request then returns 409.
  check(
    signed.status < 400 || signed.status === 409,
    `the signature returned ${signed.status}: ${await signed.text()}`,
  );

  const headers = { 'partner-api-key': partner.apiKey };
  const response = await send(`${target.baseUrl}/api/partner/v2${persons}/${personId}/signature-document`, { headers });
  const document = Buffer.from(await response.arrayBuffer());
  const digest = createHash('sha256').update(document).digest('hex');
  check(response.status === 200, `the document returned ${response.status}: ${document.toString().slice(0, 200)}`);
  check(document.subarray(0, 5).toString() === '%PDF-', 'the document is not a PDF');
  check(response.headers.get('x-document-sha256') === digest, 'the digest does not match the document');
  return `link with the deployed URL; PDF of ${document.length} bytes with its digest`;
}

const link = z.object({ data: z.object({ kycLink: z.string() }) });
const presigned = z.object({ url: z.string(), headers: z.record(z.string(), z.string()) });
const PICTURE = Buffer.from('\xff\xd8\xff\xe0 and the rest of a picture', 'latin1');

/** A person uploads a file with a signed URL, which accepts only this file. */
export async function uploadFile(trial: Trial): Promise<string> {
  const target = await trial.target('sandbox');
  const partner = await trial.newPartner('sandbox', 'Uploads');
  const userId = await partner.newUser();
  const made = await partner.post(`/users/${userId}/kyc/verification-link`, { country: 'MX' });
  const page = reachable(target, link.parse(expectStatus(made, 201).body).data.kycLink);
  await read(page);
  const file = { slot: 'identityFront', type: 'image/jpeg', size: String(PICTURE.length) };
  const response = await submit(`${page}/uploads`, file);
  const text = await response.text();
  check(response.status === 200, `the request for an upload URL returned ${response.status}: ${text.slice(0, 200)}`);
  const { url, headers } = presigned.parse(JSON.parse(text));
  const put = async (address: string, body: Buffer<ArrayBuffer>, type = 'image/jpeg') =>
    (await fetch(address, { method: 'PUT', headers: { ...headers, 'content-type': type }, body })).status;
  const statuses = {
    longer: await put(url, Buffer.concat([PICTURE, PICTURE])),
    'other type': await put(url, PICTURE, 'text/html'),
    forged: await put(url.replace(/Signature=\w{4}/, 'Signature=0000'), PICTURE),
  };
  for (const [kind, status] of Object.entries(statuses)) check(status === 403, `a file (${kind}) returned ${status}`);
  const status = await put(url, PICTURE);
  check(status === 200, `the upload returned ${status}`);
  const parameters = { Bucket: target.outputs.FilesBucketName, Prefix: `uploads/${userId}/` };
  const sizes = ((await trial.cloud.aws.s3.listObjectsV2(parameters)).Contents ?? []).map(({ Size }) => Size);
  check(sizes.join() === String(PICTURE.length), `the bucket contains files of ${sizes.join(', ') || 'no'} bytes`);
  return `${PICTURE.length} bytes stored; longer, other type, forged: 403`;
}
