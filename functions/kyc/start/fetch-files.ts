import { documentNotDownloaded, fileNotDownloaded, type Problem } from '#shared/api/problems';
import { type FileUse, maxFileBytes } from '#shared/identity/domain/file-rules';
import { type CheckedFile, checkFile, FileRejected } from '#shared/identity/verification-files';
import { localNetworkAllowed } from '#shared/platform/config/environment';
import { DownloadFailed, DownloadRefused, download } from '#shared/platform/network/guarded-request';
import { logWarning } from '#shared/platform/observability/log';
import type { FileSource } from './file-sources';

/** For each use of a file, the error if the file could not be downloaded. */
const downloadProblems: Readonly<Record<FileUse, (field: string, cause: unknown) => Problem>> = {
  SELFIE: fileNotDownloaded,
  IDENTITY: fileNotDownloaded,
  DOCUMENT: documentNotDownloaded,
};

/**
 * Downloads all files concurrently. Each file has a maximum size and a time limit of 10 s.
 * @throws Problem for the first file, in the order of `sources`, with a failed download or a wrong type
 */
export async function fetchFiles(sources: readonly FileSource[]): Promise<CheckedFile[]> {
  const stops = sources.map(() => new AbortController());
  const results = await Promise.allSettled(
    sources.map(async ({ field, use, url }, position) => {
      try {
        const content = await download(url, {
          maxBytes: maxFileBytes[use],
          localNetworkAllowed: localNetworkAllowed(),
          signal: stops[position]?.signal,
        });
        return checkFile(field, use, content);
      } catch (error) {
        // Cancel only later downloads: an earlier file can still fail, and its error has priority in the response.
        for (const stop of stops.slice(position + 1)) stop.abort();
        throw error;
      }
    }),
  );
  return results.map((result, position) => {
    if (result.status === 'fulfilled') return result.value;
    throw toDownloadProblem(result.reason, sources[position]);
  });
}

function toDownloadProblem(error: unknown, source: FileSource | undefined): unknown {
  const expected = error instanceof DownloadFailed || error instanceof DownloadRefused || error instanceof FileRejected;
  if (!expected || source === undefined) return error;
  // The response contains only the field: the reason could reveal internal networks.
  logWarning('a file of a verification was refused', { reason: error.message, errorName: error.name });
  return downloadProblems[source.use](source.field, error);
}
