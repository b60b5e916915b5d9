/** Calls about the platform: its configuration and announcements. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { roles } from '#foundation/core/session.ts';
import { languages } from '#foundation/core/words.ts';
import { pageFields, pageOf, RecordId, Time } from '#foundation/core/wire.ts';
import { platformTexts } from './words.ts';

declare module '#foundation/core/live-events.ts' {
  interface LiveEvents {
    'announcement.new': Record<string, never>;
    'settings.changed': Record<string, never>;
  }
}

export const Config = z.strictObject({
  name: z.string(),
  logo: z.string().nullable(),
  currency: z.string(),
  timeZone: z.string(),
  registrationOpen: z.boolean(),
  agentRegistrationOpen: z.boolean(),
  minRecharge: z.string(),
  /** `HH:MM` in the platform's time zone. */
  withdrawalWindow: z.strictObject({ from: z.string(), to: z.string() }),
  /** Base address of the merchants' gateway. */
  gateway: z.string(),
  platformPublicKey: z.string(),
  /** `CN`, or an ISO 3166 country whose numbers are accepted in E.164. */
  mobileRule: z.string(),
  captcha: z.strictObject({ provider: z.enum(['altcha', 'geetest', 'none']) }),
  languages: z.array(z.enum(languages)),
  docsUrl: z.string(),
  /** Where members ask for help: a page, `mailto:` or `tel:`. */
  supportUrl: z.string().nullable(),
  /** Roles that anyone can try with `/demo/switchRole`; only with demo data outside production. */
  demo: z.array(z.enum(roles)).optional(),
});
export type Config = z.infer<typeof Config>;

export const AnnouncementRow = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** Markdown. */
  body: z.string(),
  publishedAt: Time,
  /** Above all others. */
  pinned: z.boolean(),
  read: z.boolean(),
});
export type AnnouncementRow = z.infer<typeof AnnouncementRow>;

export const platformCalls = calls(platformTexts, {
  '/config': {
    who: 'anyone',
    method: 'GET',
    summary: 'The configuration that the console needs before login',
    output: Config,
  },
  '/announcement/list': {
    who: 'session',
    secondStep: { none: 'reads' },
    summary: 'Announcements for the calling user, pinned ones first, then the newest',
    input: z.strictObject({ ...pageFields(['publishedAt']) }),
    output: pageOf(AnnouncementRow, z.strictObject({ unread: z.int() })),
  },
  '/announcement/read': {
    who: 'session',
    secondStep: { none: 'changes only the user’s own data, and nothing that identifies the user' },
    summary: 'Marks one announcement as read',
    input: z.strictObject({ id: RecordId }),
  },
});
