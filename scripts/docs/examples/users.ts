/** Examples of what happens to a user after its registration; they tell on the story in examples.ts. */
import type { ResponseData } from '#shared/api/response-schemas';
import type { Example } from './example';

type UserOperation = 'updateUser' | 'decideVerification';

/** @param ana the user as she stands after her verification */
export function userExamples(ana: ResponseData<'User'>): { readonly [Id in UserOperation]: Example<Id> } {
  const renamed: ResponseData<'User'> = {
    ...ana,
    alias: 'Ana, Monterrey',
    version: ana.version + 1,
    updatedAt: '2026-01-15T16:29:41.903Z',
  };
  return {
    updateUser: { path: { userId: ana.id }, body: { alias: 'Ana, Monterrey' }, data: renamed },
    decideVerification: {
      path: { userId: ana.id },
      body: { result: 'REVIEW_NEEDED' },
      data: {
        ...renamed,
        kycStatus: 'REVIEW_NEEDED',
        version: renamed.version + 1,
        updatedAt: '2026-01-15T16:34:02.118Z',
      },
    },
  };
}
