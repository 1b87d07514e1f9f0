import { linkEndpoint } from '#shared/hosted-pages/link-endpoint';
import { giveSignerCopy } from './give-signer-copy';

export const handler = linkEndpoint('getSignerCopy', giveSignerCopy(__dirname));
