/** Example users of the documentation: Ana and a business. */
import type * as z from 'zod/mini';
import type * as schemas from './response-schema';

export const partnerId = '019bc2b0-1f40-7d0a-8a53-6f0e2b7c9d14';

export const ana: z.infer<typeof schemas.User> = {
  id: '019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51',
  type: 'INDIVIDUAL',
  email: 'ana.garcia@example.com',
  externalUserId: 'customer-1042',
  alias: null,
  kycStatus: 'VERIFIED',
  firstName: 'Ana',
  lastName: 'García',
  businessName: null,
  version: 3,
  createdAt: '2026-01-15T16:29:00.080Z',
  updatedAt: '2026-01-15T16:29:22.417Z',
};

export const userId = ana.id;

/** Id of the business that Ana pays. */
export const receiverId = '019bc2be-3480-7e90-8b67-2d5f1c04a9e3';

export const anaWithAlias: z.infer<typeof schemas.User> = {
  ...ana,
  alias: 'Ana, Monterrey',
  version: ana.version + 1,
  updatedAt: '2026-01-15T16:29:41.903Z',
};

/** Example business. The tests register this business before they run the first example request that contains its id. */
export const exampleBusiness = {
  id: '019bc2c2-41c0-7b3a-9c55-08d7e6f1a2b4',
  name: 'Comercializadora Quetzal, S.A. de C.V.',
  kybLink: 'https://sandbox.partner-ramp.example/verify/Hc2vL9pQw7xE5rT1yU8iO3aS6dF4gJ0kZmXnB-_VqWs',
};
