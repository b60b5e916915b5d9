/**
 * Takes the text of each sample from the open reference page and runs it against a server, where its language is on the
 * machine. The clients for PHP and Python run too.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { SettableClock } from '#foundation/core/clock.ts';
import { freePort } from '#foundation/server/http/port-for-tests.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { testFolder } from '#foundation/server/process/folder-for-tests.ts';
import { signCallback } from '@countinghouse/sdk/callbacks';
import { type SignType, signTypes } from '@countinghouse/sdk/signing';
import { callbackForms } from '../forms.ts';
import { gatewayCalls } from '../contract.ts';
import { sampleLanguages, type SampleLanguage, type SampleSubject } from '../samples.ts';
import { gatewayApp, type GatewayApp, KEY, merchantRsa } from './gateway-for-tests.ts';
import { serveGatewayReference } from './reference-page.ts';

const run = promisify(execFile);

let db: TestDatabase;
let app: GatewayApp;
let base: string;
let folder: string;
let memberNo: bigint;

beforeAll(async () => {
  db = await testDatabase();
  app = await gatewayApp({ db, clock: new SettableClock(new Date()) });
  await app.addChannel({ code: 'sandbox_qr' });
  await app.addPayoutRoute();
  // The page's own sample number, so that its text runs as it is.
  memberNo = BigInt(callbackForms.payin.merchantNo.example);
  await db.transaction(async (tx) => {
    const settlement = { mode: 'D', days: 0, sameDayRatioE4: 1_000_000 } as const;
    await app.members.add(tx, { memberNo, kind: 'merchant', name: 'Shop', settlement, createdAt: app.clock.now() });
    await app.ledger.open(tx, memberNo, 'CNY');
  });
  await app.giveKeys(memberNo);
  await app.fund(memberNo, 100_000_000n);
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  await serveGatewayReference(app.server, {
    path: '/api/docs/gateway',
    document: '/api/openapi-gateway.json',
    gateway: `${base}/gateway/v1`,
    platformPublicKey: async () => app.platformPublicKey,
  });
  await app.server.listen({ port, host: '127.0.0.1' });
  folder = await testFolder('countinghouse-samples-');
});
afterAll(async () => {
  await app.close();
  await db.close();
  await rm(folder, { recursive: true, force: true });
});

/** The samples on the page for one language and sign type, by what they do. */
async function samplesOf(
  language: SampleLanguage,
  signType: SignType,
): Promise<Map<string, { file: string; text: string }>> {
  const page = await (await fetch(`${base}/api/docs/gateway?lang=en&code=${language}&sign=${signType}`)).text();
  const found = page.matchAll(
    /<figure data-sample="([^"]+)" data-file="([^"]+)">[^]*?<pre[^>]*><code>([^]*?)<\/code>/g,
  );
  return new Map(
    [...found].map(([, subject = '', file = '', text = '']) => [
      subject,
      {
        file,
        text: text
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&quot;', '"')
          .replaceAll('&#39;', "'")
          .replaceAll('&amp;', '&'),
      },
    ]),
  );
}

const commands: Readonly<Record<SampleLanguage, readonly [program: string, ...args: string[]]>> = {
  curl: ['bash'],
  typescript: [process.execPath],
  php: ['php'],
  python: ['python3'],
  java: ['java'],
  go: ['go', 'run'],
};

/** What each language needs, and how it shows that it is there. */
const needed: Readonly<Record<SampleLanguage, readonly (readonly [program: string, argument: string])[]>> = {
  curl: [
    ['bash', '--version'],
    ['curl', '--version'],
    ['openssl', 'version'],
  ],
  typescript: [[process.execPath, '--version']],
  php: [['php', '--version']],
  python: [
    ['python3', '--version'],
    ['openssl', 'version'],
  ],
  java: [['java', '-version']],
  go: [['go', 'version']],
};

function isPresent(language: SampleLanguage): boolean {
  try {
    for (const [program, argument] of needed[language]) execFileSync(program, [argument], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const environment = () => ({
  ...process.env,
  GATEWAY_KEY: KEY,
  PYTHONDONTWRITEBYTECODE: '1',
  GOCACHE: join(folder, 'go-cache'),
  GO111MODULE: 'off',
  GOFLAGS: '',
});

describe.each(sampleLanguages)('%s', (language) => {
  const present = isPresent(language);
  const [program, ...before] = commands[language];
  const title = present ? '' : ` (${program} is not on this machine)`;

  describe.each(signTypes)('%s', (signType) => {
    const at = () => join(folder, `${language}-${signType}`);
    let samples: Awaited<ReturnType<typeof samplesOf>>;
    beforeAll(async () => {
      samples = await samplesOf(language, signType);
      await mkdir(at(), { recursive: true });
      if (signType === 'RSA-SHA256') {
        await writeFile(join(at(), 'merchant-private.pem'), merchantRsa.privateKey);
        await writeFile(join(at(), 'platform-public.pem'), app.platformPublicKey);
      }
      for (const { file, text } of samples.values()) await writeFile(join(at(), file), text);
    });
    const fileOf = (subject: SampleSubject): string => samples.get(subject)?.file ?? 'missing';
    const call = async (subject: SampleSubject, ...args: string[]): Promise<string> => {
      const { stdout } = await run(program, [...before, fileOf(subject), ...args], { cwd: at(), env: environment() });
      return stdout;
    };

    test('the page has every sample, and none has a key', () => {
      expect([...samples.keys()]).toEqual([...Object.keys(gatewayCalls), 'callback']);
      for (const { text } of samples.values()) expect(text).not.toContain(KEY);
    });

    test.skipIf(!present)(`creates an order, and finds it${title}`, async () => {
      const printed = await call('/pay/create');
      const orderNo = /orderNo\W+(A-\d+)/.exec(printed)?.[1] ?? '';
      expect(printed, 'an address to open').toMatch(/payUrl\W+https?:\/\/\w/);
      const order = await app.orders.find(memberNo, { orderNo }, 'payin');
      expect(order).toMatchObject({ orderNo, status: 'unpaid', amountMinor: 10_000n });
      expect(await call('/pay/query', orderNo)).toContain(order?.systemNo.toString());
      await expect(call('/pay/query', 'no-such-order')).rejects.toThrow(/not_found/);
    });

    test.skipIf(!present)(`pays out, and finds the payout and the balance${title}`, async () => {
      const orderNo = /orderNo\W+(P-\d+)/.exec(await call('/payout/create'))?.[1] ?? '';
      const payout = await app.disbursements.find(memberNo, { orderNo }, 'payout');
      expect(payout).toMatchObject({ orderNo, amountMinor: 10_000n });
      expect(await call('/payout/query', orderNo)).toContain(payout?.systemNo.toString());
      expect(await call('/balance')).toMatch(/available\W+\d+\.\d\d/);
    });

    test.skipIf(!present)(`verifies a callback, also by the former key${title}`, async () => {
      const verifies = language === 'curl' ? saved : served;
      const notifyUrl = 'http://127.0.0.1/notify?shop=1';
      const {
        sign: _sign,
        signPrevious: _previous,
        timestamp: _at,
        nonce: _nonce,
        signType: _type,
        ...known
      } = callbackForms.payin;
      const fields = {
        ...Object.fromEntries(Object.entries(known).map(([name, { example }]) => [name, example])),
        merchantNo: memberNo.toString(),
        attach: 'cart 7 + 订单 %',
      };
      const { privateKey } = await app.keys.platformKeys();
      const key = signType === 'RSA-SHA256' ? privateKey : KEY;
      const at = { timestamp: Math.floor(Date.now() / 1000).toString(), nonce: 'a1b2c3d4e5f60718' };
      const genuine = signCallback({ notifyUrl, fields, signType, key, ...at });
      const late = signCallback({
        notifyUrl,
        fields,
        signType,
        key,
        ...at,
        timestamp: (Number(at.timestamp) - 400).toString(),
      });
      const foreign = signCallback({ notifyUrl, fields: { ...fields, merchantNo: '20000002' }, signType, key, ...at });
      const changed = { ...genuine, body: genuine.body.replace('amount=100.00', 'amount=900.00') };
      const asked = [genuine, late, foreign, changed];
      const expected = [true, false, false, false];
      if (signType !== 'RSA-SHA256') {
        asked.push(
          signCallback({ notifyUrl, fields, signType, key: 'the-new-key-0123456789', previousKey: KEY, ...at }),
        );
        expected.push(true);
        asked.push(signCallback({ notifyUrl, fields, signType, key: 'the-new-key-0123456789', ...at }));
        expected.push(false);
      }
      expect(await verifies(asked)).toEqual(expected);
    });

    type Callbacks = readonly ReturnType<typeof signCallback>[];

    /** Sends them to the sample's server. */
    async function served(callbacks: Callbacks): Promise<boolean[]> {
      const port = await freePort();
      const args =
        language === 'php' ? ['-S', `127.0.0.1:${port}`, fileOf('callback')] : [...before, fileOf('callback')];
      const server = spawn(program, args, {
        cwd: at(),
        env: { ...environment(), PORT: String(port) },
        stdio: 'ignore',
        // `go run` starts the program as a child of its own: the whole group is ended.
        detached: true,
      });
      try {
        await untilOpen(port);
        const answers: boolean[] = [];
        for (const { path, headers, body } of callbacks) {
          const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
          answers.push(answer.status === 200 && (await answer.text()) === 'success');
        }
        return answers;
      } finally {
        const ended = once(server, 'exit');
        if (server.pid !== undefined) process.kill(-server.pid, 'SIGKILL');
        await ended;
      }
    }

    /** Gives them to the sample as the files that a server would save. */
    async function saved(callbacks: Callbacks): Promise<boolean[]> {
      const answers: boolean[] = [];
      for (const { path, headers, body } of callbacks) {
        writeFileSync(
          join(at(), 'headers.txt'),
          Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}\r\n`)
            .join(''),
        );
        writeFileSync(join(at(), 'body.txt'), body);
        answers.push(
          await call('callback', path, 'headers.txt', 'body.txt').then(
            (output) => output.trim() === 'success',
            () => false,
          ),
        );
      }
      return answers;
    }
  });
});

async function untilOpen(port: number): Promise<void> {
  const until = Date.now() + 60_000;
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    if (Date.now() > until) throw new Error('the sample does not listen');
    await wait(50);
  }
}

describe('the clients of one file', () => {
  const sdk = fileURLToPath(new URL('../../../sdk/', import.meta.url));
  const pem = () => ({ MERCHANT_KEY: merchantRsa.privateKey, PLATFORM_KEY: app.platformPublicKey });

  const python = `
import os, sys
sys.path.insert(0, os.environ['SDK'] + 'python')
from countinghouse import Gateway, GatewayError
base, no, kind = os.environ['BASE'], os.environ['NO'], os.environ['KIND']
keys = dict(private_key=os.environ['MERCHANT_KEY'], platform_public_key=os.environ['PLATFORM_KEY']) if kind == 'RSA-SHA256' else dict(key=os.environ['GATEWAY_KEY'])
gateway = Gateway(base, no, kind, **keys)
order = gateway.pay_create(orderNo='PY-' + kind, amount='1.00', channel='sandbox_qr', notifyUrl='https://shop.example/n', subject='茶 🧾', attach='')
print(gateway.pay_query(systemNo=order['systemNo'])['status'], gateway.balance()['currency'])
try:
    gateway.pay_query(orderNo='none')
except GatewayError as error:
    print(error.error, error.signed)
try:
    Gateway(base, no, 'HMAC-SHA256', key='wrong').balance()
except GatewayError as error:
    print(error.error, error.signed)
`;
  const php = String.raw`<?php
require getenv('SDK') . 'php/Countinghouse.php';
use Countinghouse\{Gateway, GatewayError};
[$base, $no, $kind] = [getenv('BASE'), getenv('NO'), getenv('KIND')];
$gateway = $kind === 'RSA-SHA256' ? new Gateway($base, $no, $kind, getenv('MERCHANT_KEY'), getenv('PLATFORM_KEY')) : new Gateway($base, $no, $kind, getenv('GATEWAY_KEY'));
$order = $gateway->payCreate(['orderNo' => "PHP-$kind", 'amount' => '1.00', 'channel' => 'sandbox_qr', 'notifyUrl' => 'https://shop.example/n', 'subject' => '茶 🧾', 'attach' => '']);
echo $gateway->payQuery(['systemNo' => $order['systemNo']])['status'], ' ', $gateway->balance()['currency'], "\n";
try {
    $gateway->payQuery(['orderNo' => 'none']);
} catch (GatewayError $error) {
    echo $error->error, ' ', $error->signed ? 'True' : 'False', "\n";
}
try {
    (new Gateway($base, $no, 'HMAC-SHA256', 'wrong'))->balance();
} catch (GatewayError $error) {
    echo $error->error, ' ', $error->signed ? 'True' : 'False', "\n";
}
`;

  for (const { language, program, file, text } of [
    { language: 'python', program: 'python3', file: 'use.py', text: python },
    { language: 'php', program: 'php', file: 'use.php', text: php },
  ] as const) {
    const present = isPresent(language);
    describe.each(signTypes)(`${language} with %s`, (signType) => {
      it.skipIf(!present)(
        `asks the gateway and verifies its replies${present ? '' : ` (${program} is not on this machine)`}`,
        async () => {
          writeFileSync(join(folder, file), text);
          const env = {
            ...environment(),
            ...pem(),
            SDK: sdk,
            BASE: `${base}/gateway/v1`,
            NO: memberNo.toString(),
            KIND: signType,
          };
          const { stdout } = await run(program, [file], { cwd: folder, env });
          expect(stdout.trim().split('\n')).toEqual(['unpaid CNY', 'not_found True', 'bad_signature False']);
        },
      );
    });
  }
});
