import { type AskedBy, askedByLink } from '#shared/hosted-pages/asker';
import { findHandoffCode } from '#shared/identity/links/repository';

/** Finds who asks for a verification, by the token of a link or by a code that hands it to another device. */
export const askedInVerification: AskedBy = async (token) => {
  const asked = await askedByLink(token);
  if (asked !== undefined) return asked;
  const code = await findHandoffCode(token);
  return code && { purpose: code.kind, partnerId: code.partnerId };
};
