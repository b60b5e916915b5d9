/** The platform's public configuration, for its call and for the console's first page. */
import { formatAmount } from '#foundation/core/money.ts';
import type { Role } from '#foundation/core/session.ts';
import { languages } from '#foundation/core/words.ts';
import type { Config } from '../contract.ts';
import type { PlatformVerbs } from './verbs.ts';

export interface ConfigDeps {
  platform: Pick<PlatformVerbs, 'settings'>;
  publicUrl: string;
  captchaProvider: Config['captcha']['provider'];
  /** Roles that any visitor can try; undefined if there is no demo. */
  demoRoles?: readonly Role[] | undefined;
  /** PEM of the key that signs RSA replies and callbacks. */
  platformPublicKey(): Promise<string>;
}

export async function configOf({
  platform,
  publicUrl,
  captchaProvider,
  demoRoles,
  platformPublicKey,
}: ConfigDeps): Promise<Config> {
  const settings = await platform.settings();
  const { name, logo, currency, timeZone, registrationOpen, agentRegistrationOpen, withdrawalWindow, mobileRule } =
    settings;
  return {
    name,
    logo,
    currency,
    timeZone,
    registrationOpen,
    agentRegistrationOpen,
    withdrawalWindow,
    mobileRule,
    minRecharge: formatAmount(settings.minRechargeMinor, currency),
    gateway: `${publicUrl}/gateway/v1`,
    platformPublicKey: await platformPublicKey(),
    captcha: { provider: captchaProvider },
    languages: [...languages],
    docsUrl: `${publicUrl}/api/docs/gateway`,
    supportUrl: settings.supportUrl,
    ...(demoRoles === undefined ? {} : { demo: [...demoRoles] }),
  };
}
