<?php

declare(strict_types=1);

/**
 * The merchant's client for a Countinghouse gateway: signs requests, verifies every reply, and verifies callbacks.
 *
 * One file, PHP 8.1 or newer, without packages; RSA needs the openssl extension. Copy it into your project.
 *
 *     $gateway = new Countinghouse\Gateway('https://pay.example/gateway/v1', '20000001', 'HMAC-SHA256', getenv('GATEWAY_KEY'));
 *     $order = $gateway->payCreate(['orderNo' => 'A-1001', 'amount' => '100.00', 'channel' => 'sandbox_qr',
 *         'notifyUrl' => 'https://shop.example/notify']);
 *
 * Amounts are decimal texts, never numbers. The order number is the idempotency key: after a TransportError repeat the
 * same call with the same number, or query it. No error message contains a key or a signature.
 */

namespace Countinghouse;

const SIGN_TYPES = ['MD5', 'HMAC-SHA256', 'RSA-SHA256'];
/** How far a timestamp can be from the receiver's clock, in seconds. */
const WINDOW_S = 300;
/** Refusals that can come before the gateway knows the merchant, and are then not signed. */
const UNSIGNED_ERRORS = ['bad_request', 'unknown_merchant', 'bad_signature', 'key_ended', 'sign_type_not_allowed',
    'timestamp_out_of_window', 'rate_limited'];

/** A field or a key that can't be signed with. Nothing was sent. */
class SigningError extends \InvalidArgumentException
{
}

/** The gateway refused. `error` is the refusal's name, `fields` what is wrong with each field of a bad_request. */
class GatewayError extends \RuntimeException
{
    public function __construct(
        public readonly string $error,
        public readonly string $msg,
        public readonly array $fields,
        public readonly bool $signed,
    ) {
        parent::__construct("$error: $msg");
    }
}

/** The reply could not be verified. Trust no part of it; query the order. */
class SignatureError extends \RuntimeException
{
    public function __construct(public readonly string $reason)
    {
        parent::__construct("the reply is not verified: $reason");
    }
}

/** No usable reply. The order may exist: repeat the same call with the same order number, or query it. */
class TransportError extends \RuntimeException
{
    public function __construct(
        public readonly string $reason,
        string $message,
        public readonly ?int $status = null,
        public readonly ?string $error = null,
        public readonly ?int $retryAfter = null,
    ) {
        parent::__construct($message);
    }

    public function isRetryable(): bool
    {
        return in_array($this->reason, ['network', 'timeout'], true)
            || ($this->reason === 'http' && ($this->status >= 500 || in_array($this->status, [408, 429], true)));
    }
}

/**
 * `failure`: bad_request, sign_type_not_allowed, unknown_merchant, key_missing, bad_signature, timestamp_out_of_window or
 * nonce_reused.
 */
class CallbackRejected extends \RuntimeException
{
    public function __construct(public readonly string $failure)
    {
        parent::__construct($failure);
    }
}

final class Gateway
{
    private string $baseUrl;

    /** `$key`: the key of MD5 and HMAC-SHA256, or the PEM of your private key. `$platformPublicKey`: for RSA-SHA256. */
    public function __construct(
        string $baseUrl,
        private string $merchantNo,
        private string $signType,
        #[\SensitiveParameter] private string $key,
        private ?string $platformPublicKey = null,
        private int $timeout = 30,
        private int $retries = 2,
        private string $language = 'en',
    ) {
        if (!in_array($signType, SIGN_TYPES, true)) {
            throw new \InvalidArgumentException('signType must be one of ' . implode(', ', SIGN_TYPES));
        }
        if (preg_match('~^https?://[^/?#]+~', $baseUrl) !== 1) {
            throw new \InvalidArgumentException('baseUrl must be an http or https address');
        }
        if ($key === '' || ($signType === 'RSA-SHA256' && ($platformPublicKey ?? '') === '')) {
            throw new SigningError('a key is missing');
        }
        $this->baseUrl = rtrim($baseUrl, '/');
    }

    public function payCreate(array $fields): array
    {
        return $this->call('/pay/create', $fields);
    }

    public function payQuery(array $fields): array
    {
        return $this->call('/pay/query', $fields);
    }

    public function payoutCreate(array $fields): array
    {
        return $this->call('/payout/create', $fields);
    }

    public function payoutQuery(array $fields): array
    {
        return $this->call('/payout/query', $fields);
    }

    public function balance(): array
    {
        return $this->call('/balance', []);
    }

    private function call(string $path, array $given): array
    {
        $fields = array_filter($given, fn ($value) => $value !== null && $value !== '');
        foreach ($fields as $name => $value) {
            if (!is_string($value)) {
                throw new \InvalidArgumentException("$name must be text; amounts are decimal text, never numbers");
            }
        }
        for ($retry = 0; ; $retry += 1) {
            try {
                return $this->attempt($path, $fields);
            } catch (TransportError $error) {
                $waitMs = max((int) (300 * 2 ** $retry * (0.5 + mt_rand() / mt_getrandmax() / 2)), 1000 * ($error->retryAfter ?? 0));
                if (!$error->isRetryable() || $retry >= $this->retries || $waitMs > 30000) {
                    throw $error;
                }
                usleep($waitMs * 1000);
            }
        }
    }

    private function attempt(string $path, array $fields): array
    {
        $target = requestPath($this->baseUrl . $path);
        $timestamp = (string) time();
        $nonce = bin2hex(random_bytes(16));
        $headers = ['Content-Type: application/json', 'Accept: application/json', "Accept-Language: $this->language"];
        if ($this->signType === 'MD5') {
            $signed = $fields + ['merchantNo' => $this->merchantNo, 'timestamp' => $timestamp, 'nonce' => $nonce, 'signType' => 'MD5'];
            $body = toJson($signed + ['sign' => signMd5($signed, $this->key)]);
        } else {
            $body = toJson($fields);
            $text = canonicalText('POST', $target, $timestamp, $nonce, $body);
            array_push(
                $headers,
                "X-Merchant-No: $this->merchantNo",
                "X-Timestamp: $timestamp",
                "X-Nonce: $nonce",
                "X-Sign-Type: $this->signType",
                'X-Sign: ' . signText($text, $this->signType, $this->key),
            );
        }
        [$status, $received, $raw] = post($this->baseUrl . $path, $headers, $body, $this->timeout);
        $reply = parsedReply($raw);
        if ($status !== 200) {
            $after = $received['retry-after'] ?? '';
            $seconds = ctype_digit($after) ? (int) $after : null;
            throw new TransportError('http', "the gateway responded with HTTP $status", $status, $reply['error'] ?? null, $seconds);
        }
        if ($reply === null) {
            throw new TransportError('malformed', 'the response is not a gateway reply', $status);
        }
        $fault = $this->replyFault($target, $received, $raw, $reply);
        if ($reply['code'] === 1 && $fault === null) {
            foreach (['orderNo', 'systemNo'] as $name) {
                if (isset($fields[$name]) && ($reply['data'][$name] ?? null) !== $fields[$name]) {
                    throw new SignatureError('wrong_order');
                }
            }
            return $reply['data'];
        }
        $mayBeUnsigned = $reply['code'] === 0 && $fault === 'missing' && in_array($reply['error'], UNSIGNED_ERRORS, true);
        if ($reply['code'] === 0 && ($fault === null || $mayBeUnsigned)) {
            throw new GatewayError($reply['error'], (string) ($reply['msg'] ?? ''), (array) ($reply['fields'] ?? []), $fault === null);
        }
        throw new SignatureError($fault ?? 'mismatch');
    }

    private function replyFault(string $target, array $headers, string $raw, array $reply): ?string
    {
        if ($this->signType === 'MD5') {
            $data = $reply['data'];
            if (!isset($data['sign'])) {
                return 'missing';
            }
            if (($data['signType'] ?? '') !== 'MD5') {
                return 'foreign';
            }
            $named = $reply['code'] === 1 ? !isset($data['error']) : ($data['error'] ?? null) === $reply['error'];
            if (!verifyMd5($data, $this->key, $data['sign']) || !$named) {
                return 'mismatch';
            }
            return isFresh($data['timestamp'] ?? null, time()) ? null : 'stale';
        }
        if (($headers['x-sign'] ?? '') === '') {
            return 'missing';
        }
        if (($headers['x-sign-type'] ?? '') !== $this->signType || ($headers['x-merchant-no'] ?? '') !== $this->merchantNo) {
            return 'foreign';
        }
        if (!isFresh($headers['x-timestamp'] ?? null, time())) {
            return 'stale';
        }
        if (!isNonce($headers['x-nonce'] ?? null)) {
            return 'mismatch';
        }
        $text = canonicalText('POST', $target, $headers['x-timestamp'], $headers['x-nonce'], $raw);
        $key = $this->signType === 'RSA-SHA256' ? $this->platformPublicKey : $this->key;
        return fits($text, $this->signType, $headers['x-sign'], $key) ? null : 'mismatch';
    }
}

/**
 * Returns the fields of a genuine callback, or throws CallbackRejected.
 *
 * `$rawBody`: `file_get_contents('php://input')`. `$url`: `$_SERVER['REQUEST_URI']`. `$signTypes`: those of your own
 * requests. `$keys`: your key, or for RSA-SHA256 the platform's public key; two during a rotation. `$seenNonce($nonce,
 * $expiresAt)` stores a nonce and returns whether it was stored before. Answer `success` only after you have stored the
 * result, once for each `notifyId`.
 */
function verifyCallback(
    array $headers,
    string $rawBody,
    string $url,
    string $merchantNo,
    array $signTypes,
    #[\SensitiveParameter] array $keys,
    ?int $now = null,
    ?callable $seenNonce = null,
): array {
    return verifiedFields(['orderNo', 'systemNo', 'amount', 'status', 'notifyId'], $headers, $rawBody, $url, $merchantNo, $signTypes, $keys, $now, $seenNonce);
}

/**
 * Returns the fields of the genuine report of a scheduled file, or throws CallbackRejected. It takes what verifyCallback
 * takes. `content` holds a small file itself, in base64; a larger one is at `url`.
 */
function verifyReport(
    array $headers,
    string $rawBody,
    string $url,
    string $merchantNo,
    array $signTypes,
    #[\SensitiveParameter] array $keys,
    ?int $now = null,
    ?callable $seenNonce = null,
): array {
    $needed = ['kind', 'notifyId', 'downloadId', 'name', 'format', 'from', 'to', 'rows', 'size', 'sha256'];
    return verifiedFields($needed, $headers, $rawBody, $url, $merchantNo, $signTypes, $keys, $now, $seenNonce);
}

/** @internal */
function verifiedFields(
    array $needed,
    array $headers,
    string $rawBody,
    string $url,
    string $merchantNo,
    array $signTypes,
    #[\SensitiveParameter] array $keys,
    ?int $now = null,
    ?callable $seenNonce = null,
): array {
    $fields = parseForm($rawBody);
    $signType = $fields['signType'] ?? '';
    if ($fields === null || !isNonce($fields['nonce'] ?? null) || !in_array($signType, SIGN_TYPES, true)) {
        throw new CallbackRejected('bad_request');
    }
    if (!in_array($signType, $signTypes, true)) {
        throw new CallbackRejected('sign_type_not_allowed');
    }
    if (($fields['merchantNo'] ?? '') !== $merchantNo) {
        throw new CallbackRejected('unknown_merchant');
    }
    $keys = array_filter($keys, fn ($key) => is_string($key) && $key !== '');
    if ($keys === []) {
        throw new CallbackRejected('key_missing');
    }
    $genuine = false;
    if ($signType === 'MD5') {
        $unsigned = array_diff_key($fields, ['sign' => 0, 'signPrevious' => 0]);
        foreach ($keys as $key) {
            foreach (['sign', 'signPrevious'] as $name) {
                $genuine = verifyMd5($unsigned, $key, $fields[$name] ?? '') || $genuine;
            }
        }
    } else {
        $genuine = isSignedInHeaders($headers, $rawBody, $url, $merchantNo, $signType, $fields, $keys);
    }
    if (!$genuine) {
        throw new CallbackRejected('bad_signature');
    }
    if (!isFresh($fields['timestamp'] ?? null, $now ?? time())) {
        throw new CallbackRejected('timestamp_out_of_window');
    }
    $missing = array_filter($needed, fn ($name) => ($fields[$name] ?? '') === '');
    $isReport = ($fields['kind'] ?? '') === 'report';
    if ($missing !== [] || $isReport !== in_array('kind', $needed, true)) {
        throw new CallbackRejected('bad_request');
    }
    if ($seenNonce !== null && $seenNonce($fields['nonce'], (int) $fields['timestamp'] + WINDOW_S)) {
        throw new CallbackRejected('nonce_reused');
    }
    return $fields;
}

const RETURN_FIELDS = ['merchantNo', 'orderNo', 'systemNo', 'amount', 'attach', 'notifyId', 'timestamp', 'nonce', 'fee',
    'obtained', 'status', 'paidAt', 'signType'];

/** Returns the fields of a genuine return address, or null. Show a page by it; never ship goods for it. */
function verifyReturnUrl(
    string $url,
    string $merchantNo,
    array $signTypes,
    #[\SensitiveParameter] array $keys,
    ?int $now = null,
    int $windowS = WINDOW_S,
): ?array {
    $fields = [];
    $query = explode('#', explode('?', $url, 2)[1] ?? '', 2)[0];
    foreach ($query === '' ? [] : explode('&', $query) as $pair) {
        [$name, $value] = array_map(urldecode(...), explode('=', $pair, 2) + [1 => '']);
        if (!in_array($name, RETURN_FIELDS, true) && $name !== 'sign' && $name !== 'signPrevious') {
            continue;
        }
        if (isset($fields[$name])) {
            return null;
        }
        $fields[$name] = $value;
    }
    $signType = $fields['signType'] ?? '';
    if (($fields['merchantNo'] ?? '') !== $merchantNo || !in_array($signType, $signTypes, true)) {
        return null;
    }
    $signed = array_diff_key($fields, ['sign' => 0, 'signPrevious' => 0]);
    $genuine = false;
    foreach ($keys as $key) {
        foreach (['sign', 'signPrevious'] as $name) {
            $genuine = fitsFields($signed, $signType, $fields[$name] ?? '', $key) || $genuine;
        }
    }
    return $genuine && isFresh($fields['timestamp'] ?? null, $now ?? time(), $windowS) ? $signed : null;
}

/** The names of fields, except `sign`, that MD5 can't sign. */
function unsignableFields(array $fields): array
{
    $faulty = [];
    foreach ($fields as $name => $value) {
        if ($name !== 'sign' && !(isTextField((string) $name, $value) && preg_match('/[&=\p{Cc}]/u', $value) === 0)) {
            $faulty[] = (string) $name;
        }
    }
    return $faulty;
}

/** All non-empty fields except `sign`, sorted by name, as name=value joined with &. */
function md5Text(array $fields): string
{
    $faulty = unsignableFields($fields);
    if ($faulty !== []) {
        throw new SigningError('fields that cannot be signed: ' . implode(', ', $faulty));
    }
    return joined($fields);
}

function signMd5(array $fields, #[\SensitiveParameter] string $key): string
{
    if ($key === '' || preg_match('/[&\p{Cc}]/u', $key) !== 0) {
        throw new SigningError('the MD5 key is missing or contains a & or a control character');
    }
    $text = md5Text($fields);
    return strtoupper(md5(($text === '' ? '' : "$text&") . "key=$key"));
}

function verifyMd5(array $fields, #[\SensitiveParameter] string $key, mixed $signature): bool
{
    try {
        return is_string($signature) && hash_equals(signMd5($fields, $key), $signature);
    } catch (SigningError) {
        return false;
    }
}

/** What HMAC-SHA256 and RSA-SHA256 sign. `$body`: exactly as sent. */
function canonicalText(string $method, string $path, string $timestamp, string $nonce, string $body): string
{
    if (preg_match('/^[A-Z]+\z/', $method) !== 1 || preg_match('~^/[^\x00-\x20\x7f]*\z~', $path) !== 1) {
        throw new SigningError('the method or the path cannot be signed');
    }
    if (!isTimestamp($timestamp) || !isNonce($nonce)) {
        throw new SigningError('the timestamp or the nonce cannot be signed');
    }
    return implode("\n", [$method, $path, $timestamp, $nonce, hash('sha256', $body)]);
}

function signHmac(string $text, #[\SensitiveParameter] string $key): string
{
    if ($key === '') {
        throw new SigningError('the HMAC key is missing');
    }
    return hash_hmac('sha256', $text, $key);
}

function verifyHmac(string $text, string $signature, #[\SensitiveParameter] string $key): bool
{
    return $key !== '' && hash_equals(signHmac($text, $key), $signature);
}

/** RSA PKCS#1 v1.5 with SHA-256, base64. */
function signRsa(string $text, #[\SensitiveParameter] string $privateKey): string
{
    $key = checkedKey(openssl_pkey_get_private($privateKey), 'private');
    if (!openssl_sign($text, $signature, $key, OPENSSL_ALGO_SHA256)) {
        throw new SigningError('the RSA key cannot sign');
    }
    return base64_encode($signature);
}

function verifyRsa(string $text, string $signature, string $publicKey): bool
{
    $raw = base64_decode($signature, true);
    if ($raw === false || $raw === '' || base64_encode($raw) !== $signature) {
        return false;
    }
    try {
        // OpenSSL would read a public key out of a private one or a certificate.
        if (preg_match('/^\s*-----BEGIN (RSA )?PUBLIC KEY-----/', $publicKey) !== 1) {
            return false;
        }
        $key = checkedKey(openssl_pkey_get_public($publicKey), 'public');
        return openssl_verify($text, $raw, $key, OPENSSL_ALGO_SHA256) === 1;
    } catch (SigningError) {
        return false;
    }
}

/** Path and query of an address; a text that starts with / stays as it is. */
function requestPath(string $url): string
{
    if (str_starts_with($url, '/')) {
        return explode('#', $url, 2)[0];
    }
    $parts = parse_url($url);
    return ($parts['path'] ?? '/') . (isset($parts['query']) ? '?' . $parts['query'] : '');
}

/** @internal */
function isSignedInHeaders(
    array $headers,
    string $rawBody,
    string $url,
    string $merchantNo,
    string $signType,
    array $fields,
    array $keys,
): bool {
    $received = [];
    foreach ($headers as $name => $value) {
        $name = strtolower((string) $name);
        $received[$name] = isset($received[$name]) || !is_string($value) ? '' : $value;
    }
    $timestamp = $received['x-timestamp'] ?? '';
    $nonce = $received['x-nonce'] ?? '';
    if ($timestamp !== ($fields['timestamp'] ?? null) || $nonce !== ($fields['nonce'] ?? null)) {
        return false;
    }
    if (($received['x-sign-type'] ?? '') !== $signType || ($received['x-merchant-no'] ?? '') !== $merchantNo) {
        return false;
    }
    try {
        $text = canonicalText('POST', requestPath($url), $timestamp, $nonce, $rawBody);
    } catch (SigningError) {
        return false;
    }
    $genuine = false;
    foreach ($keys as $key) {
        foreach (['x-sign', 'x-sign-previous'] as $name) {
            $genuine = fits($text, $signType, $received[$name] ?? '', $key) || $genuine;
        }
    }
    return $genuine;
}

/** @internal */
function signText(string $text, string $signType, #[\SensitiveParameter] string $key): string
{
    return $signType === 'HMAC-SHA256' ? signHmac($text, $key) : signRsa($text, $key);
}

/** @internal */
function fits(string $text, string $signType, string $signature, #[\SensitiveParameter] string $key): bool
{
    return $signType === 'HMAC-SHA256' ? verifyHmac($text, $signature, $key) : verifyRsa($text, $signature, $key);
}

/** @internal */
function fitsFields(array $fields, string $signType, string $signature, #[\SensitiveParameter] string $key): bool
{
    if ($signature === '') {
        return false;
    }
    if ($signType === 'MD5') {
        return verifyMd5($fields, $key, $signature);
    }
    $escape = fn (string $value): ?string => preg_replace_callback('/[%&=\p{Cc}]/u', fn ($found) => rawurlencode($found[0]), $value);
    return fits(joined(array_map($escape, $fields)), $signType, $signature, $key);
}

/** @internal */
function joined(array $fields): string
{
    unset($fields['sign']);
    ksort($fields, SORT_STRING);
    $pairs = [];
    foreach ($fields as $name => $value) {
        if ($value !== '') {
            $pairs[] = "$name=$value";
        }
    }
    return implode('&', $pairs);
}

/** @internal */
function isTextField(string $name, mixed $value): bool
{
    return preg_match('/^[A-Za-z0-9_]+\z/', $name) === 1 && is_string($value) && preg_match('//u', $value) === 1;
}

/** @internal */
function isNonce(mixed $value): bool
{
    return is_string($value) && preg_match('/^[\x21-\x7e]{16,64}\z/', $value) === 1;
}

/** @internal */
function isTimestamp(mixed $value): bool
{
    return is_string($value) && preg_match('/^(?:0|[1-9][0-9]{0,11})\z/', $value) === 1;
}

/** @internal */
function isFresh(mixed $timestamp, int $now, int $windowS = WINDOW_S): bool
{
    return isTimestamp($timestamp) && abs((int) $timestamp - $now) <= $windowS;
}

/** @internal Strict: a name that comes twice, or bytes that are not UTF-8, make the whole form unreadable. */
function parseForm(string $body): ?array
{
    $fields = [];
    foreach ($body === '' ? [] : explode('&', $body) as $pair) {
        if (preg_match('/%(?![0-9A-Fa-f]{2})/', $pair) === 1) {
            return null;
        }
        [$name, $value] = array_map(urldecode(...), explode('=', $pair, 2) + [1 => '']);
        if ($name === '' || isset($fields[$name]) || preg_match('//u', $name . $value) !== 1) {
            return null;
        }
        $fields[$name] = $value;
    }
    return $fields;
}

/** @internal */
function checkedKey(\OpenSSLAsymmetricKey|false $key, string $kind): \OpenSSLAsymmetricKey
{
    $details = $key === false ? false : openssl_pkey_get_details($key);
    if ($details === false || $details['type'] !== OPENSSL_KEYTYPE_RSA) {
        throw new SigningError("not a PEM of an RSA $kind key");
    }
    if ($details['bits'] < 2048) {
        throw new SigningError("the RSA key has {$details['bits']} bits, but at least 2048 are required");
    }
    if (strlen($details['rsa']['e']) === 1 && ord($details['rsa']['e']) < 3) {
        throw new SigningError('the RSA key has an unsafe exponent');
    }
    return $key;
}

/** @internal */
function toJson(array $fields): string
{
    return json_encode((object) $fields, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR);
}

/** @internal Returns the status, the headers by lower-case name, and the body. Follows no redirect. */
function post(string $url, array $headers, string $body, int $timeout): array
{
    $http = ['method' => 'POST', 'header' => $headers, 'content' => $body, 'timeout' => $timeout,
        'ignore_errors' => true, 'follow_location' => 0];
    $since = microtime(true);
    $stream = @fopen($url, 'r', false, stream_context_create(['http' => $http]));
    $raw = $stream === false ? false : stream_get_contents($stream, 1048577);
    if ($raw === false) {
        $reason = microtime(true) - $since >= $timeout ? 'timeout' : 'network';
        throw new TransportError($reason, 'the gateway could not be reached');
    }
    $meta = stream_get_meta_data($stream);
    fclose($stream);
    if ($meta['timed_out']) {
        throw new TransportError('timeout', "no response within $timeout s");
    }
    if (strlen($raw) > 1048576) {
        throw new TransportError('malformed', 'the reply is too long');
    }
    $received = [];
    $status = 0;
    foreach ($meta['wrapper_data'] as $line) {
        if (preg_match('~^HTTP/\S+ (\d{3})~', $line, $found) === 1) {
            [$status, $received] = [(int) $found[1], []];
            continue;
        }
        [$name, $value] = explode(':', $line, 2) + [1 => ''];
        $name = strtolower($name);
        $received[$name] = isset($received[$name]) ? '' : trim($value);
    }
    return [$status, $received, $raw];
}

/** @internal */
function parsedReply(string $raw): ?array
{
    $reply = json_decode($raw, true);
    if (!is_array($reply) || !in_array($reply['code'] ?? null, [0, 1], true)) {
        return null;
    }
    if ($reply['code'] === 0 && (!is_string($reply['error'] ?? null) || $reply['error'] === '')) {
        return null;
    }
    return ['data' => is_array($reply['data'] ?? null) ? $reply['data'] : []] + $reply;
}
