/** The samples in Python 3. Its library has no RSA, so those use the openssl program. */
import { program, type Sample, type SampleField, type SampleRequest, usage } from './sample-parts.ts';

export function pythonSample(request: SampleRequest): Sample {
  const { signType, isCallback, stem } = request;
  const file = `${stem}.py`;
  const isMd5 = signType === 'MD5';
  return {
    file,
    text: program(
      head(request, file),
      isMd5 ? md5 : signType === 'RSA-SHA256' ? rsa(isCallback) : hmac,
      !isMd5 && inHeaders,
      isCallback ? server(isMd5) : isMd5 ? md5Call : headerCall(signType),
      isCallback
        ? "HTTPServer(('', int(os.environ.get('PORT', '8000'))), Callbacks).serve_forever()"
        : `print(json.dumps(call(${JSON.stringify(request.path)}, ${fieldsText(request.fields)}), indent=2))`,
    ),
  };
}

function head(request: SampleRequest, file: string): string {
  const { signType, isCallback, host, merchantNo } = request;
  const modules = [
    ...(signType === 'RSA-SHA256' ? ['base64', 'subprocess'] : []),
    ...(signType === 'HMAC-SHA256' || signType === 'MD5' ? ['hmac'] : []),
    'hashlib',
    'os',
    'time',
    ...(signType === 'RSA-SHA256' ? ['tempfile'] : []),
    ...(isCallback ? ['urllib.parse'] : ['json', 'secrets', 'sys', 'urllib.request']),
  ].sort();
  return [
    `# ${usage(request, `python3 ${file}`)}`,
    `import ${modules.join(', ')}`,
    ...(isCallback ? ['from http.server import BaseHTTPRequestHandler, HTTPServer'] : []),
    '',
    ...(isCallback ? [] : [`HOST = '${host}'`]),
    `MERCHANT_NO = '${merchantNo}'`,
    ...(signType === 'RSA-SHA256' ? [] : ["KEY = os.environ['GATEWAY_KEY']"]),
  ].join('\n');
}

const hmac = `
def sign(text):
    return hmac.new(KEY.encode(), text.encode(), hashlib.sha256).hexdigest()


def fits(text, signature):
    return hmac.compare_digest(sign(text).encode(), signature.encode())
`;

const rsa = (isCallback: boolean): string =>
  program(
    !isCallback &&
      `
def sign(text):
    command = ['openssl', 'dgst', '-sha256', '-sign', 'merchant-private.pem']
    signature = subprocess.run(command, input=text.encode(), capture_output=True, check=True).stdout
    return base64.b64encode(signature).decode()
`,
    `
def fits(text, signature):
    with tempfile.NamedTemporaryFile() as file:
        file.write(base64.b64decode(signature))
        file.flush()
        command = ['openssl', 'dgst', '-sha256', '-verify', 'platform-public.pem', '-signature', file.name]
        return subprocess.run(command, input=text.encode(), capture_output=True).returncode == 0
`,
  );

const inHeaders = String.raw`
def signed_text(path, timestamp, nonce, body):
    return '\n'.join(['POST', path, timestamp, nonce, hashlib.sha256(body).hexdigest()])


def is_genuine(path, headers, body):
    timestamp = headers.get('X-Timestamp', '')
    is_fresh = timestamp.isdecimal() and abs(time.time() - int(timestamp)) <= 300
    text = signed_text(path, timestamp, headers.get('X-Nonce', ''), body)
    return is_fresh and any(fits(text, headers.get(name, '')) for name in ('X-Sign', 'X-Sign-Previous'))
`;

const md5 = `
def sign(fields):
    signed = sorted(name for name in fields if fields[name] and name not in ('sign', 'signPrevious'))
    text = '&'.join(name + '=' + fields[name] for name in signed) + '&key=' + KEY
    return hashlib.md5(text.encode()).hexdigest().upper()


def is_genuine(fields):
    timestamp = fields.get('timestamp', '')
    is_fresh = timestamp.isdecimal() and abs(time.time() - int(timestamp)) <= 300
    given = [fields.get(name, '').encode() for name in ('sign', 'signPrevious')]
    return is_fresh and any(hmac.compare_digest(sign(fields).encode(), one) for one in given)
`;

const headerCall = (signType: string): string => `
def call(path, fields):
    body = json.dumps(fields).encode()
    timestamp, nonce = str(int(time.time())), secrets.token_hex(16)
    headers = {
        'Content-Type': 'application/json',
        'X-Merchant-No': MERCHANT_NO,
        'X-Timestamp': timestamp,
        'X-Nonce': nonce,
        'X-Sign-Type': '${signType}',
        'X-Sign': sign(signed_text(path, timestamp, nonce, body)),
    }
    with urllib.request.urlopen(urllib.request.Request(HOST + path, body, headers), timeout=30) as response:
        raw = response.read()
        reply = json.loads(raw)
        if reply['code'] != 1:
            sys.exit('refused: %s: %s %s' % (reply['error'], reply['msg'], reply.get('fields', '')))
        if not is_genuine(path, response.headers, raw):
            sys.exit('the reply is not signed by the platform')
    return reply['data']
`;

const md5Call = `
def call(path, fields):
    signing = {'merchantNo': MERCHANT_NO, 'timestamp': str(int(time.time())), 'nonce': secrets.token_hex(16)}
    fields = {**fields, **signing, 'signType': 'MD5'}
    body = json.dumps({**fields, 'sign': sign(fields)}).encode()
    request = urllib.request.Request(HOST + path, body, {'Content-Type': 'application/json'})
    with urllib.request.urlopen(request, timeout=30) as response:
        reply = json.load(response)
    if reply['code'] != 1:
        sys.exit('refused: %s: %s %s' % (reply['error'], reply['msg'], reply.get('fields', '')))
    if not is_genuine(reply['data']):
        sys.exit('the reply is not signed by the platform')
    return reply['data']
`;

const server = (isMd5: boolean): string => `
class Callbacks(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get('Content-Length', 0)))
        fields = dict(urllib.parse.parse_qsl(body.decode(), keep_blank_values=True))
        genuine = fields.get('merchantNo') == MERCHANT_NO and is_genuine(${isMd5 ? 'fields' : 'self.path, self.headers, body'})
        if genuine:
            # Store it, once for each notifyId, before you answer.
            print(fields['notifyId'], fields['orderNo'], fields['status'], fields['amount'], flush=True)
        self.send_response(200 if genuine else 400)
        self.end_headers()
        self.wfile.write(b'success' if genuine else b'bad signature')
`;

function fieldsText(fields: readonly SampleField[]): string {
  if (fields.length === 0) return '{}';
  const lines = fields.map(([name, value]) => {
    const text =
      typeof value === 'string'
        ? `'${value}'`
        : 'prefix' in value
          ? `'${value.prefix}' + str(int(time.time()))`
          : 'sys.argv[1]';
    return `    '${name}': ${text},`;
  });
  return `{\n${lines.join('\n')}\n}`;
}
