import type { BankVerifier } from './port';

/** In the sandbox every account belongs to its user; sandbox amounts and simulated events cause the failures. */
export const sandboxBankVerifier: BankVerifier = {
  async submit() {
    return 'VERIFIED';
  },
  async poll() {
    return 'VERIFIED';
  },
};
