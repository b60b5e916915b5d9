/** Answers to the platform's calls. */
import { formatAmount } from '#foundation/core/money.ts';
import { languages } from '#foundation/core/words.ts';
import type { Database } from '#foundation/server/database.ts';
import { type AnsweredContract, handlers } from '#foundation/server/handlers.ts';
import { type Config, platformCalls } from '../contract.ts';
import { countAnnouncements, selectAnnouncements, upsertAnnouncementRead } from './store.ts';
import type { PlatformVerbs } from './verbs.ts';

export interface PlatformCallDeps {
  db: Database;
  platform: PlatformVerbs;
  publicUrl: string;
  captchaProvider: Config['captcha']['provider'];
  /** PEM of the key that signs RSA replies and callbacks. */
  platformPublicKey(): Promise<string>;
}

export function platformHandlers({ db, platform, publicUrl, captchaProvider, platformPublicKey }: PlatformCallDeps): AnsweredContract {
  return handlers(platformCalls, {
    async '/config'() {
      const settings = await platform.settings();
      const { name, logo, currency, timeZone, registrationOpen, agentRegistrationOpen, withdrawalWindow, mobileRule } = settings;
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
        docsUrl: `${publicUrl}/api/docs`,
      };
    },

    async '/announcement/list'({ session, now }, { page, limit }) {
      const { total, unread } = await countAnnouncements(db.kysely, session.userId, now);
      const found = await selectAnnouncements(db.kysely, { userId: session.userId, until: now, limit, offset: (page - 1) * limit });
      return {
        total: Number(total),
        page,
        limit,
        list: found.map((row) => ({
          id: row.announcementId.toString(),
          title: row.title,
          body: row.body,
          publishedAt: row.publishedAt.toISOString(),
          read: row.read,
        })),
        extend: { unread: Number(unread) },
      };
    },

    async '/announcement/read'({ session, now, refuse }, { id }) {
      if (BigInt(id) >= 2n ** 63n || !(await upsertAnnouncementRead(db.kysely, session.userId, BigInt(id), now))) refuse('not_found');
      return undefined;
    },
  });
}
