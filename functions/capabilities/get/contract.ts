import { defineContract } from '#shared/http/contract';

export const contract = defineContract({ id: 'getCapabilities', tagged: true, response: 'Capabilities' });
