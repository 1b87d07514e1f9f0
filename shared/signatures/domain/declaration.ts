/** Declaration for an owner to sign (the API calls it "cedula"), and its states. */
export const declarationStatuses = ['PENDING', 'SIGNED', 'EXPIRED', 'DELETED'] as const;
export type DeclarationStatus = (typeof declarationStatuses)[number];

/** Time limit for the owner's signature, ms. */
export const DECLARATION_LIFETIME_MS = 30 * 86_400_000;

/** Name and details of the business when the partner requested the declaration. The declaration shows these values. */
export interface DeclaredCompany {
  readonly name: string | undefined;
  readonly taxId: string | undefined;
  readonly countryOfConstitution: string | undefined;
}

/** Times are epoch ms. */
export interface Declaration {
  readonly id: string;
  /** Stored status. `declarationStatusAt` returns EXPIRED for a PENDING declaration from `expiresAtMs`. */
  readonly status: DeclarationStatus;
  readonly company: DeclaredCompany;
  readonly requestedAtMs: number;
  /** The declaration cannot be signed at or after this time. */
  readonly expiresAtMs: number;
  readonly signed: SignedFile | undefined;
}

/** Signed record in the bucket. */
export interface SignedFile {
  /** Epoch ms. */
  readonly atMs: number;
  readonly key: string;
  /** Hex SHA-256 of the stored bytes. */
  readonly sha256: string;
  /** True if the typed name differs from the owner's stored name and the signer confirmed the typed name. */
  readonly nameDiffers?: boolean | undefined;
}

export function newDeclaration(id: string, company: DeclaredCompany, atMs: number): Declaration {
  const expiresAtMs = atMs + DECLARATION_LIFETIME_MS;
  return { id, status: 'PENDING', company, requestedAtMs: atMs, expiresAtMs, signed: undefined };
}

export function declarationStatusAt(declaration: Declaration, atMs: number): DeclarationStatus {
  return declaration.status === 'PENDING' && atMs >= declaration.expiresAtMs ? 'EXPIRED' : declaration.status;
}
