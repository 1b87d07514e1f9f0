/** Token data that wallets use: chain ids (EIP-155), contract addresses, decimal places. */
import { type Blockchain, decimalsFor, type TokenSymbol } from '#shared/values/money/currency';
import type { Money } from '#shared/values/money/money';

interface EvmToken {
  readonly contract: string;
  /** Decimal places of the token contract; can be more than `decimalsFor` returns for the token. */
  readonly decimals: number;
}

interface EvmChain {
  readonly chainId: number;
  readonly tokens: Readonly<Record<TokenSymbol, EvmToken>>;
}

/**
 * Addresses from the issuers' lists: developers.circle.com/stablecoins/usdc-contract-addresses, tether.to/supported-protocols.
 * The BSC addresses are those of the Binance-Peg tokens, which Circle and Tether do not issue.
 */
const evmChains: Readonly<Record<Exclude<Blockchain, 'SOL'>, EvmChain>> = {
  POL: {
    chainId: 137,
    tokens: {
      USDC: { contract: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', decimals: 6 },
      USDT: { contract: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', decimals: 6 },
    },
  },
  ETH: {
    chainId: 1,
    tokens: {
      USDC: { contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 },
      USDT: { contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 },
    },
  },
  BSC: {
    chainId: 56,
    tokens: {
      USDC: { contract: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', decimals: 18 },
      USDT: { contract: '0x55d398326f99059fF775485246999027B3197955', decimals: 18 },
    },
  },
};

/** Converts an amount to units of the token contract. */
export function contractUnits({ minor, currency }: Money<TokenSymbol>, { decimals }: EvmToken): bigint {
  return minor * 10n ** BigInt(decimals - decimalsFor(currency));
}

/**
 * Builds the payment request that wallets read from a QR code (EIP-681). Returns `undefined` for Solana, because Solana wallets
 * disagree about the unit of the amount.
 */
export function transferRequest(
  blockchain: Blockchain,
  amount: Money<TokenSymbol>,
  address: string,
): string | undefined {
  if (blockchain === 'SOL') return undefined;
  const { chainId, tokens } = evmChains[blockchain];
  const token = tokens[amount.currency];
  const units = contractUnits(amount, token);
  return `ethereum:${token.contract}@${chainId}/transfer?address=${address}&uint256=${units}`;
}
