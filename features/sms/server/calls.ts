/**
 * Handler that sends codes. Every rate limit is counted before anything is returned or sent, so that no one can flood a
 * number's owner or test a list of numbers.
 */
import type { CaptchaVerbs } from '#features/captcha/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { Code } from '#foundation/core/envelope.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Session } from '#foundation/core/session.ts';
import { type AttemptLimit, returnAttempt, takeAttempt } from '#foundation/server/postgres/attempt-windows.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type AnsweredContract, type Ask, handlers, Refused } from '#foundation/server/http/handlers.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { smsCalls } from '../contract.ts';
import { codeLimits, mobileFormWord, mobileOf } from '../rules.ts';
import { smsTexts } from '../words.ts';
import { SmsError, type SmsTransport } from './transport.ts';
import type { CodePurpose, SmsVerbs } from './verbs.ts';

export interface SmsCallDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  captcha: CaptchaVerbs;
  sms: SmsVerbs;
  transport: SmsTransport;
  log: Pick<Logger, 'warn'>;
  /** Which user owns which number. The accounts feature provides this, because it depends on this feature. */
  owners: MobileOwners;
}

export interface MobileOwners {
  isMobileTaken(mobile: string): Promise<boolean>;
  boundMobileOf(userId: bigint): Promise<string | null>;
}

type SendCall = (typeof smsCalls.calls)['/sms/send'];
type Send = ParsedInputOf<SendCall>;

export function smsHandlers(deps: SmsCallDeps): AnsweredContract {
  return handlers(smsCalls, {
    async '/sms/send'(ask, input) {
      const session = await admitted(deps, ask, input);
      const purpose: CodePurpose = {
        purpose: input.event,
        mobile: await receiver(deps, ask, input, session),
        userId: session?.userId ?? null,
      };
      await takeOrRefuse(deps, ask, codeLimits.numberResend, purpose.mobile);
      await takeOrRefuse(deps, ask, codeLimits.numberDay, purpose.mobile);
      if (!(await sendCode(deps, ask, purpose))) {
        await returnAttempt(deps.db.kysely, codeLimits.numberResend, purpose.mobile, ask.now);
        ask.refuse('sms_not_sent');
      }
      return { resendAfter: codeLimits.numberResend.windowMs / 1000 };
    },
  });
}

/** A visitor who registers solves a captcha and has no session yet; anyone else is logged in. */
async function admitted(
  { db, platform, captcha }: SmsCallDeps,
  ask: Ask<SendCall>,
  input: Send,
): Promise<Session | undefined> {
  if (input.event !== 'register') {
    if (!ask.session) throw new Refused(Code.loggedOut, 'logged_out');
    await takeOrRefuse({ db }, ask, codeLimits.account, ask.session.userId.toString());
    await takeOrRefuse({ db }, ask, codeLimits.address, ask.client.network);
    return ask.session;
  }
  const { registrationOpen, mobileRule } = await platform.settings();
  if (!registrationOpen) ask.refuse('registration_closed');
  // Checked before the captcha, so that a typo does not use it up.
  typedMobile(ask, input, mobileRule);
  if ((await captcha.check(input, ask.client)) !== 'ok') ask.askCaptcha();
  await takeOrRefuse({ db }, ask, codeLimits.address, ask.client.network);
  return undefined;
}

/** A typed number must be free. For the other events the code goes to the bound number, whatever was typed. */
async function receiver(
  { platform, owners }: SmsCallDeps,
  ask: Ask<SendCall>,
  input: Send,
  session: Session | undefined,
): Promise<string> {
  if (input.event === 'register' || input.event === 'bindphone') {
    const mobile = typedMobile(ask, input, (await platform.settings()).mobileRule);
    if (await owners.isMobileTaken(mobile)) ask.refuse('mobile_taken');
    return mobile;
  }
  return (session && (await owners.boundMobileOf(session.userId))) ?? ask.refuse('mobile_not_bound');
}

function typedMobile(ask: Ask<SendCall>, { mobile = '' }: Send, rule: string): string {
  if (mobile.trim() === '') ask.wrongField('mobile', 'required');
  return mobileOf(mobile, rule) ?? ask.wrongField('mobile', mobileFormWord(rule));
}

async function takeOrRefuse(
  { db }: Pick<SmsCallDeps, 'db'>,
  ask: Ask<SendCall>,
  limit: AttemptLimit,
  subject: string,
): Promise<void> {
  const attempt = await takeAttempt(db.kysely, limit, subject, ask.now);
  if (attempt.allowed) return;
  if (limit.scope === codeLimits.numberResend.scope)
    ask.refuse('sms_too_soon', { seconds: Math.ceil(attempt.waitMs / 1000) });
  ask.refuse('sms_limit', { minutes: Math.ceil(attempt.waitMs / 60_000) });
}

/** Returns false if the message was not sent; its code is then withdrawn. */
async function sendCode(
  { platform, sms, transport, log }: SmsCallDeps,
  { language }: Ask<SendCall>,
  purpose: CodePurpose,
): Promise<boolean> {
  const { name } = await platform.settings();
  const { code, withdraw } = await sms.makeCode(purpose);
  try {
    await transport.send({
      to: purpose.mobile,
      event: purpose.purpose,
      code,
      text: formatPhrase(smsTexts.message_code, language, { name, code }),
    });
    return true;
  } catch (error) {
    await withdraw();
    if (!(error instanceof SmsError)) throw error;
    log.warn({ err: error, kind: error.kind, event: purpose.purpose }, 'could not send a code');
    return false;
  }
}
