import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { ApiClient } from '#local/partner/api-client';

const returnedId = z.object({ data: z.object({ id: z.string() }) });

/** A business of a partner with its persons and signatures, accessed through the API. */
export class Business {
  readonly persons: string;
  readonly signatures: string;

  constructor(
    readonly partner: ApiClient,
    readonly userId: string,
  ) {
    this.persons = `/users/${userId}/associated-persons`;
    this.signatures = `${this.persons}/signatures`;
  }

  /** Returns the request body that adds an owner with an email address. */
  owner(overrides: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    return {
      role: 'UBO',
      firstName: 'Lucía',
      lastName: 'Hernández',
      email: `owner-${randomUUID()}@example.com`,
      ...overrides,
    };
  }

  /** Adds an owner. @returns its id */
  async addOwner(overrides: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const response = await this.partner.post(this.persons, this.owner(overrides));
    return returnedId.parse(response.body).data.id;
  }

  person = (personId: string): string => `${this.persons}/${personId}`;
  requestSignatures = () => this.partner.post(this.signatures);
  sign = (personId: string) => this.partner.post(`/sandbox${this.person(personId)}/sign`);
  expire = (personId: string) => this.partner.post(`/sandbox${this.person(personId)}/expire`);
  withdraw = (personId: string) => this.partner.send('DELETE', `${this.person(personId)}/signature`);
  remove = (personId: string) => this.partner.send('DELETE', this.person(personId));
  document = (personId: string) => this.partner.get(`${this.person(personId)}/signature-document`);

  /** Returns `data` of the response that lists the signatures. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert what they find in it
  async entries(query = ''): Promise<any> {
    return (await this.partner.get(`${this.signatures}${query}`)).body.data;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the same
  async findEntry(personId: string): Promise<any> {
    const { data } = await this.entries();
    return data.find((entry: { associatedPersonId: string }) => entry.associatedPersonId === personId);
  }

  async signedOwner(overrides: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const owner = await this.addOwner(overrides);
    await this.requestSignatures();
    await this.sign(owner);
    return owner;
  }
}

/** Creates a business without verification. */
export async function newBusiness(
  partner: ApiClient,
  overrides: Readonly<Record<string, unknown>> = {},
): Promise<Business> {
  const user = { type: 'BUSINESS', businessName: 'ACME, S.A. de C.V.', ...overrides };
  return new Business(partner, await partner.newUser(user));
}

/** Creates a verified business. */
export async function verifiedBusiness(partner: ApiClient): Promise<Business> {
  const user = { type: 'BUSINESS', businessName: 'ACME, S.A. de C.V.' };
  return new Business(partner, await partner.verifiedUser(user));
}
