import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['verifiedUser'],
  others: [{ country: undefined }],
  effect: { entity: 'VA' },
  billed: [3, 3],
  example: { after: 'getBankRequirements' },
};
