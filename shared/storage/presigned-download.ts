import { SignatureV4 } from '@smithy/signature-v4';
import { defaultProvider } from '#shared/config/credentials';
import { required } from '#shared/config/environment';
import { NodeSha256 } from '#shared/config/node-sha256';
import { signRequest } from '#shared/storage/signed-requests';

/** Long enough to fetch a file that is asked for at once, and no longer. The bucket itself refuses what is older. */
const MAX_EXPIRY_S = 900;

/** A person sent these files: opened in a browser, none may run as a page of the bucket. */
const AS_ATTACHMENT = { 'response-content-disposition': 'attachment' };

/**
 * An address from which whoever holds it reads one file, as an attachment, for at most 900 seconds. It is a
 * credential: it is neither stored nor logged. Needs the grant that reads files of the key's kind, such as
 * `kyc-files-read`.
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
  const signingDate = new Date();
  // Of the request only its address is taken: that of the key, wherever the bucket is.
  const { url } = await signRequest({ method: 'GET', key, headers: {} }, new Uint8Array(), signingDate);
  const { protocol, hostname, host, pathname } = new URL(url);
  const toSign = {
    method: 'GET',
    protocol,
    hostname,
    path: pathname,
    query: AS_ATTACHMENT,
    headers: { host, 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' },
  };
  const { query = {} } = await signer().presign(toSign, { signingDate, expiresIn: expiresS });
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
  );
  return `${url}?${pairs.join('&')}`;
}

function signer(): SignatureV4 {
  return new SignatureV4({
    service: 's3',
    region: required('AWS_REGION'),
    credentials: defaultProvider(),
    sha256: NodeSha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
}
