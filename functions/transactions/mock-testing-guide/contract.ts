import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'getMockTestingGuide',
  status: 200,
  response: 'MockTestingGuide',
  errors: [],
});
