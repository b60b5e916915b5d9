/**
 * The settings of a process, read from the environment and checked in this one place. A wrong setting, or an unknown
 * one that looks like ours, stops the start with one clear line.
 */
import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { DEFAULT_CONNECTIONS, MAX_CONNECTIONS, MIN_CONNECTIONS } from '#foundation/server/postgres/connections.ts';
import { logLevels, type LogLevel } from './log.ts';
import { isSimilar, similarSettings } from './similar-names.ts';
import { allowList, checkUrlText, portOf } from '#foundation/server/outgoing/outgoing-address.ts';

export const roles = ['console', 'gateway', 'worker'] as const;
export type ProcessRole = (typeof roles)[number];

export interface Settings {
  host: string;
  port: number;
  /** Without a trailing slash. Links and the gateway address begin with it. */
  publicUrl: string;
  /** Undefined: the embedded server. */
  databaseUrl: string | undefined;
  /** Max connections to the database for this process. */
  databaseConnections: number;
  dataDir: string;
  /** Base64 of 32 bytes. Undefined: generated in `dataDir`. */
  masterKey: string | undefined;
  /** Like `masterKey`: the previous key, while it is being replaced. */
  previousMasterKey: string | undefined;
  demo: boolean;
  captchaProvider: 'altcha' | 'geetest' | 'none';
  geetest: { id: string; key: string } | undefined;
  smsTransport: 'outbox' | 'http';
  smsUrl: string | undefined;
  /** Exact host:port entries that outgoing requests can reach although they are not public. */
  outboundAllow: string[];
  trustedProxies: string[];
  /** Undefined: its user has a default. */
  notifyWaitsS: number[] | undefined;
  logLevel: LogLevel;
  roles: ProcessRole[];
  metricsPort: number | undefined;
  production: boolean;
}

/** For the person at the terminal: one line, whatever was set. */
export class SettingsError extends Error {
  override name = 'SettingsError';

  constructor(message: string) {
    super(message.replaceAll(/[\r\n]+/g, ' '));
  }
}

type Variables = Readonly<Record<string, string | undefined>>;

const WholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine(
      (text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max,
      rule(`must be a whole number from ${min} to ${max}`),
    )
    .transform(Number);
const OneOf = <const Choice extends string>(choices: readonly Choice[]) =>
  z.enum(choices, rule(`must be one of ${choices.join(', ')}`));
/** Entries between commas. `none` is the error for a list without an entry. */
const ListOf = <Entry extends z.ZodType<unknown, string>>(entry: Entry, none?: string) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(none === undefined ? z.array(entry) : z.array(entry).min(1, none));
const Switch = z
  .string()
  .toLowerCase()
  .pipe(OneOf(['true', 'false', '1', '0', 'on', 'off']))
  .transform((text) => ['true', '1', 'on'].includes(text));
// Node's own parser skips what is not base64, so a sentence would become a key. A file's last line can end with a line
// break.
const MasterKey = z.string().regex(/^[\w+/-]{43}=?\s*$/, 'must be 32 bytes in base64');

/** Each variable by itself. What they mean together is checked in `readSettings`. */
const Environment = z.object({
  PORT: WholeNumber(0, 65_535).default(8080),
  HOST: z.string().refine(isHost, rule('must be an address or a name of this machine')).default('127.0.0.1'),
  PUBLIC_URL: z
    .string()
    .refine((text) => !/^https?:\/\/[^/?#]*@/i.test(text), { error: 'must not hold a user or a password', abort: true })
    .refine(
      (text) => /^https?:\/\/[^\s?#\\]+$/i.test(text) && URL.canParse(text),
      rule('must be an http(s) address such as https://pay.example.com'),
    )
    .optional(),
  DATABASE_URL: z
    .string()
    // Never repeats the address, which contains a password.
    .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgresql://', abort: true })
    .superRefine((text, context) => {
      const fault = databaseUrlFault(text);
      if (fault !== undefined) context.addIssue({ code: 'custom', message: `cannot be used: ${fault}` });
    })
    .optional(),
  DATABASE_CONNECTIONS: WholeNumber(MIN_CONNECTIONS, MAX_CONNECTIONS).default(DEFAULT_CONNECTIONS),
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((text) => resolve(text))
    .refine(canBeFolder, rule('must be a folder')),
  MASTER_KEY: MasterKey.optional(),
  MASTER_KEY_PREVIOUS: MasterKey.optional(),
  DEMO: Switch.optional(),
  CAPTCHA_PROVIDER: OneOf(['altcha', 'geetest', 'none']).default('altcha'),
  GEETEST_ID: z.string().optional(),
  GEETEST_KEY: z.string().optional(),
  SMS_TRANSPORT: OneOf(['outbox', 'http']).default('outbox'),
  SMS_URL: z.string().optional(),
  OUTBOUND_ALLOW: ListOf(z.string().refine(isHostPort, rule('takes exact host:port'))).default([]),
  TRUSTED_PROXIES: ListOf(z.string().refine(isAddressRange, rule('takes CIDR ranges such as 10.0.0.0/8'))).default([]),
  NOTIFY_WAITS_S: ListOf(WholeNumber(0, 31_536_000), 'must name at least one wait, in seconds').optional(),
  LOG_LEVEL: OneOf(logLevels).default('info'),
  ROLES: ListOf(OneOf(roles), `must name at least one of ${roles.join(', ')}`).default([...roles]),
  METRICS_PORT: WholeNumber(0, 65_535).optional(),
});
type Environment = z.output<typeof Environment>;

/** Throws a `SettingsError` that names the first wrong variable. An empty one counts as unset. */
export function readSettings(variables: Variables): Settings {
  refuseSimilarNames(variables);
  const parsed = Environment.safeParse(Object.fromEntries(Object.entries(variables).filter(([, text]) => text !== '')));
  const [issue] = parsed.error?.issues ?? [];
  if (!parsed.success) throw new SettingsError(`${String(issue?.path[0])} ${issue?.message}`);
  const values = parsed.data;
  const production = isProduction(variables['NODE_ENV']);
  const demo = values.DEMO ?? (values.DATABASE_URL === undefined && !production);
  if (demo && production)
    throw new SettingsError('DEMO=on is refused when NODE_ENV=production: its accounts have publicly known passwords');
  if (values.METRICS_PORT === values.PORT && values.PORT !== 0)
    throw new SettingsError('METRICS_PORT must be another port than PORT');
  const publicUrl = publicUrlIn(values);
  const outboundAllow = [...values.OUTBOUND_ALLOW, ...(demo ? demoShop(publicUrl, values) : [])];
  checkMasterKeys(values, production);
  checkSmsUrl(values, outboundAllow);
  return {
    host: values.HOST,
    port: values.PORT,
    publicUrl,
    databaseUrl: values.DATABASE_URL,
    databaseConnections: values.DATABASE_CONNECTIONS,
    dataDir: values.DATA_DIR,
    masterKey: values.MASTER_KEY,
    previousMasterKey: values.MASTER_KEY_PREVIOUS,
    demo,
    captchaProvider: values.CAPTCHA_PROVIDER,
    geetest: geetestIn(values, production),
    smsTransport: values.SMS_TRANSPORT,
    smsUrl: values.SMS_URL,
    outboundAllow,
    trustedProxies: values.TRUSTED_PROXIES,
    notifyWaitsS: values.NOTIFY_WAITS_S,
    logLevel: values.LOG_LEVEL,
    roles: values.ROLES,
    metricsPort: values.METRICS_PORT,
    production,
  };
}

function refuseSimilarNames(variables: Variables): void {
  const known = Object.keys(Environment.shape);
  for (const name of Object.keys(variables)) {
    const meant = known.includes(name) ? [] : similarSettings(name, known);
    if (meant.length > 0) throw new SettingsError(`${name} is not a setting; did you mean ${meant.join(' or ')}?`);
  }
}

/** The error that names the rule and what was set instead. */
function rule(text: string): { error: (issue: { input?: unknown }) => string } {
  return { error: ({ input }) => `${text}, not ${String(input)}` };
}

/**
 * Other programs' values of NODE_ENV are not our business, but a misspelled `production` would switch the strict rules
 * off.
 */
function isProduction(text: string | undefined): boolean {
  if (text === 'production' || text === undefined) return text !== undefined;
  if (isSimilar(text, 'production') || isSimilar(text, 'prod'))
    throw new SettingsError(`NODE_ENV=${text} is not known; did you mean NODE_ENV=production?`);
  return false;
}

function isHost(text: string): boolean {
  const isNamed = isIP(text) === 6 || /^[a-z0-9_][a-z0-9_.-]*$/i.test(text);
  return isNamed && URL.canParse(`http://${inUrl(text)}/`);
}

/** The URL as a browser would write it: whether it begins with `https:` decides about cookies. */
function publicUrlIn({ PUBLIC_URL, HOST, PORT }: Environment): string {
  const own = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : inUrl(HOST);
  const url = new URL(PUBLIC_URL ?? `http://${own}:${PORT}`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

function databaseUrlFault(text: string): string | undefined {
  try {
    // Connects to nothing. Parses the address as the pool will, and reads the certificate files that it names.
    void new pg.Client({ connectionString: text });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The folder may not exist yet. */
function canBeFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOTDIR');
  }
}

/** The demo's shop is on the origin of its own server. */
function demoShop(publicUrl: string, { HOST, PORT }: Environment): string[] {
  const url = new URL(publicUrl);
  const origins = [`${url.hostname}:${portOf(url)}`, `${inUrl(HOST)}:${PORT}`];
  const nowhere = origins.find((origin) => !isHostPort(origin));
  if (nowhere !== undefined)
    throw new SettingsError(
      `DEMO needs a host and port that its shop can be reached at, not ${nowhere}: see PORT and PUBLIC_URL`,
    );
  return origins;
}

function checkMasterKeys({ MASTER_KEY, MASTER_KEY_PREVIOUS }: Environment, production: boolean): void {
  if (MASTER_KEY !== undefined) return;
  if (production) throw new SettingsError('MASTER_KEY is required when NODE_ENV=production: 32 bytes, base64');
  if (MASTER_KEY_PREVIOUS !== undefined) throw new SettingsError('MASTER_KEY_PREVIOUS needs MASTER_KEY');
}

function geetestIn(
  { CAPTCHA_PROVIDER, GEETEST_ID: id, GEETEST_KEY: key }: Environment,
  production: boolean,
): Settings['geetest'] {
  if (CAPTCHA_PROVIDER === 'none' && production)
    throw new SettingsError('CAPTCHA_PROVIDER=none is refused when NODE_ENV=production');
  if (CAPTCHA_PROVIDER === 'geetest' && !(id && key))
    throw new SettingsError('CAPTCHA_PROVIDER=geetest needs GEETEST_ID and GEETEST_KEY');
  return id && key ? { id, key } : undefined;
}

/** Never repeats the address, which can contain the provider's key. */
function checkSmsUrl({ SMS_TRANSPORT, SMS_URL }: Environment, outboundAllow: readonly string[]): void {
  if (SMS_URL === undefined) {
    if (SMS_TRANSPORT === 'http') throw new SettingsError('SMS_TRANSPORT=http needs SMS_URL');
    return;
  }
  const filled = SMS_URL.replaceAll(/\{(to|text|code|event)\}/g, '0');
  const [origin = ''] = /^[^:]*:\/\/[^/?#]*/.exec(SMS_URL) ?? [];
  if (/[{}]/.test(filled) || /[{}]/.test(origin))
    throw new SettingsError('SMS_URL takes {to}, {text}, {code} and {event}, in its path and query only');
  const check = checkUrlText(filled, allowList(outboundAllow));
  if (check.ok) return;
  if (check.reason === 'address_refused')
    throw new SettingsError('SMS_URL must lead to a public address, or to one that OUTBOUND_ALLOW names');
  if (check.reason === 'credentials_in_url') throw new SettingsError('SMS_URL must not hold a user or a password');
  throw new SettingsError(
    `SMS_URL must be an http(s) address${check.reason === 'too_long' ? ' of at most 2048 characters' : ''}`,
  );
}

/** Whether the guard of outgoing requests accepts it as an entry of its list. */
function isHostPort(entry: string): boolean {
  try {
    allowList([entry]);
    return true;
  } catch {
    return false;
  }
}

/** An address, or a range smaller than all: a range of all would believe any sender's claim about its address. */
function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const max = isIP(address) === 4 ? 32 : 128;
  if (isIP(address) === 0 || address.includes('%') || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= max);
}

function inUrl(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}
