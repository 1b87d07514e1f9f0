/** Serves OpenAPI documents. The server URL in a served document is the base URL of the request. */
import { type GatewayEvent, readBaseUrl } from './gateway-event';
import { type ServedFile, servedFile } from './public-endpoint';

/** Server URL in the generated documents: the local stack at its default port. */
export const LOCAL_SERVER = 'http://127.0.0.1:3000';

/** @param text the generated document */
export function servedDocument(text: string): (event: GatewayEvent) => ServedFile {
  // Keeps only the document for the URL of the last request. A stage has one URL, or two with a custom domain.
  let last: { readonly address: string; readonly file: ServedFile } | undefined;
  return (event) => {
    const address = readBaseUrl(event);
    if (last?.address !== address) {
      const document = text.replace(LOCAL_SERVER, () => address);
      last = { address, file: servedFile('application/json; charset=utf-8', document) };
    }
    return last.file;
  };
}
