/** The samples in TypeScript, for Node without any package; the SDK does the same. */
import { program, type Sample, type SampleField, type SampleRequest, usage } from './sample-parts.ts';

export function typescriptSample(request: SampleRequest): Sample {
  const { signType, isCallback, stem } = request;
  const file = `${stem}.ts`;
  const isMd5 = signType === 'MD5';
  return {
    file,
    text: program(
      head(request, file),
      isMd5 ? md5 : signType === 'RSA-SHA256' ? rsa(isCallback) : hmac,
      !isMd5 && inHeaders,
      isCallback ? server(isMd5) : isMd5 ? md5Call : headerCall(signType),
      !isCallback && `console.log(await call('${request.path}', ${fieldsText(request.fields)}));`,
    ),
  };
}

function head(request: SampleRequest, file: string): string {
  const { signType, isCallback, host, merchantNo } = request;
  const crypto = [
    ...(signType === 'RSA-SHA256' ? [] : ['timingSafeEqual']),
    ...(signType === 'HMAC-SHA256' ? ['createHmac'] : []),
    'createHash',
    ...(signType === 'RSA-SHA256' ? ['verify', ...(isCallback ? [] : ['sign as signBytes'])] : []),
    ...(isCallback ? [] : ['randomBytes']),
  ].sort();
  return [
    `// ${usage(request, `node ${file}`)}`,
    `// Needs Node 22.18 or newer. With an older one: npx tsx ${file}`,
    `import { ${crypto.join(', ')} } from 'node:crypto';`,
    ...(signType === 'RSA-SHA256' ? ["import { readFileSync } from 'node:fs';"] : []),
    ...(isCallback ? ["import { createServer } from 'node:http';"] : []),
    '',
    ...(isCallback ? [] : [`const HOST = '${host}';`]),
    `const MERCHANT_NO = '${merchantNo}';`,
    ...(signType === 'RSA-SHA256' ? [] : ["const KEY = process.env['GATEWAY_KEY'] ?? '';"]),
  ].join('\n');
}

const equal = `
function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
`;

const hmac = program(
  `
function sign(text: string): string {
  return createHmac('sha256', KEY).update(text).digest('hex');
}

function fits(text: string, signature: string): boolean {
  return isEqual(sign(text), signature);
}
`,
  equal,
);

const rsa = (isCallback: boolean): string =>
  program(
    !isCallback &&
      `
function sign(text: string): string {
  return signBytes('sha256', Buffer.from(text), readFileSync('merchant-private.pem')).toString('base64');
}
`,
    `
function fits(text: string, signature: string): boolean {
  return verify('sha256', Buffer.from(text), readFileSync('platform-public.pem'), Buffer.from(signature, 'base64'));
}
`,
  );

const fresh = `
function isFresh(timestamp: string): boolean {
  return /^[0-9]+$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300;
}
`;

const inHeaders = program(
  String.raw`
function signedText(path: string, timestamp: string, nonce: string, body: string | Uint8Array): string {
  return ['POST', path, timestamp, nonce, createHash('sha256').update(body).digest('hex')].join('\n');
}

function isGenuine(path: string, header: (name: string) => string, body: Uint8Array): boolean {
  const text = signedText(path, header('x-timestamp'), header('x-nonce'), body);
  return (
    isFresh(header('x-timestamp')) &&
    ['x-sign', 'x-sign-previous'].some((name) => header(name) !== '' && fits(text, header(name)))
  );
}
`,
  fresh,
);

const md5 = program(
  `
function sign(fields: Record<string, string>): string {
  const signed = Object.keys(fields).filter((name) => fields[name] && name !== 'sign' && name !== 'signPrevious');
  const text = signed.sort().map((name) => name + '=' + fields[name]).join('&') + '&key=' + KEY;
  return createHash('md5').update(text).digest('hex').toUpperCase();
}

function isGenuine(fields: Record<string, string>): boolean {
  return (
    isFresh(fields['timestamp'] ?? '') &&
    ['sign', 'signPrevious'].some((name) => isEqual(sign(fields), fields[name] ?? ''))
  );
}
`,
  fresh,
  equal,
);

const headerCall = (signType: string): string => `
async function call(path: string, fields: Record<string, string>): Promise<Record<string, string | null>> {
  const body = JSON.stringify(fields);
  const timestamp = Math.floor(Date.now() / 1000).toString();
  const nonce = randomBytes(16).toString('hex');
  const headers = {
    'Content-Type': 'application/json',
    'X-Merchant-No': MERCHANT_NO,
    'X-Timestamp': timestamp,
    'X-Nonce': nonce,
    'X-Sign-Type': '${signType}',
    'X-Sign': sign(signedText(path, timestamp, nonce, body)),
  };
  const response = await fetch(HOST + path, { method: 'POST', headers, body, signal: AbortSignal.timeout(30_000) });
  const raw = new Uint8Array(await response.arrayBuffer());
  const reply = JSON.parse(new TextDecoder().decode(raw));
  if (reply.code !== 1) throw new Error('refused: ' + reply.error + ': ' + reply.msg + ' ' + JSON.stringify(reply.fields));
  if (!isGenuine(path, (name) => response.headers.get(name) ?? '', raw))
    throw new Error('the reply is not signed by the platform');
  return reply.data;
}
`;

const md5Call = `
async function call(path: string, fields: Record<string, string>): Promise<Record<string, string>> {
  const all: Record<string, string> = {
    ...fields,
    merchantNo: MERCHANT_NO,
    timestamp: Math.floor(Date.now() / 1000).toString(),
    nonce: randomBytes(16).toString('hex'),
    signType: 'MD5',
  };
  const response = await fetch(HOST + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...all, sign: sign(all) }),
    signal: AbortSignal.timeout(30_000),
  });
  const reply = JSON.parse(await response.text());
  if (reply.code !== 1) throw new Error('refused: ' + reply.error + ': ' + reply.msg + ' ' + JSON.stringify(reply.fields));
  if (!isGenuine(reply.data)) throw new Error('the reply is not signed by the platform');
  return reply.data;
}
`;

const server = (isMd5: boolean): string => `
createServer(async (request, response) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const fields = Object.fromEntries(new URLSearchParams(body.toString()));
${
  isMd5
    ? "  const genuine = fields['merchantNo'] === MERCHANT_NO && isGenuine(fields);"
    : `  const header = (name: string): string => String(request.headers[name] ?? '');
  const genuine = fields['merchantNo'] === MERCHANT_NO && isGenuine(request.url ?? '', header, body);`
}
  // Store it, once for each notifyId, before you answer.
  if (genuine) console.log(fields['notifyId'], fields['orderNo'], fields['status'], fields['amount']);
  response.writeHead(genuine ? 200 : 400).end(genuine ? 'success' : 'bad signature');
}).listen(Number(process.env['PORT'] ?? 8000));
`;

function fieldsText(fields: readonly SampleField[]): string {
  if (fields.length === 0) return '{}';
  const lines = fields.map(([name, value]) => {
    const text =
      typeof value === 'string'
        ? `'${value}'`
        : 'prefix' in value
          ? `'${value.prefix}' + Math.floor(Date.now() / 1000)`
          : "process.argv[2] ?? ''";
    return `  ${name}: ${text},`;
  });
  return `{\n${lines.join('\n')}\n}`;
}
