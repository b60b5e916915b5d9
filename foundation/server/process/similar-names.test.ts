import { describe, expect, test } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

describe('a name that is nearly a setting stops the start, and the error says which was meant:', () => {
  test.each([
    ['PORTS', 'PORT'],
    ['PROT', 'PORT'],
    ['PRT', 'PORT'],
    ['port', 'PORT'],
    ['HOSTS', 'HOST'],
    ['POST', 'PORT or HOST'],
    ['DEMOS', 'DEMO'],
    ['DEMO_MODE', 'DEMO'],
    ['ROLE', 'ROLES'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['PUBLIC_URL_BASE', 'PUBLIC_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATA_DIRECTORY', 'DATA_DIR'],
    ['MASTERKEY', 'MASTER_KEY'],
    ['MASTER_KEYS', 'MASTER_KEY'],
    ['MASTER_KEY_OLD', 'MASTER_KEY or MASTER_KEY_PREVIOUS'],
    ['CAPTCHA_PROVIDERS', 'CAPTCHA_PROVIDER'],
    ['CAPTCHA_KIND', 'CAPTCHA_PROVIDER'],
    ['GEETEST_SECRET', 'GEETEST_ID or GEETEST_KEY'],
    ['SMS_TRANPSORT', 'SMS_TRANSPORT'],
    ['SMS_KEY', 'SMS_TRANSPORT or SMS_URL'],
    ['OUTBOUND_ALLOWED', 'OUTBOUND_ALLOW'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['NOTIFY_WAIT_S', 'NOTIFY_WAITS_S'],
    ['NOTIFY_WAITS', 'NOTIFY_WAITS_S'],
    ['LOG_LEVELS', 'LOG_LEVEL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['log_level', 'LOG_LEVEL'],
    ['METRIC_PORT', 'METRICS_PORT'],
    ['METRICS_PATH', 'METRICS_PORT'],
  ])('%s is %s', (name, meant) => {
    expect(() => readSettings({ [name]: '' })).toThrow(
      new SettingsError(`${name} is not a setting; did you mean ${meant}?`),
    );
  });
});

const ofOthers = `
  PATH PWD OLDPWD HOME USER LOGNAME HOSTNAME HOSTTYPE SHELL SHLVL TERM LANG LC_ALL TZ TMPDIR MAIL EDITOR COLOR CI SSH_AUTH_SOCK http_proxy no_proxy _
  npm_command npm_config_loglevel npm_execpath npm_lifecycle_event npm_lifecycle_script npm_package_name INIT_CWD NODE NODE_ENV NODE_OPTIONS
  PORTAL PORTAGE DEMOGRAPHY ROLEPLAY LOGS LOG_FILE DATA_HOME DATABASE DATABASE_HOST DATADOG_API_KEY SMTP_URL PGHOST PGPORT PGDATA
  NOTIFY_SOCKET PUBLIC_IP PUBLIC_HOSTNAME MASTER_HOST KUBERNETES_PORT KUBERNETES_SERVICE_HOST
  OPERATOR_USERNAME CHROMIUM_PATH COUNTINGHOUSE_LAUNCHED TEST_DATABASE_URL`;

test.each(ofOthers.trim().split(/\s+/))('the machine and other programs can have %s', (name) => {
  expect(() => readSettings({ [name]: 'x' })).not.toThrow();
});
