/** Partner branding in a document: logo and display name at the top, links to help and privacy notice at the end. */
import { contactsOf, logoName } from '#shared/partners/branding/contacts';
import type { Branding } from '#shared/partners/domain/branding';
import type { Language } from '#shared/values/languages';
import { opaquePicture } from './picture';
import type { Sheets, Typeface } from './sheets';

const name: Typeface = { face: 'bold', size: 12 };
const small: Typeface = { face: 'regular', size: 9 };

/** Maximum width and height of a logo, in points. */
const LOGO = { width: 130, height: 39 };

/** Writes the partner's logo, and the display name in the partner's color. Writes nothing if the branding has neither. */
export async function writeLetterhead(sheets: Sheets, branding: Branding, language: Language): Promise<void> {
  const { logo, displayName, color } = branding;
  if (logo !== undefined) {
    const picture = await opaquePicture(Buffer.from(logo.png, 'base64'));
    sheets.picture(picture, LOGO, logoName(branding, language));
  }
  if (displayName !== undefined) {
    sheets.gap(4);
    sheets.text(displayName, { ...name, color });
  }
  if (logo === undefined && displayName === undefined) return;
  sheets.rule(color);
  sheets.gap(10);
}

/** Writes the URLs of help and privacy notice; nothing if the partner has set no URL. */
export function writeContacts(sheets: Sheets, branding: Branding, language: Language): void {
  const contacts = contactsOf(branding, language);
  if (contacts.length === 0) return;
  sheets.gap(12);
  for (const { name: label, url } of contacts) {
    sheets.gap(2);
    sheets.text(`${label}: ${url}`, small);
  }
}
