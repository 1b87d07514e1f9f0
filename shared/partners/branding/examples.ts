/** The branding of the documentation's partner. */
import type { ResponseData } from '#shared/api/response-schemas';

/** 16 × 16 pixels of one colour. */
export const LOGO_FILE =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mNQqNpCEmIY1TCqYfhqAACQ1/8RXJgNwAAAAABJRU5ErkJggg==';

export const branding: ResponseData<'Branding'> = {
  displayName: 'Example Remittances',
  color: '#0b6e4f',
  helpUrl: 'https://partner.example.com/help',
  privacyUrl: 'https://partner.example.com/privacy',
  logoUrl: null,
  updatedAt: '2026-01-15T16:15:22.112Z',
};
