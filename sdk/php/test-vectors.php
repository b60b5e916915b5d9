<?php

declare(strict_types=1);

/** Checks Countinghouse.php by the published vectors: `php test-vectors.php vectors.json`. Prints how many it passed. */

namespace Countinghouse;

require __DIR__ . '/Countinghouse.php';

// PHP's JSON can't hold half a surrogate pair, so that vector becomes bytes that are not UTF-8.
$vectors = json_decode(str_replace('"\ud83e"', '"half a pair"', file_get_contents($argv[1])), true, 512, JSON_THROW_ON_ERROR);
['key' => $key, 'previousKey' => $previous, 'merchantNo' => $merchantNo, 'now' => $now] = $vectors;
['merchant' => $merchant, 'platform' => $platform] = $vectors;
$passed = 0;

function check(bool $fact, string $what): void
{
    global $passed;
    if (!$fact) {
        fwrite(STDERR, "wrong: $what\n");
        exit(1);
    }
    $passed += 1;
}

foreach ($vectors['md5'] as $one) {
    check(md5Text($one['fields']) === $one['text'], $one['name']);
    check(signMd5($one['fields'], $key) === $one['sign'], $one['name']);
    check(verifyMd5($one['fields'], $key, $one['sign']), $one['name']);
    check(!verifyMd5($one['fields'], $previous, $one['sign']), $one['name']);
}
foreach ($vectors['md5Refused'] as $one) {
    $fields = array_map(fn ($value) => $value === 'half a pair' ? "\xED\xA0\xBE" : $value, $one['fields']);
    check(unsignableFields($fields) === [$one['fault']], $one['name']);
    check(!verifyMd5($fields, $key, str_repeat('0', 32)), $one['name']);
}
foreach ($vectors['messages'] as $one) {
    $text = canonicalText($one['method'], $one['path'], $one['timestamp'], $one['nonce'], $one['body']);
    check($text === $one['text'], $one['name']);
    check(signHmac($text, $key) === $one['hmacSha256'], $one['name']);
    check(verifyHmac($text, $one['hmacSha256'], $key), $one['name']);
    check(!verifyHmac("{$text}x", $one['hmacSha256'], $key), $one['name']);
    check(signRsa($text, $merchant['privateKey']) === $one['rsaSha256'], $one['name']);
    check(verifyRsa($text, $one['rsaSha256'], $merchant['publicKey']), $one['name']);
    check(!verifyRsa($text, $one['rsaSha256'], $platform['publicKey']), $one['name']);
    check(!verifyRsa("{$text}x", $one['rsaSha256'], $merchant['publicKey']), $one['name']);
    check(!verifyRsa($text, $one['rsaSha256'], $merchant['privateKey']), 'a private key as a public one');
}

foreach ([...$vectors['callbacks'], ...$vectors['reports']] as $one) {
    $isReport = str_starts_with($one['name'], 'report');
    $verify = $isReport ? verifyReport(...) : verifyCallback(...);
    $other = $isReport ? verifyCallback(...) : verifyReport(...);
    $failure = function (array $changes = [], ?callable $by = null) use ($one, $key, $previous, $platform, $merchantNo, $now, $verify): string {
        $asked = $changes + [
            'headers' => $one['headers'],
            'rawBody' => $one['body'],
            'url' => $one['path'],
            'merchantNo' => $merchantNo,
            'signTypes' => [$one['signType']],
            'keys' => $one['signType'] === 'RSA-SHA256' ? [$platform['publicKey']] : [$key, $previous],
            'now' => $now,
        ];
        try {
            return ($by ?? $verify)(...$asked)['merchantNo'];
        } catch (CallbackRejected $rejected) {
            return $rejected->failure;
        }
    };
    $name = $one['name'];
    check($failure() === $merchantNo, $name);
    check($failure([], $other) === 'bad_request', $name);
    check($failure(['rawBody' => $one['body'] . '&x=1']) === 'bad_signature', $name);
    check($failure(['now' => $now + 301]) === 'timestamp_out_of_window', $name);
    check($failure(['merchantNo' => '1']) === 'unknown_merchant', $name);
    check($failure(['signTypes' => []]) === 'sign_type_not_allowed', $name);
    check($failure(['keys' => []]) === 'key_missing', $name);
    check($failure(['rawBody' => $one['body'] . '&notifyId=1']) === 'bad_request', $name);
    check($failure(['seenNonce' => fn () => true]) === 'nonce_reused', $name);
    if ($one['signType'] !== 'RSA-SHA256') {
        $expected = str_ends_with($name, 'rotation') ? $merchantNo : 'bad_signature';
        check($failure(['keys' => [$previous]]) === $expected, $name);
    }
}
foreach ($vectors['returns'] as $one) {
    $keys = $one['signType'] === 'RSA-SHA256' ? [$platform['publicKey']] : [$key];
    $back = verifyReturnUrl($one['url'], $merchantNo, [$one['signType']], $keys, $now);
    check(($back['orderNo'] ?? '') === 'A-1001' && $back['obtained'] === '99.40', $one['name']);
    $changed = str_replace('obtained=99.40', 'obtained=999.40', $one['url']);
    check(verifyReturnUrl($changed, $merchantNo, [$one['signType']], $keys, $now) === null, $one['name']);
    $twice = str_replace('?', '?amount=1&', $one['url']);
    check(verifyReturnUrl($twice, $merchantNo, [$one['signType']], $keys, $now) === null, $one['name']);
}
echo $passed, "\n";
