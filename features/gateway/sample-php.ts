/** The samples in PHP 8, with what its command line brings. */
import { program, type Sample, type SampleField, type SampleRequest, usage } from './sample-parts.ts';

export function phpSample(request: SampleRequest): Sample {
  const { signType, isCallback, stem } = request;
  const file = `${stem}.php`;
  const isMd5 = signType === 'MD5';
  return {
    file,
    text: program(
      head(request, file),
      isMd5 ? md5 : signType === 'RSA-SHA256' ? rsa(isCallback) : hmac,
      !isMd5 && inHeaders,
      isCallback ? server(isMd5) : isMd5 ? md5Call : headerCall(signType),
      !isCallback &&
        // An address must be printed so that it can be copied into a browser.
        `$data = call('${request.path}', ${fieldsText(request.fields)});
echo json_encode($data, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES), "\\n";`,
    ),
  };
}

function head(request: SampleRequest, file: string): string {
  const { signType, isCallback, host, merchantNo } = request;
  const command = isCallback ? `php -S 0.0.0.0:8000 ${file}` : `php ${file}`;
  return [
    '<?php',
    `// ${usage(request, command)}`,
    ...(isCallback ? [] : [`const HOST = '${host}';`]),
    `const MERCHANT_NO = '${merchantNo}';`,
    ...(signType === 'RSA-SHA256' ? [] : ["define('KEY', getenv('GATEWAY_KEY'));"]),
  ].join('\n');
}

const hmac = `
function sign(string $text): string
{
    return hash_hmac('sha256', $text, KEY);
}

function fits(string $text, string $signature): bool
{
    return hash_equals(sign($text), $signature);
}
`;

const rsa = (isCallback: boolean): string =>
  program(
    !isCallback &&
      `
function sign(string $text): string
{
    openssl_sign($text, $signature, file_get_contents('merchant-private.pem'), OPENSSL_ALGO_SHA256);
    return base64_encode($signature);
}
`,
    `
function fits(string $text, string $signature): bool
{
    $key = file_get_contents('platform-public.pem');
    return openssl_verify($text, base64_decode($signature), $key, OPENSSL_ALGO_SHA256) === 1;
}
`,
  );

const inHeaders = String.raw`
function signedText(string $path, string $timestamp, string $nonce, string $body): string
{
    return implode("\n", ['POST', $path, $timestamp, $nonce, hash('sha256', $body)]);
}

function isGenuine(string $path, array $headers, string $body): bool
{
    $timestamp = $headers['x-timestamp'] ?? '';
    $fresh = ctype_digit($timestamp) && abs(time() - (int) $timestamp) <= 300;
    $text = signedText($path, $timestamp, $headers['x-nonce'] ?? '', $body);
    return $fresh && (fits($text, $headers['x-sign'] ?? '') || fits($text, $headers['x-sign-previous'] ?? ''));
}
`;

const md5 = `
function sign(array $fields): string
{
    unset($fields['sign'], $fields['signPrevious']);
    ksort($fields, SORT_STRING);
    $text = '';
    foreach ($fields as $name => $value) {
        if ($value !== '') {
            $text .= $name . '=' . $value . '&';
        }
    }
    return strtoupper(md5($text . 'key=' . KEY));
}

function isGenuine(array $fields): bool
{
    $timestamp = $fields['timestamp'] ?? '';
    $fresh = ctype_digit($timestamp) && abs(time() - (int) $timestamp) <= 300;
    $expected = sign($fields);
    return $fresh
        && (hash_equals($expected, $fields['sign'] ?? '') || hash_equals($expected, $fields['signPrevious'] ?? ''));
}
`;

const headerCall = (signType: string): string => `
function call(string $path, array $fields): array
{
    $body = json_encode((object) $fields);
    $timestamp = (string) time();
    $nonce = bin2hex(random_bytes(16));
    $request = ['method' => 'POST', 'content' => $body, 'timeout' => 30, 'ignore_errors' => true, 'header' => [
        'Content-Type: application/json',
        'X-Merchant-No: ' . MERCHANT_NO,
        'X-Timestamp: ' . $timestamp,
        'X-Nonce: ' . $nonce,
        'X-Sign-Type: ${signType}',
        'X-Sign: ' . sign(signedText($path, $timestamp, $nonce, $body)),
    ]];
    $raw = file_get_contents(HOST . $path, false, stream_context_create(['http' => $request]));
    $headers = [];
    foreach ($http_response_header as $line) {
        [$name, $value] = explode(':', $line, 2) + [1 => ''];
        $headers[strtolower($name)] = trim($value);
    }
    $reply = json_decode($raw, true);
    if ($reply['code'] !== 1) {
        throw new RuntimeException("refused: $raw");
    }
    if (!isGenuine($path, $headers, $raw)) {
        throw new RuntimeException('the reply is not signed by the platform');
    }
    return $reply['data'];
}
`;

const md5Call = `
function call(string $path, array $fields): array
{
    $fields += [
        'merchantNo' => MERCHANT_NO,
        'timestamp' => (string) time(),
        'nonce' => bin2hex(random_bytes(16)),
        'signType' => 'MD5',
    ];
    $fields['sign'] = sign($fields);
    $request = ['method' => 'POST', 'content' => http_build_query($fields), 'timeout' => 30, 'ignore_errors' => true];
    $request['header'] = 'Content-Type: application/x-www-form-urlencoded';
    $raw = file_get_contents(HOST . $path, false, stream_context_create(['http' => $request]));
    $reply = json_decode($raw, true);
    if ($reply['code'] !== 1) {
        throw new RuntimeException("refused: $raw");
    }
    if (!isGenuine($reply['data'])) {
        throw new RuntimeException('the reply is not signed by the platform');
    }
    return $reply['data'];
}
`;

const server = (isMd5: boolean): string => `
$genuine = ($_POST['merchantNo'] ?? '') === MERCHANT_NO
    && isGenuine(${
      isMd5
        ? '$_POST'
        : "$_SERVER['REQUEST_URI'], array_change_key_case(getallheaders()), file_get_contents('php://input')"
    });
if ($genuine) {
    // Store it, once for each notifyId, before you answer.
    error_log(implode(' ', [$_POST['notifyId'], $_POST['orderNo'], $_POST['status'], $_POST['amount']]));
}
http_response_code($genuine ? 200 : 400);
echo $genuine ? 'success' : 'bad signature';
`;

function fieldsText(fields: readonly SampleField[]): string {
  if (fields.length === 0) return '[]';
  const lines = fields.map(([name, value]) => {
    const text =
      typeof value === 'string' ? `'${value}'` : 'prefix' in value ? `'${value.prefix}' . time()` : '$argv[1]';
    return `    '${name}' => ${text},`;
  });
  return `[\n${lines.join('\n')}\n]`;
}
