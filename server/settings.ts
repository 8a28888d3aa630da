import type { RegistrationMode } from '#contract/users.ts';

/** What an operator decides about how the application behaves. */
export interface Settings {
  /** The address that people use, without a slash at its end. Links are made from it, never from what a request says. */
  readonly publicUrl: string;
  readonly registration: RegistrationMode;
  /** Addresses and ranges of the proxies whose word on who is behind them is taken. */
  readonly trustedProxies: readonly string[];
  /** What a program has to send to read /metrics; without it, only admins may. */
  readonly metricsToken?: string | undefined;
}

export const defaultSettings: Settings = {
  publicUrl: 'http://localhost:3000',
  registration: 'open',
  trustedProxies: [],
};
