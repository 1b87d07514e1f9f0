import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'getCapabilities',
  tagged: true,
  status: 200,
  response: 'Capabilities',
  errors: [],
});
