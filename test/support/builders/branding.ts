import type { Branding } from '#shared/partners/domain/branding';
import { aPng } from '#test/support/logos';

/** Builds a branding with all fields. */
export function aBrand(overrides: Partial<Branding> = {}): Branding {
  return {
    displayName: 'Remesas Ejemplo',
    color: '#0b6e4f',
    helpUrl: 'https://partner.example.com/help',
    privacyUrl: 'https://partner.example.com/privacy',
    logo: { sha256: 'ab'.repeat(32), width: 200, height: 80, png: aPng(200, 80).toString('base64') },
    updatedAt: '2026-01-15T12:00:00.000Z',
    version: 1,
    ...overrides,
  };
}
