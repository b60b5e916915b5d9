import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createOutgoing } from '#foundation/server/outgoing/outgoing.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { silentLog } from './log.ts';
import { readSettings, SettingsError } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const KEY = Buffer.alloc(32, 200).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 100).toString('base64url');
const DATABASE = 'postgresql://countinghouse:secret@db.internal/countinghouse';
type Environment = Record<string, string>;

/** The error for these settings; undefined when they are accepted. */
function refusal(environment: Environment): string | undefined {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return undefined;
}

describe('without any setting', () => {
  const defaults = {
    host: '127.0.0.1',
    port: 8080,
    publicUrl: 'http://127.0.0.1:8080',
    databaseUrl: undefined,
    databaseConnections: 36,
    dataDir: resolve('.data'),
    masterKey: undefined,
    previousMasterKey: undefined,
    demo: true,
    captchaProvider: 'altcha',
    geetest: undefined,
    smsTransport: 'outbox',
    smsUrl: undefined,
    outboundAllow: ['127.0.0.1:8080', '127.0.0.1:8080'],
    trustedProxies: [],
    notifyWaitsS: undefined,
    logLevel: 'info',
    roles: ['console', 'gateway', 'worker'],
    metricsPort: undefined,
    production: false,
  };

  test('each has the default that the docs name', () => {
    expect(readSettings({})).toEqual(defaults);
  });

  test('an empty one counts as unset', () => {
    const names = [
      'PORT',
      'HOST',
      'PUBLIC_URL',
      'DATABASE_URL',
      'DATABASE_CONNECTIONS',
      'DATA_DIR',
      'MASTER_KEY',
      'DEMO',
      'SMS_URL',
      'ROLES',
      'NOTIFY_WAITS_S',
      'METRICS_PORT',
    ];
    expect(readSettings(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(defaults);
  });
});

describe('the demo', () => {
  test.each<[boolean, Environment]>([
    [true, {}],
    [true, { NODE_ENV: 'development' }],
    [false, { DATABASE_URL: DATABASE }],
    [false, { NODE_ENV: 'production', MASTER_KEY: KEY }],
    [true, { DATABASE_URL: DATABASE, DEMO: 'on' }],
    [false, { DEMO: 'off' }],
    [false, { DEMO: '0' }],
    [true, { DEMO: 'TRUE' }],
    [false, { DEMO: 'off', NODE_ENV: 'production', MASTER_KEY: KEY }],
  ])('is %s with %o', (demo, environment) => {
    expect(readSettings(environment).demo).toBe(demo);
  });

  test.each<[string[], Environment]>([
    [['pay.example.com:443', '127.0.0.1:8080'], { PUBLIC_URL: 'https://pay.example.com' }],
    [['[::1]:9000', '[::1]:9000'], { HOST: '::1', PORT: '9000' }],
    [['receiver:80', '127.0.0.1:8080', '[::]:8080'], { HOST: '::', OUTBOUND_ALLOW: ' receiver:80 ,' }],
    [['receiver:80'], { DEMO: 'off', OUTBOUND_ALLOW: 'receiver:80' }],
    [[], { DEMO: 'off', OUTBOUND_ALLOW: ',' }],
  ])('reaches its own shop and nothing else that is not public: %o', async (allowed, environment) => {
    const { outboundAllow } = readSettings(environment);
    expect(outboundAllow).toEqual(allowed);
    await createOutgoing({ allow: outboundAllow }).close();
  });
});

test.each([
  ['HTTPS://Pay.Example.com:443/', 'https://pay.example.com'],
  ['http://pay.example.com:8080/desk//', 'http://pay.example.com:8080/desk'],
  ['http://[::1]:80', 'http://[::1]'],
])('the public address is kept as browsers write it, without a slash at its end: %s', (text, publicUrl) => {
  expect(readSettings({ PUBLIC_URL: text }).publicUrl).toBe(publicUrl);
});

test.each<[string, Environment]>([
  ['http://127.0.0.1:9000', { HOST: '0.0.0.0', PORT: '9000' }],
  ['http://127.0.0.1:9000', { HOST: '::', PORT: '9000' }],
  ['http://[::1]:8080', { HOST: '::1' }],
  ['http://desk.internal:8080', { HOST: 'desk.internal' }],
])('the public address is %s from %o', (publicUrl, environment) => {
  expect(readSettings(environment).publicUrl).toBe(publicUrl);
});

test('settings are read', async () => {
  const settings = readSettings({
    DATABASE_URL: DATABASE,
    DATABASE_CONNECTIONS: '12',
    DATA_DIR: join(folder, 'data'),
    MASTER_KEY: `${KEY}\n`,
    MASTER_KEY_PREVIOUS: OTHER_KEY,
    CAPTCHA_PROVIDER: 'geetest',
    GEETEST_ID: 'id',
    GEETEST_KEY: 'key',
    SMS_TRANSPORT: 'http',
    SMS_URL: 'https://sms.example.com/{event}?to={to}&text={text}&code={code}',
    TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1,2001:db8::/32,::1',
    NOTIFY_WAITS_S: '0,5',
    LOG_LEVEL: 'silent',
    ROLES: 'worker, gateway',
    METRICS_PORT: '9100',
  });
  expect(settings).toMatchObject({
    databaseUrl: DATABASE,
    databaseConnections: 12,
    dataDir: join(folder, 'data'),
    geetest: { id: 'id', key: 'key' },
    smsUrl: 'https://sms.example.com/{event}?to={to}&text={text}&code={code}',
    notifyWaitsS: [0, 5],
    logLevel: 'silent',
    roles: ['worker', 'gateway'],
    metricsPort: 9_100,
  });
  expect([settings.masterKey, settings.previousMasterKey].map((key) => Buffer.from(key ?? '', 'base64'))).toEqual([
    Buffer.alloc(32, 200),
    Buffer.alloc(32, 100),
  ]);
  // The server must be able to start with what the settings accept.
  await (await createHttpServer({ log: silentLog, trustedProxies: settings.trustedProxies, secure: false })).close();
});

describe('a wrong value stops the start with one line:', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const http = { SMS_TRANSPORT: 'http' };
  const port = 'must be a whole number from 0 to 65535, not';
  const key = 'must be 32 bytes in base64';
  const proxies = 'TRUSTED_PROXIES takes CIDR ranges such as 10.0.0.0/8, not';
  const address = 'PUBLIC_URL must be an http(s) address such as https://pay.example.com, not';
  const shop = 'DEMO needs a host and port that its shop can be reached at, not';

  test.each<[string, Environment]>([
    [`PORT ${port} 80a`, { PORT: '80a' }],
    [`PORT ${port} -1`, { PORT: '-1' }],
    [`PORT ${port} 65536`, { PORT: '65536' }],
    [`PORT ${port} 80 80`, { PORT: '80\n80' }],
    [`METRICS_PORT ${port} 1e3`, { METRICS_PORT: '1e3' }],
    ['METRICS_PORT must be another port than PORT', { METRICS_PORT: '8080' }],
    ...['a b', '999.1.1.1', 'http://x', '127.0.0.1:80', '[::1]', 'fe80::1%lo', '*'].map(
      (host): [string, Environment] => [
        `HOST must be an address or a name of this machine, not ${host}`,
        { HOST: host },
      ],
    ),
    ...['nonsense', 'ftp://x', 'http:x', 'https://', 'https://x/?a=1', 'https://x/#a', ' https://x', 'https://a b'].map(
      (url): [string, Environment] => [`${address} ${url}`, { PUBLIC_URL: url }],
    ),
    ['PUBLIC_URL must not hold a user or a password', { PUBLIC_URL: 'https://me:secret@x' }],
    ['DATABASE_URL must begin with postgresql://', { DATABASE_URL: 'mysql://me:secret@x/y' }],
    ['DATABASE_URL cannot be used: Invalid URL', { DATABASE_URL: 'postgresql://me:secret@x:99999/y' }],
    [
      `DATABASE_URL cannot be used: ENOENT: no such file or directory, open '${folder}/none'`,
      { DATABASE_URL: `postgresql://me:secret@x/y?sslrootcert=${folder}/none` },
    ],
    ...['9', '10001', '20.5', 'many'].map((text): [string, Environment] => [
      `DATABASE_CONNECTIONS must be a whole number from 12 to 10000, not ${text}`,
      { DATABASE_CONNECTIONS: text },
    ]),
    [`DATA_DIR must be a folder, not ${file}`, { DATA_DIR: file }],
    [`DATA_DIR must be a folder, not ${file}/data`, { DATA_DIR: `${file}/data` }],
    [`MASTER_KEY ${key}`, { MASTER_KEY: Buffer.alloc(31).toString('base64') }],
    [`MASTER_KEY ${key}`, { MASTER_KEY: Buffer.alloc(32).toString('hex') }],
    [`MASTER_KEY ${key}`, { MASTER_KEY: 'a sentence of words, forty-three letters of which count' }],
    [`MASTER_KEY_PREVIOUS ${key}`, { MASTER_KEY: KEY, MASTER_KEY_PREVIOUS: 'x' }],
    ['MASTER_KEY_PREVIOUS needs MASTER_KEY', { MASTER_KEY_PREVIOUS: KEY }],
    ['DEMO must be one of true, false, 1, 0, on, off, not perhaps', { DEMO: 'perhaps' }],
    [`${shop} 127.0.0.1:0: see PORT and PUBLIC_URL`, { PORT: '0' }],
    [`${shop} x:0: see PORT and PUBLIC_URL`, { PUBLIC_URL: 'http://x:0' }],
    ['CAPTCHA_PROVIDER must be one of altcha, geetest, none, not Altcha', { CAPTCHA_PROVIDER: 'Altcha' }],
    ['CAPTCHA_PROVIDER=geetest needs GEETEST_ID and GEETEST_KEY', { CAPTCHA_PROVIDER: 'geetest', GEETEST_ID: 'id' }],
    ['CAPTCHA_PROVIDER=geetest needs GEETEST_ID and GEETEST_KEY', { CAPTCHA_PROVIDER: 'geetest', GEETEST_KEY: 'key' }],
    ['SMS_TRANSPORT must be one of outbox, http, not smtp', { SMS_TRANSPORT: 'smtp' }],
    ['SMS_TRANSPORT=http needs SMS_URL', http],
    ['SMS_URL must be an http(s) address', { ...http, SMS_URL: 'nonsense' }],
    ['SMS_URL must be an http(s) address', { SMS_URL: 'nonsense' }],
    ['SMS_URL must be an http(s) address', { ...http, SMS_URL: 'ftp://sms.example.com/' }],
    [
      'SMS_URL must be an http(s) address of at most 2048 characters',
      { ...http, SMS_URL: `https://sms.example.com/${'x'.repeat(2_048)}` },
    ],
    ['SMS_URL must not hold a user or a password', { ...http, SMS_URL: 'https://me:secret@sms.example.com/' }],
    [
      'SMS_URL must lead to a public address, or to one that OUTBOUND_ALLOW names',
      { ...http, SMS_URL: 'http://10.0.0.1/?to={to}' },
    ],
    ...['https://{to}.example.com/', 'https://sms.example.com/{phone}', 'https://sms.example.com/?to={to'].map(
      (url): [string, Environment] => [
        'SMS_URL takes {to}, {text}, {code} and {event}, in its path and query only',
        { ...http, SMS_URL: url },
      ],
    ),
    ...['a:99999', 'a:0', 'a', 'http://a:80', '*:80', '10.0.0.0/8:80'].map((entry): [string, Environment] => [
      `OUTBOUND_ALLOW takes exact host:port, not ${entry}`,
      { OUTBOUND_ALLOW: `b:80,${entry}` },
    ]),
    ...['1.2.3.4/40', '0.0.0.0/0', '::/0', '10', '010.0.0.1', '10.0.0.0/8/8', '1.2.3.4/', 'fe80::1%lo', 'loopback'].map(
      (range): [string, Environment] => [`${proxies} ${range}`, { TRUSTED_PROXIES: `10.0.0.0/8,${range}` }],
    ),
    ['NOTIFY_WAITS_S must name at least one wait, in seconds', { NOTIFY_WAITS_S: ',' }],
    ['NOTIFY_WAITS_S must be a whole number from 0 to 31536000, not 1.5', { NOTIFY_WAITS_S: '15,1.5' }],
    ['LOG_LEVEL must be one of silent, error, warn, info, debug, not loud', { LOG_LEVEL: 'loud' }],
    ['ROLES must name at least one of console, gateway, worker', { ROLES: ' , ' }],
    ['ROLES must be one of console, gateway, worker, not workers', { ROLES: 'console,workers' }],
  ])('%s', (line, environment) => {
    expect(refusal(environment)).toBe(line);
  });

  test('a non-public address is accepted for text messages when the allow list has it', () => {
    expect(refusal({ ...http, SMS_URL: 'http://10.0.0.1/?to={to}', OUTBOUND_ALLOW: '10.0.0.1:80' })).toBeUndefined();
  });
});

describe('in production', () => {
  test.each<[string | undefined, Environment]>([
    ['MASTER_KEY is required when NODE_ENV=production: 32 bytes, base64', {}],
    ...['on', 'TRUE', '1'].map((DEMO): [string, Record<string, string>] => [
      'DEMO=on is refused when NODE_ENV=production: its accounts have publicly known passwords',
      { MASTER_KEY: KEY, DEMO },
    ]),
    ['CAPTCHA_PROVIDER=none is refused when NODE_ENV=production', { MASTER_KEY: KEY, CAPTCHA_PROVIDER: 'none' }],
    [undefined, { MASTER_KEY: KEY }],
  ])('%s', (line, environment) => {
    expect(refusal({ ...environment, NODE_ENV: 'production' })).toBe(line);
    expect(refusal({ ...environment, NODE_ENV: 'development' })).toBeUndefined();
  });

  test.each(['prod', 'Production', 'prodution', 'production '])(
    'which %j may have been meant to be, nothing starts without its rules',
    (text) => {
      expect(refusal({ NODE_ENV: text })).toBe(`NODE_ENV=${text} is not known; did you mean NODE_ENV=production?`);
    },
  );

  test.each(['', 'test', 'staging', 'preprod'])('%j is not', (text) => {
    expect(readSettings({ NODE_ENV: text }).production).toBe(false);
  });
});
