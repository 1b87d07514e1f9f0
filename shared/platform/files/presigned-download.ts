import { presignUrl } from './signed-requests';

/** Long enough to fetch a file that is asked for at once, and no longer. The bucket itself refuses what is older. */
const MAX_EXPIRY_S = 900;

/** A person sent these files: opened in a browser, none may run as a page of the bucket. */
const AS_ATTACHMENT = { 'response-content-disposition': 'attachment' };

/**
 * A presigned address that downloads one file, as an attachment, for at most 900 seconds. It is a credential: it is
 * neither stored nor logged. Needs the grant that reads files of the key's kind, such as `kyc-files-read`.
 * @throws RangeError for a time that no download has, or a key of another form
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
  return presignUrl({ method: 'GET', key, headers: {}, query: AS_ATTACHMENT }, expiresS, new Date());
}
