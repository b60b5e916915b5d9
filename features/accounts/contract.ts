/** Calls about a user's own login: register, log in and out, who am I. */
import { z } from 'zod';
import { captchaFields } from '#features/captcha/contract.ts';
import { secondStepRefusals } from '#features/factors/contract.ts';
import { certifications } from '#features/members/member.ts';
import { calls } from '#foundation/core/calls.ts';
import { rights } from '#features/rights.ts';
import { roles } from '#foundation/core/session.ts';
import { AnyCode, loginName, Mobile, sixDigits } from '#foundation/core/typed-fields.ts';
import { typedCode } from '#foundation/core/typed-text.ts';
import { Time } from '#foundation/core/wire.ts';
import { credentialCalls } from './credential-changes.ts';
import { credentialTexts } from './credential-words.ts';
import { openingTexts } from './opening-words.ts';
import { KnownPassword, Password, TypedPassword } from './password-fields.ts';
import { Username } from './username-field.ts';
import { userTexts } from './words.ts';

const Login = z.strictObject({
  /** Username or mobile number. */
  account: loginName({ error: 'account_required' }).min(1, { error: 'account_required' }).max(64),
  password: KnownPassword,
  /** Six digits from the authenticator, or a recovery code; only if the account has one. */
  googlecode: AnyCode,
  ...captchaFields,
});

/** What the login form takes. */
export const LoginForm = Login.extend({ password: TypedPassword });

export const Register = z
  .strictObject({
    username: Username,
    password: Password,
    confirmPassword: z.string({ error: 'required' }).min(1, { error: 'required' }).max(100),
    mobile: Mobile,
    smsCode: sixDigits({ error: 'sms_code_form' }),
    type: z.enum(['merchant', 'agent'], { error: 'wrong' }).default('merchant'),
    /** An agent's member number. */
    inviteCode: z
      .string()
      .overwrite(typedCode)
      .regex(/^(\d{8})?$/, { error: 'invite_code_form' })
      .default(''),
    ...captchaFields,
  })
  .refine((input) => input.password === input.confirmPassword, {
    path: ['confirmPassword'],
    error: 'passwords_differ',
  });

/** Until the user has chosen a password, nearly every call answers `password_change_needed`. */
const mustChangePassword = z.boolean();

/** What an operator can do; empty for others. */
const OperatorRights = z.array(z.enum(rights));

export const LoggedIn = z.strictObject({
  userinfo: z.strictObject({
    token: z.string(),
    /** Unix seconds. */
    expiretime: z.int(),
    username: z.string(),
    nickname: z.string(),
    avatar: z.string().nullable(),
    memberNo: z.string().nullable(),
    roles: z.array(z.enum(roles)),
    rights: OperatorRights,
    mustChangePassword,
  }),
});
export type LoggedIn = z.infer<typeof LoggedIn>;

export const UserInfo = z.strictObject({
  roles: z.array(z.enum(roles)),
  /** The operator who reads as this user, and until when; null for the user. */
  view: z.strictObject({ by: z.string(), until: Time }).nullable(),
  rights: OperatorRights,
  userinfo: z.strictObject({
    id: z.string(),
    memberNo: z.string().nullable(),
    username: z.string(),
    nickname: z.string(),
    avatar: z.string().nullable(),
    bio: z.string(),
    mobilebind: z.union([z.literal(0), z.literal(1)]),
    /** First three and last four digits; null until the user has confirmed the number. */
    mobile: z.string().nullable(),
    googlebind: z.union([z.literal(0), z.literal(1)]),
    mustChangePassword,
    hasPayPassword: z.boolean(),
    certification: z.enum(certifications),
    level: z.int(),
    loginIp: z.string().nullable(),
    lastLoginAt: Time.nullable(),
    consecutiveDays: z.int(),
    /** Null for an operator, who has no wallet. */
    settlement: z.strictObject({ mode: z.enum(['D', 'T']), days: z.int(), sameDayRatio: z.string() }).nullable(),
    balance: z.string().nullable(),
    frozen: z.string().nullable(),
    available: z.string().nullable(),
    /**
     * 32 bytes as base64url, the same at every login. Encrypts the user's drafts while they are stored in the browser;
     * no other user gets it.
     */
    draftKey: z.string(),
  }),
});
export type UserInfo = z.infer<typeof UserInfo>;

export const ResetPassword = z
  .strictObject({
    /** From the link that an operator made. */
    token: z.string({ error: 'required' }).min(1, { error: 'required' }).max(100),
    password: Password,
    confirmPassword: z.string({ error: 'required' }).min(1, { error: 'required' }).max(100),
  })
  .refine((input) => input.password === input.confirmPassword, {
    path: ['confirmPassword'],
    error: 'passwords_differ',
  });

export const userCalls = calls(
  { ...userTexts, ...credentialTexts, ...openingTexts },
  {
    '/user/exists': {
      who: 'anyone',
      summary: 'Reports whether a username is taken',
      input: z.strictObject({ field: loginName({ error: 'username_form' }).max(64) }),
      output: z.boolean(),
    },
    '/user/register': {
      who: 'anyone',
      audit: ['login', 'session_ended'],
      summary: 'Opens a merchant or agent account and logs it in',
      input: Register,
      output: LoggedIn,
      refusals: [
        'registration_closed',
        'agent_registration_closed',
        'invite_unknown',
        'tree_too_deep',
        'too_many_tries',
      ],
    },
    '/user/login': {
      who: 'anyone',
      secondStep: 'authenticator',
      audit: ['login', 'login_failed', 'second_step_failed', 'recovery_code_used', 'session_ended'],
      notices: ['new_device'],
      summary: 'Logs in; code −2 asks for the second step, −3 for a captcha',
      input: Login,
      output: LoggedIn,
      refusals: ['login_wrong', 'login_locked', 'login_ip_not_allowed', ...secondStepRefusals],
    },
    '/user/logout': {
      who: 'session',
      secondStep: { none: 'only ends this session' },
      beforePassword: true,
      audit: ['logout'],
      summary: 'Ends this session',
    },
    '/user/info': {
      who: 'session',
      secondStep: { none: 'reads' },
      beforePassword: true,
      summary: 'Returns who is logged in',
      /** Ignored unless it equals the header's token. */
      input: z.strictObject({ token: z.string().max(200).optional() }),
      output: UserInfo,
    },
    '/user/resetPassword': {
      who: 'anyone',
      audit: ['password_reset'],
      notices: ['password_changed'],
      summary: 'Sets a new password with the link that an operator made; all sessions end',
      input: ResetPassword,
      refusals: ['reset_link_over', 'too_many_tries'],
    },
    ...credentialCalls,
  },
);
