import { signAddress } from '#shared/storage/signed-requests';

/** Long enough to fetch a file that is asked for at once, and no longer. */
const MAX_EXPIRY_S = 900;

/**
 * An address from which whoever holds it reads one file, for at most 900 seconds. It is a credential: it is
 * neither stored nor logged. Needs the grant `files-read`.
 * @throws RangeError for a time that no download has
 */
export async function presignDownload({
  key,
  expiresS,
}: {
  readonly key: string;
  readonly expiresS: number;
}): Promise<string> {
  if (!Number.isInteger(expiresS) || expiresS < 1 || expiresS > MAX_EXPIRY_S)
    throw new RangeError(`A download is open for 1 to ${MAX_EXPIRY_S} seconds`);
  return signAddress({ method: 'GET', key, headers: {} }, expiresS, new Date());
}
