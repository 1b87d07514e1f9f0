/** Creates businesses whose owner must sign the declaration. Signs as the owner on the signing page, without JavaScript. */
import * as z from 'zod/mini';
import type { ApiClient } from '#local/partner/api-client';
import { hiddenFields } from '#test/support/hidden-fields';
import { getPage, type HtmlPage, postForm } from '#test/support/pages';

// Tests of other hosted pages import these from here.
export { getPage, type HtmlPage, postForm } from '#test/support/pages';

export interface OwnerToSign {
  readonly userId: string;
  readonly personId: string;
  readonly signingUrl: string;
}

export const COMPANY = 'Comercializadora Quetzal, S.A. de C.V.';

/** Creates a business with one owner and requests the signature. */
export async function ownerToSign(
  partner: ApiClient,
  owner: Readonly<Record<string, unknown>> = {},
  businessName = COMPANY,
): Promise<OwnerToSign> {
  const userId = await partner.newUser({ type: 'BUSINESS', businessName });
  const created = await partner.post(`/users/${userId}/associated-persons`, {
    role: 'UBO',
    firstName: 'Jacinta',
    lastName: 'Wolffsberg',
    email: 'jacinta.wolffsberg@example.com',
    dateOfBirth: '1980-05-04',
    nationality: 'MX',
    taxId: 'WOJA800504AB1',
    ownershipPercent: 62.5,
    ...owner,
  });
  if (created.status !== 201) throw new Error(`The owner was not taken: ${created.text}`);
  return askForSignature(partner, userId);
}

/** Requests the signature of a business with one owner. @returns the ids of the business and the owner, and the signing URL */
export async function askForSignature(partner: ApiClient, userId: string): Promise<OwnerToSign> {
  const requested = await partner.post(`/users/${userId}/associated-persons/signatures`);
  const entry = z.object({ associatedPersonId: z.string(), signingUrl: z.string() });
  const { data } = z.object({ data: z.object({ data: z.array(entry) }) }).parse(requested.body);
  const [first] = data.data;
  if (first === undefined) throw new Error('The business has no owner');
  return { userId, personId: first.associatedPersonId, signingUrl: first.signingUrl };
}

/** Fills in and submits a signing page. */
export async function sign(
  signingUrl: string,
  fields: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<HtmlPage> {
  const { html } = await getPage(signingUrl, headers);
  const filled = { ...hiddenFields(html), fullName: 'Jacinta Wolffsberg', way: 'typed', consent: 'yes' };
  return postForm(signingUrl, { ...filled, ...fields }, headers);
}
