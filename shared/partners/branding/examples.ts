/** The branding in the documentation examples. */
import type * as z from 'zod/mini';
import type * as schemas from './response-schema';

/** An image of 32 × 16 pixels in two colors. */
export const LOGO_FILE =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAQAQMAAABNzu8aAAAABlBMVEULbk////8qa+5ZAAAAF0lEQVR4Aa3EMQEAAADCIPqXniXkAHVs26wf4TflRkgAAAAASUVORK5CYII=';

export const branding: z.infer<typeof schemas.Branding> = {
  displayName: 'Example Remittances',
  color: '#0b6e4f',
  helpUrl: 'https://partner.example.com/help',
  privacyUrl: 'https://partner.example.com/privacy',
  logoUrl:
    'https://sandbox.partner-ramp.example/logos/52569ed7217e642b0723d4dc1cadcd1c9fb893e42cd24b54085732c827ae7ca5.png',
  updatedAt: '2026-01-15T16:15:22.112Z',
};
