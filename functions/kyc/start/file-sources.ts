import type { Request } from '#shared/handlers/partner-endpoint';
import type { FileUse } from '#shared/identity/domain/file-rules';
import type { contract } from './contract';

/** A file in the partner's request. */
export interface FileSource {
  /** Path of the field in the request, separated by periods. */
  readonly field: string;
  readonly use: FileUse;
  readonly url: string;
}

type Submission = Request<typeof contract>['body'];

/** Returns the files of a submission: the selfie, pictures of identity documents, and other documents. */
export function fileSources({ selfieUrl, identity, documents = [], ...top }: Submission): FileSource[] {
  return [
    source('selfieUrl', 'SELFIE', selfieUrl),
    ...pictures('', top),
    ...pictures('identity.', identity),
    ...documents.flatMap((document, position) => [
      source(`documents.${position}.fileUrl`, 'DOCUMENT', document.fileUrl),
      ...pictures(`documents.${position}.`, document),
    ]),
  ].filter((found) => found !== undefined);
}

type Pictures = Pick<Submission, 'frontIdUrl' | 'backIdUrl'>;

function pictures(path: string, { frontIdUrl, backIdUrl }: Pictures = {}): (FileSource | undefined)[] {
  return [source(`${path}frontIdUrl`, 'IDENTITY', frontIdUrl), source(`${path}backIdUrl`, 'IDENTITY', backIdUrl)];
}

function source(field: string, use: FileUse, url: string | undefined): FileSource | undefined {
  return url === undefined ? undefined : { field, use, url };
}

/** Returns the submission without its URLs, for storage. The URLs are credentials and must not be stored. */
export function withoutUrls({
  selfieUrl: _selfie,
  frontIdUrl: _front,
  backIdUrl: _back,
  identity,
  documents,
  ...rest
}: Submission) {
  return {
    ...rest,
    ...(identity === undefined ? {} : { identity: { type: identity.type } }),
    ...(documents === undefined ? {} : { documents: documents.map(({ type }) => ({ type })) }),
  };
}
