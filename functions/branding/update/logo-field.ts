/** The logo, as requests carry it: Base64 inside the JSON body. */
import * as z from 'zod/mini';
import type { Logo } from '#shared/partners/domain/branding';
import { base64Characters, decodeBase64 } from '#shared/values/base64';
import { drawLogo, MAX_LOGO_BYTES } from './draw-logo';
import { PictureRefused } from './picture-file';

/** Base64 of the largest logo. */
export const MAX_LOGO_CHARACTERS = base64Characters(MAX_LOGO_BYTES);

const TOO_LARGE = 'Must be at most 512 KB';

/** A logo, drawn again from the file that was sent. */
export const logoFile = z.pipe(
  z.string(),
  z.transform((text: string, { issues }): Logo | null => {
    const drawn = drawSent(text);
    if (typeof drawn !== 'string') return drawn;
    issues.push({ code: 'custom', message: drawn, input: text });
    return null;
  }),
);

/** Returns the logo, or the reason to refuse it. */
function drawSent(text: string): Logo | string {
  if (text.length > MAX_LOGO_CHARACTERS) return TOO_LARGE;
  const file = decodeBase64(text);
  if (file === undefined || file.length === 0) return 'Must be Base64';
  if (file.length > MAX_LOGO_BYTES) return TOO_LARGE;
  try {
    return drawLogo(file);
  } catch (error) {
    if (error instanceof PictureRefused) return error.message;
    throw error;
  }
}
