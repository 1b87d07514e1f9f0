/** The declaration that an owner is asked to sign (the cedula of the API's text), and its states. */
export const declarationStatuses = ['PENDING', 'SIGNED', 'EXPIRED', 'DELETED'] as const;
export type DeclarationStatus = (typeof declarationStatuses)[number];

/** Time that an owner has to sign. */
export const DECLARATION_LIFETIME_MS = 30 * 86_400_000;

/** The business as the declaration names it: as it was when the declaration was requested. */
export interface DeclaredCompany {
  readonly name: string | undefined;
  readonly taxId: string | undefined;
  readonly countryOfConstitution: string | undefined;
}

/** Times are epoch ms. */
export interface Declaration {
  readonly id: string;
  /** Stored status: a PENDING declaration whose time is over counts as EXPIRED (`declarationStatusAt`). */
  readonly status: DeclarationStatus;
  readonly company: DeclaredCompany;
  readonly requestedAtMs: number;
  /** It cannot be signed from this instant on. */
  readonly expiresAtMs: number;
  readonly signed: SignedFile | undefined;
}

/** Signed document, as it lies in the bucket. */
export interface SignedFile {
  /** Epoch ms. */
  readonly atMs: number;
  readonly key: string;
  /** Hex SHA-256 of the stored bytes. */
  readonly sha256: string;
  /** True if the typed name differs from the owner's on record, and the signer confirmed it. */
  readonly nameDiffers?: boolean | undefined;
}

export function newDeclaration(id: string, company: DeclaredCompany, atMs: number): Declaration {
  const expiresAtMs = atMs + DECLARATION_LIFETIME_MS;
  return { id, status: 'PENDING', company, requestedAtMs: atMs, expiresAtMs, signed: undefined };
}

export function declarationStatusAt(declaration: Declaration, atMs: number): DeclarationStatus {
  return declaration.status === 'PENDING' && atMs >= declaration.expiresAtMs ? 'EXPIRED' : declaration.status;
}
