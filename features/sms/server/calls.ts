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
import { type ServedContract, type CallContext, handlers, Refused } from '#foundation/server/http/handlers.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { smsCalls } from '../contract.ts';
import { codeLimits, mobileFaultName, mobileOf } from '../rules.ts';
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
  /** `by`: the logged-in user who wants to bind the number. */
  isMobileTaken(mobile: string, by?: bigint): Promise<boolean>;
  boundMobileOf(userId: bigint): Promise<string | null>;
}

type SendCall = (typeof smsCalls.calls)['/sms/send'];
type Send = ParsedInputOf<SendCall>;

export function smsHandlers(deps: SmsCallDeps): ServedContract {
  return handlers(smsCalls, {
    async '/sms/send'(context, input) {
      const session = await admitted(deps, context, input);
      const purpose: CodePurpose = {
        purpose: input.event,
        mobile: await receiver(deps, context, input, session),
        userId: session?.userId ?? null,
      };
      await takeOrRefuse(deps, context, codeLimits.numberResend, purpose.mobile);
      await takeOrRefuse(deps, context, codeLimits.numberDay, purpose.mobile);
      if (!(await sendCode(deps, context, purpose))) {
        await returnAttempt(deps.db, codeLimits.numberResend, purpose.mobile, context.now);
        context.refuse('sms_not_sent');
      }
      return { resendAfter: codeLimits.numberResend.windowMs / 1000 };
    },
  });
}

/** A visitor who registers solves a captcha and has no session yet; anyone else is logged in. */
async function admitted(
  { db, platform, captcha }: SmsCallDeps,
  context: CallContext<SendCall>,
  input: Send,
): Promise<Session | undefined> {
  if (input.event !== 'register') {
    if (!context.session) throw new Refused(Code.loggedOut, 'logged_out');
    await takeOrRefuse({ db }, context, codeLimits.account, context.session.userId.toString());
    await takeOrRefuse({ db }, context, codeLimits.address, context.client.network);
    return context.session;
  }
  const { registrationOpen, mobileRule } = await platform.settings();
  if (!registrationOpen) context.refuse('registration_closed');
  // Checked before the captcha, so that a typo does not use it up.
  typedMobile(context, input, mobileRule);
  if ((await captcha.check(input, context.client)) !== 'ok') context.requireCaptcha();
  await takeOrRefuse({ db }, context, codeLimits.address, context.client.network);
  return undefined;
}

/** A typed number must be free. For the other events the code goes to the bound number, whatever was typed. */
async function receiver(
  { platform, owners }: SmsCallDeps,
  context: CallContext<SendCall>,
  input: Send,
  session: Session | undefined,
): Promise<string> {
  if (input.event === 'register' || input.event === 'bindphone') {
    const mobile = typedMobile(context, input, (await platform.settings()).mobileRule);
    if (await owners.isMobileTaken(mobile, session?.userId)) context.refuse('mobile_taken');
    return mobile;
  }
  return (session && (await owners.boundMobileOf(session.userId))) ?? context.refuse('mobile_not_bound');
}

function typedMobile(context: CallContext<SendCall>, { mobile = '' }: Send, rule: string): string {
  if (mobile.trim() === '') context.wrongField('mobile', 'required');
  return mobileOf(mobile, rule) ?? context.wrongField('mobile', mobileFaultName(rule));
}

async function takeOrRefuse(
  { db }: Pick<SmsCallDeps, 'db'>,
  context: CallContext<SendCall>,
  limit: AttemptLimit,
  subject: string,
): Promise<void> {
  const attempt = await takeAttempt(db, limit, subject, context.now);
  if (attempt.allowed) return;
  if (limit.scope === codeLimits.numberResend.scope)
    context.refuse('sms_too_soon', { seconds: Math.ceil(attempt.waitMs / 1000) });
  context.refuse('sms_limit', { minutes: Math.ceil(attempt.waitMs / 60_000) });
}

/** Returns false if the message was not sent; its code is then withdrawn. */
async function sendCode(
  { platform, sms, transport, log }: SmsCallDeps,
  { language }: CallContext<SendCall>,
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
