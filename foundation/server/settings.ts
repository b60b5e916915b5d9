/**
 * The settings of a process, read from the environment and checked in this one place. A wrong one, or one that looks like
 * ours but is not known, stops the start with one clear line.
 */
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { logLevels, type LogLevel } from './log.ts';

export const roles = ['console', 'gateway', 'worker'] as const;
export type ProcessRole = (typeof roles)[number];

export interface Settings {
  host: string;
  port: number;
  /** Without a trailing slash; links and the gateway address begin with it. */
  publicUrl: string;
  /** Undefined: the embedded server. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** Base64 of 32 bytes; undefined: generated in `dataDir`. */
  masterKey: string | undefined;
  /** As `masterKey`: the one before, while it is changed. */
  previousMasterKey: string | undefined;
  demo: boolean;
  captchaProvider: 'altcha' | 'geetest' | 'none';
  geetest: { id: string; key: string } | undefined;
  smsTransport: 'outbox' | 'http';
  smsUrl: string | undefined;
  /** Exact host:port that outgoing requests may reach although they are not public. */
  outboundAllow: string[];
  trustedProxies: string[];
  notifyWaitsS: number[];
  logLevel: LogLevel;
  roles: ProcessRole[];
  metricsPort: number | undefined;
  production: boolean;
}

export class SettingsError extends Error {
  override name = 'SettingsError';
}

type Environment = Readonly<Record<string, string | undefined>>;

const known = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'DATABASE_URL',
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

/** Names that only this product would use: a near miss of them is a typing error, not another program's setting. */
const ours = /^(PUBLIC_|DATABASE_U|DATA_D|MASTER_|CAPTCHA_|GEETEST_|SMS_|OUTBOUND_|TRUSTED_PROX|NOTIFY_|ROLES?$|METRICS_P|DEMO)/;

export function readSettings(environment: Environment): Settings {
  const value = (name: Name): string | undefined => (environment[name] === '' ? undefined : environment[name]);
  const stranger = Object.keys(environment).find((name) => ours.test(name) && !(known as readonly string[]).includes(name));
  if (stranger) throw new SettingsError(`${stranger} is not a setting; did you mean one of ${known.filter((name) => name[0] === stranger[0]).join(', ')}?`);

  const production = environment['NODE_ENV'] === 'production';
  const host = value('HOST') ?? '127.0.0.1';
  const port = integer('PORT', value('PORT') ?? '8080', 0, 65_535);
  const databaseUrl = value('DATABASE_URL');
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) throw new SettingsError('DATABASE_URL must begin with postgresql://');
  const masterKey = value('MASTER_KEY');
  if (masterKey === undefined && production) throw new SettingsError('MASTER_KEY is required when NODE_ENV=production: 32 bytes, base64');
  const previousMasterKey = value('MASTER_KEY_PREVIOUS');
  if (previousMasterKey !== undefined && masterKey === undefined) throw new SettingsError('MASTER_KEY_PREVIOUS needs MASTER_KEY');
  for (const [name, key] of Object.entries({ MASTER_KEY: masterKey, MASTER_KEY_PREVIOUS: previousMasterKey }))
    if (key !== undefined && Buffer.from(key, 'base64').length !== 32) throw new SettingsError(`${name} must be 32 bytes in base64`);
  const captchaProvider = oneOf('CAPTCHA_PROVIDER', value('CAPTCHA_PROVIDER') ?? 'altcha', ['altcha', 'geetest', 'none'] as const);
  if (captchaProvider === 'none' && production) throw new SettingsError('CAPTCHA_PROVIDER=none is refused when NODE_ENV=production');
  const geetestId = value('GEETEST_ID');
  const geetestKey = value('GEETEST_KEY');
  if (captchaProvider === 'geetest' && !(geetestId && geetestKey)) throw new SettingsError('CAPTCHA_PROVIDER=geetest needs GEETEST_ID and GEETEST_KEY');
  const smsTransport = oneOf('SMS_TRANSPORT', value('SMS_TRANSPORT') ?? 'outbox', ['outbox', 'http'] as const);
  if (smsTransport === 'http' && !value('SMS_URL')) throw new SettingsError('SMS_TRANSPORT=http needs SMS_URL');
  const demo = flag('DEMO', value('DEMO')) ?? (databaseUrl === undefined && !production);
  const publicUrl = httpUrl('PUBLIC_URL', value('PUBLIC_URL') ?? `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`);
  const outboundAllow = list(value('OUTBOUND_ALLOW'));
  for (const entry of outboundAllow)
    if (!/^(\[[0-9a-f:.]+\]|[a-z0-9.-]+):\d{1,5}$/i.test(entry)) throw new SettingsError(`OUTBOUND_ALLOW takes exact host:port, not ${entry}`);
  const trustedProxies = list(value('TRUSTED_PROXIES'));
  for (const range of trustedProxies)
    if (!ipaddr.isValidCIDR(range) && !ipaddr.isValid(range)) throw new SettingsError(`TRUSTED_PROXIES takes CIDR ranges, not ${range}`);

  return {
    host,
    port,
    publicUrl,
    databaseUrl,
    masterKey,
    previousMasterKey,
    demo,
    captchaProvider,
    smsTransport,
    trustedProxies,
    production,
    dataDir: resolve(value('DATA_DIR') ?? '.data'),
    geetest: geetestId && geetestKey ? { id: geetestId, key: geetestKey } : undefined,
    smsUrl: value('SMS_URL'),
    // The demo's own shop lives on the same origin.
    outboundAllow: demo ? [...outboundAllow, originOf(publicUrl), `${host}:${port}`] : outboundAllow,
    notifyWaitsS: list(value('NOTIFY_WAITS_S') ?? '15,60,300,1800,7200,21600,43200,86400').map((text) => integer('NOTIFY_WAITS_S', text, 0, 31_536_000)),
    logLevel: oneOf('LOG_LEVEL', value('LOG_LEVEL') ?? 'info', logLevels),
    roles: list(value('ROLES') ?? roles.join(',')).map((text) => oneOf('ROLES', text, roles)),
    metricsPort: value('METRICS_PORT') === undefined ? undefined : integer('METRICS_PORT', value('METRICS_PORT') ?? '', 0, 65_535),
  };
}

function integer(name: Name, text: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most) throw new SettingsError(`${name} must be a whole number from ${least} to ${most}, not ${text}`);
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

function httpUrl(name: Name, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) throw new SettingsError(`${name} must be an http(s) address, not ${text}`);
  return text.replace(/\/+$/, '');
}

function originOf(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
