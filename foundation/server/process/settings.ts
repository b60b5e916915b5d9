/**
 * The settings of a process, read from the environment and checked in this one place. A wrong setting, or an unknown
 * one that looks like ours, stops the start with one clear line.
 */
import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import pg from 'pg';
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

type Environment = Readonly<Record<string, string | undefined>>;

const known = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'DATABASE_URL',
  'DATABASE_CONNECTIONS',
  'DATA_DIR',
  'MASTER_KEY',
  'MASTER_KEY_PREVIOUS',
  'DEMO',
  'CAPTCHA_PROVIDER',
  'GEETEST_ID',
  'GEETEST_KEY',
  'SMS_TRANSPORT',
  'SMS_URL',
  'OUTBOUND_ALLOW',
  'TRUSTED_PROXIES',
  'NOTIFY_WAITS_S',
  'LOG_LEVEL',
  'ROLES',
  'METRICS_PORT',
] as const;
type Name = (typeof known)[number];

type Values = (name: Name) => string | undefined;

export function readSettings(environment: Environment): Settings {
  refuseSimilarNames(environment);
  const values: Values = (name) => (environment[name] === '' ? undefined : environment[name]);
  const production = isProduction(environment['NODE_ENV']);
  const host = hostIn(values);
  const port = integer('PORT', values('PORT') ?? '8080', 0, 65_535);
  const metricsPort = metricsPortIn(values, port);
  const publicUrl = publicUrlIn(values, host, port);
  const databaseUrl = databaseUrlIn(values);
  const dataDir = dataDirIn(values);
  const demo = flag('DEMO', values('DEMO')) ?? (databaseUrl === undefined && !production);
  if (demo && production)
    throw new SettingsError('DEMO=on is refused when NODE_ENV=production: its accounts have publicly known passwords');
  const allowed = list(values('OUTBOUND_ALLOW'));
  for (const entry of allowed)
    if (!isHostPort(entry)) throw new SettingsError(`OUTBOUND_ALLOW takes exact host:port, not ${entry}`);
  const outboundAllow = demo ? [...allowed, ...demoShop(publicUrl, host, port)] : allowed;
  const trustedProxies = list(values('TRUSTED_PROXIES'));
  for (const range of trustedProxies)
    if (!isAddressRange(range))
      throw new SettingsError(`TRUSTED_PROXIES takes CIDR ranges such as 10.0.0.0/8, not ${range}`);
  const waitsText = values('NOTIFY_WAITS_S');
  const waits = waitsText === undefined ? undefined : list(waitsText);
  if (waits?.length === 0) throw new SettingsError('NOTIFY_WAITS_S must name at least one wait, in seconds');
  const ownRoles = list(values('ROLES') ?? roles.join(','));
  if (ownRoles.length === 0) throw new SettingsError(`ROLES must name at least one of ${roles.join(', ')}`);

  return {
    host,
    port,
    publicUrl,
    databaseUrl,
    databaseConnections: integer(
      'DATABASE_CONNECTIONS',
      values('DATABASE_CONNECTIONS') ?? String(DEFAULT_CONNECTIONS),
      MIN_CONNECTIONS,
      MAX_CONNECTIONS,
    ),
    dataDir,
    demo,
    outboundAllow,
    trustedProxies,
    metricsPort,
    production,
    ...masterKeysIn(values, production),
    ...captchaIn(values, production),
    ...smsIn(values, outboundAllow),
    notifyWaitsS: waits?.map((text) => integer('NOTIFY_WAITS_S', text, 0, 31_536_000)),
    logLevel: oneOf('LOG_LEVEL', values('LOG_LEVEL') ?? 'info', logLevels),
    roles: ownRoles.map((text) => oneOf('ROLES', text, roles)),
  };
}

function refuseSimilarNames(environment: Environment): void {
  for (const name of Object.keys(environment)) {
    const meant = (known as readonly string[]).includes(name) ? [] : similarSettings(name, known);
    if (meant.length > 0) throw new SettingsError(`${name} is not a setting; did you mean ${meant.join(' or ')}?`);
  }
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

function hostIn(values: Values): string {
  const host = values('HOST') ?? '127.0.0.1';
  const isNamed = isIP(host) === 6 || /^[a-z0-9_][a-z0-9_.-]*$/i.test(host);
  if (!isNamed || !URL.canParse(`http://${inUrl(host)}/`))
    throw new SettingsError(`HOST must be an address or a name of this machine, not ${host}`);
  return host;
}

function metricsPortIn(values: Values, port: number): number | undefined {
  const text = values('METRICS_PORT');
  if (text === undefined) return undefined;
  const metricsPort = integer('METRICS_PORT', text, 0, 65_535);
  if (metricsPort === port && port !== 0) throw new SettingsError('METRICS_PORT must be another port than PORT');
  return metricsPort;
}

/** The URL as a browser would write it: whether it begins with `https:` decides about cookies. */
function publicUrlIn(values: Values, host: string, port: number): string {
  const text =
    values('PUBLIC_URL') ?? `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : inUrl(host)}:${port}`;
  if (/^https?:\/\/[^/?#]*@/i.test(text)) throw new SettingsError('PUBLIC_URL must not hold a user or a password');
  const url = /^https?:\/\/[^\s?#\\]+$/i.test(text) ? URL.parse(text) : undefined;
  if (!url)
    throw new SettingsError(`PUBLIC_URL must be an http(s) address such as https://pay.example.com, not ${text}`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** Never repeats the address, which contains a password. */
function databaseUrlIn(values: Values): string | undefined {
  const text = values('DATABASE_URL');
  if (text === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(text)) throw new SettingsError('DATABASE_URL must begin with postgresql://');
  try {
    // Connects to nothing. Parses the address as the pool will, and reads the certificate files that it names.
    void new pg.Client({ connectionString: text });
  } catch (error) {
    throw new SettingsError(`DATABASE_URL cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
  return text;
}

/** The folder may not exist yet. */
function dataDirIn(values: Values): string {
  const dataDir = resolve(values('DATA_DIR') ?? '.data');
  try {
    if (statSync(dataDir).isDirectory()) return dataDir;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOTDIR')) return dataDir;
  }
  throw new SettingsError(`DATA_DIR must be a folder, not ${dataDir}`);
}

/** The demo's shop is on the origin of its own server. */
function demoShop(publicUrl: string, host: string, port: number): string[] {
  const url = new URL(publicUrl);
  const origins = [`${url.hostname}:${portOf(url)}`, `${inUrl(host)}:${port}`];
  const nowhere = origins.find((origin) => !isHostPort(origin));
  if (nowhere !== undefined)
    throw new SettingsError(
      `DEMO needs a host and port that its shop can be reached at, not ${nowhere}: see PORT and PUBLIC_URL`,
    );
  return origins;
}

function masterKeysIn(values: Values, production: boolean): Pick<Settings, 'masterKey' | 'previousMasterKey'> {
  const masterKey = values('MASTER_KEY');
  if (masterKey === undefined && production)
    throw new SettingsError('MASTER_KEY is required when NODE_ENV=production: 32 bytes, base64');
  const previousMasterKey = values('MASTER_KEY_PREVIOUS');
  if (previousMasterKey !== undefined && masterKey === undefined)
    throw new SettingsError('MASTER_KEY_PREVIOUS needs MASTER_KEY');
  for (const [name, key] of Object.entries({ MASTER_KEY: masterKey, MASTER_KEY_PREVIOUS: previousMasterKey }))
    // Node's own parser skips what is not base64, so a sentence would become a key. A file's last line can end with a
    // line break.
    if (key !== undefined && !/^[\w+/-]{43}=?\s*$/.test(key))
      throw new SettingsError(`${name} must be 32 bytes in base64`);
  return { masterKey, previousMasterKey };
}

function captchaIn(values: Values, production: boolean): Pick<Settings, 'captchaProvider' | 'geetest'> {
  const captchaProvider = oneOf('CAPTCHA_PROVIDER', values('CAPTCHA_PROVIDER') ?? 'altcha', [
    'altcha',
    'geetest',
    'none',
  ]);
  if (captchaProvider === 'none' && production)
    throw new SettingsError('CAPTCHA_PROVIDER=none is refused when NODE_ENV=production');
  const [id, key] = [values('GEETEST_ID'), values('GEETEST_KEY')];
  if (captchaProvider === 'geetest' && !(id && key))
    throw new SettingsError('CAPTCHA_PROVIDER=geetest needs GEETEST_ID and GEETEST_KEY');
  return { captchaProvider, geetest: id && key ? { id, key } : undefined };
}

/** Never repeats the address, which can contain the provider's key. */
function smsIn(values: Values, outboundAllow: readonly string[]): Pick<Settings, 'smsTransport' | 'smsUrl'> {
  const smsTransport = oneOf('SMS_TRANSPORT', values('SMS_TRANSPORT') ?? 'outbox', ['outbox', 'http']);
  const smsUrl = values('SMS_URL');
  if (smsUrl === undefined) {
    if (smsTransport === 'http') throw new SettingsError('SMS_TRANSPORT=http needs SMS_URL');
    return { smsTransport, smsUrl };
  }
  const filled = smsUrl.replaceAll(/\{(to|text|code|event)\}/g, '0');
  const [origin = ''] = /^[^:]*:\/\/[^/?#]*/.exec(smsUrl) ?? [];
  if (/[{}]/.test(filled) || /[{}]/.test(origin))
    throw new SettingsError('SMS_URL takes {to}, {text}, {code} and {event}, in its path and query only');
  const check = checkUrlText(filled, allowList(outboundAllow));
  if (check.ok) return { smsTransport, smsUrl };
  if (check.reason === 'address_refused')
    throw new SettingsError('SMS_URL must lead to a public address, or to one that OUTBOUND_ALLOW names');
  if (check.reason === 'credentials_in_url') throw new SettingsError('SMS_URL must not hold a user or a password');
  throw new SettingsError(
    `SMS_URL must be an http(s) address${check.reason === 'too_long' ? ' of at most 2048 characters' : ''}`,
  );
}

function integer(name: Name, text: string, min: number, max: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < min || number > max)
    throw new SettingsError(`${name} must be a whole number from ${min} to ${max}, not ${text}`);
  return number;
}

function oneOf<const Choice extends string>(name: Name, text: string, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw new SettingsError(`${name} must be one of ${choices.join(', ')}, not ${text}`);
  return found;
}

function flag(name: Name, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  return oneOf(name, text.toLowerCase(), ['true', 'false', '1', '0', 'on', 'off']).match(/^(true|1|on)$/) !== null;
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

function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
