/** OpenAPI documents, served with the address that they were requested as their server. */
import { type GatewayEvent, readBaseUrl } from './gateway-event';
import { type ServedFile, servedFile } from './public-endpoint';

/** The server that documents name in a checkout: the local stack at its usual port. */
export const LOCAL_SERVER = 'http://127.0.0.1:3000';

/** @param text the document in the checkout */
export function servedDocument(text: string): (event: GatewayEvent) => ServedFile {
  // A stage has one address, or two if it has a domain: the last one is kept.
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
