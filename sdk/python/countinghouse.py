"""The merchant's client for a Countinghouse gateway: signs requests, verifies every reply, and verifies callbacks.

One file, Python 3.9 or newer, standard library only. Copy it into your project.

    from countinghouse import Gateway, verify_callback

    gateway = Gateway('https://pay.example/gateway/v1', '20000001', 'HMAC-SHA256', key=os.environ['GATEWAY_KEY'])
    order = gateway.pay_create(orderNo='A-1001', amount='100.00', channel='sandbox_qr',
                               notifyUrl='https://shop.example/notify')

Amounts are decimal texts, never numbers. The order number is the idempotency key: after a TransportError repeat the
same call with the same number, or query it. No error message contains a key or a signature.
"""
import base64
import hashlib
import hmac
import http.client
import json
import random
import re
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request

SIGN_TYPES = ('MD5', 'HMAC-SHA256', 'RSA-SHA256')
#: How far a timestamp can be from the receiver's clock, in seconds.
WINDOW_S = 300
#: Refusals that can come before the gateway knows the merchant, and are then not signed.
UNSIGNED_ERRORS = ('bad_request', 'unknown_merchant', 'bad_signature', 'key_ended', 'sign_type_not_allowed',
                   'timestamp_out_of_window', 'rate_limited')

_NAME = re.compile(r'[A-Za-z0-9_]+\Z')
_FORBIDDEN = re.compile('[&=\x00-\x1f\x7f-\x9f]')
_ESCAPED = re.compile('[%&=\x00-\x1f\x7f-\x9f]')
_NONCE = re.compile(r'[\x21-\x7e]{16,64}\Z')
_TIMESTAMP = re.compile(r'(?:0|[1-9][0-9]{0,11})\Z')
_PATH = re.compile(r'/[^\x00-\x20\x7f]*\Z')
_MAX_REPLY_BYTES = 1048576


class SigningError(ValueError):
    """A field or a key that can't be signed with. Nothing was sent."""


class GatewayError(Exception):
    """The gateway refused. `error` is the refusal's name, `fields` what is wrong with each field of a bad_request."""

    def __init__(self, error, msg, fields, signed):
        super().__init__('%s: %s' % (error, msg))
        self.error, self.msg, self.fields, self.signed = error, msg, fields, signed


class SignatureError(Exception):
    """The reply could not be verified. Trust no part of it; query the order."""

    def __init__(self, reason):
        super().__init__('the reply is not verified: ' + reason)
        self.reason = reason


class TransportError(Exception):
    """No usable reply. The order may exist: repeat the same call with the same order number, or query it."""

    def __init__(self, reason, message, status=None, error=None, retry_after=None):
        super().__init__(message)
        self.reason, self.status, self.error, self.retry_after = reason, status, error, retry_after

    @property
    def retryable(self):
        if self.reason in ('network', 'timeout'):
            return True
        return self.reason == 'http' and (self.status >= 500 or self.status in (408, 429))


class CallbackRejected(Exception):
    """`failure`: bad_request, sign_type_not_allowed, unknown_merchant, key_missing, bad_signature,
    timestamp_out_of_window or nonce_reused."""

    def __init__(self, failure):
        super().__init__(failure)
        self.failure = failure


class Gateway:
    """`key` for MD5 and HMAC-SHA256; `private_key` and `platform_public_key` (PEM texts) for RSA-SHA256."""

    def __init__(self, base_url, merchant_no, sign_type, key=None, private_key=None, platform_public_key=None,
                 timeout=30, retries=2, language='en'):
        if sign_type not in SIGN_TYPES:
            raise ValueError('sign_type must be one of ' + ', '.join(SIGN_TYPES))
        if not re.match(r'https?://[^/?#]+', base_url):
            raise ValueError('base_url must be an http or https address')
        if sign_type == 'RSA-SHA256':
            self._key, self._reply_keys = rsa_private_key(private_key), [rsa_public_key(platform_public_key)]
        else:
            if not _is_key(key):
                raise SigningError('the key is missing')
            self._key, self._reply_keys = key, [key]
        self._base_url, self._merchant_no, self._sign_type = base_url.rstrip('/'), merchant_no, sign_type
        self._timeout, self._retries, self._language = timeout, retries, language

    def pay_create(self, **fields):
        return self._call('/pay/create', fields)

    def pay_query(self, **fields):
        return self._call('/pay/query', fields)

    def payout_create(self, **fields):
        return self._call('/payout/create', fields)

    def payout_query(self, **fields):
        return self._call('/payout/query', fields)

    def balance(self):
        return self._call('/balance', {})

    def _call(self, path, given):
        fields = {name: value for name, value in given.items() if value is not None and value != ''}
        for name, value in fields.items():
            if not isinstance(value, str):
                raise TypeError(name + ' must be text; amounts are decimal text, never numbers')
        for retry in range(self._retries + 1):
            try:
                return self._attempt(path, fields)
            except TransportError as error:
                wait = max(0.3 * 2 ** retry * (0.5 + random.random() / 2), error.retry_after or 0)
                if not error.retryable or retry >= self._retries or wait > 30:
                    raise
                time.sleep(wait)

    def _attempt(self, path, fields):
        url = self._base_url + path
        target = request_path(url)
        timestamp, nonce = str(int(time.time())), secrets.token_hex(16)
        headers = {'Content-Type': 'application/json', 'Accept': 'application/json', 'Accept-Language': self._language}
        if self._sign_type == 'MD5':
            signed = dict(fields, merchantNo=self._merchant_no, timestamp=timestamp, nonce=nonce, signType='MD5')
            body = json.dumps(dict(signed, sign=sign_md5(signed, self._key))).encode()
        else:
            body = json.dumps(fields).encode()
            text = canonical_text('POST', target, timestamp, nonce, body)
            headers.update({'X-Merchant-No': self._merchant_no, 'X-Timestamp': timestamp, 'X-Nonce': nonce,
                            'X-Sign-Type': self._sign_type, 'X-Sign': _sign(text, self._sign_type, self._key)})
        status, received, raw = _post(url, headers, body, self._timeout)
        reply = _parsed_reply(raw)
        if status != 200:
            raise TransportError('http', 'the gateway responded with HTTP %d' % status, status,
                                 reply and reply.get('error'), _retry_after(received.get('Retry-After')))
        if reply is None:
            raise TransportError('malformed', 'the response is not a gateway reply', status)
        fault = self._reply_fault(target, received, raw, reply)
        if reply['code'] == 1 and fault is None:
            for name in ('orderNo', 'systemNo'):
                if name in fields and reply['data'].get(name) != fields[name]:
                    raise SignatureError('wrong_order')
            return reply['data']
        if reply['code'] == 0 and (fault is None or (fault == 'missing' and reply['error'] in UNSIGNED_ERRORS)):
            raise GatewayError(reply['error'], reply.get('msg', ''), reply.get('fields') or {}, fault is None)
        raise SignatureError(fault or 'mismatch')

    def _reply_fault(self, target, headers, raw, reply):
        if self._sign_type == 'MD5':
            data = reply['data']
            if 'sign' not in data:
                return 'missing'
            if data.get('signType') != 'MD5':
                return 'foreign'
            if not verify_md5(data, self._key):
                return 'mismatch'
            if (reply['code'] == 1) == ('error' in data) or data.get('error', reply.get('error')) != reply.get('error'):
                return 'mismatch'
            return None if _is_fresh(data.get('timestamp'), time.time()) else 'stale'
        if not headers.get('X-Sign'):
            return 'missing'
        if headers.get('X-Sign-Type') != self._sign_type or headers.get('X-Merchant-No') != self._merchant_no:
            return 'foreign'
        if not _is_fresh(headers.get('X-Timestamp'), time.time()):
            return 'stale'
        if not _NONCE.match(headers.get('X-Nonce') or ''):
            return 'mismatch'
        text = canonical_text('POST', target, headers['X-Timestamp'], headers['X-Nonce'], raw)
        genuine = any(_fits(text, self._sign_type, headers['X-Sign'], key) for key in self._reply_keys)
        return None if genuine else 'mismatch'


def verify_callback(headers, raw_body, url, merchant_no, sign_types, key=None, public_key=None, now=None,
                    seen_nonce=None):
    """Returns the fields of a genuine callback, or raises CallbackRejected.

    `raw_body`: the bytes as received. `url`: path and query of the request. `sign_types`: those of your own requests.
    `key`, `public_key`: one, or a list during a rotation. `seen_nonce(nonce, expires_at)` stores a nonce and returns
    whether it was stored before. Answer `success` only after you have stored the result, once for each `notifyId`.
    """
    needed = ('orderNo', 'systemNo', 'amount', 'status', 'notifyId')
    return _verified(needed, headers, raw_body, url, merchant_no, sign_types, key, public_key, now, seen_nonce)


def verify_report(headers, raw_body, url, merchant_no, sign_types, key=None, public_key=None, now=None,
                  seen_nonce=None):
    """Returns the fields of the genuine report of a scheduled file, or raises CallbackRejected.

    It takes what `verify_callback` takes. `content` holds a small file itself, in base64; a larger one is at `url`.
    """
    needed = ('kind', 'notifyId', 'downloadId', 'name', 'format', 'from', 'to', 'rows', 'size', 'sha256')
    return _verified(needed, headers, raw_body, url, merchant_no, sign_types, key, public_key, now, seen_nonce)


def _verified(needed, headers, raw_body, url, merchant_no, sign_types, key, public_key, now, seen_nonce):
    fields = _parse_form(raw_body)
    if fields is None or not _NONCE.match(fields.get('nonce', '')) or fields.get('signType') not in SIGN_TYPES:
        raise CallbackRejected('bad_request')
    sign_type = fields['signType']
    if sign_type not in sign_types:
        raise CallbackRejected('sign_type_not_allowed')
    if fields.get('merchantNo') != merchant_no:
        raise CallbackRejected('unknown_merchant')
    keys = [one for one in _listed(public_key if sign_type == 'RSA-SHA256' else key) if one]
    if not keys:
        raise CallbackRejected('key_missing')
    if sign_type == 'MD5':
        unsigned = {name: value for name, value in fields.items() if name not in ('sign', 'signPrevious')}
        genuine = any(verify_md5(unsigned, one, fields.get(name)) for one in keys for name in ('sign', 'signPrevious'))
    else:
        genuine = _is_signed_in_headers(headers, raw_body, url, merchant_no, sign_type, fields, keys)
    if not genuine:
        raise CallbackRejected('bad_signature')
    if not _is_fresh(fields.get('timestamp'), time.time() if now is None else now):
        raise CallbackRejected('timestamp_out_of_window')
    is_report = fields.get('kind') == 'report'
    if not all(fields.get(name) for name in needed) or is_report != ('kind' in needed):
        raise CallbackRejected('bad_request')
    if seen_nonce is not None and seen_nonce(fields['nonce'], int(fields['timestamp']) + WINDOW_S):
        raise CallbackRejected('nonce_reused')
    return fields


_RETURN_FIELDS = ('merchantNo', 'orderNo', 'systemNo', 'amount', 'attach', 'notifyId', 'timestamp', 'nonce', 'fee',
                  'obtained', 'status', 'paidAt', 'signType')


def verify_return_url(url, merchant_no, sign_types, key=None, public_key=None, now=None, window_s=WINDOW_S):
    """Returns the fields of a genuine return address, or None. Show a page by it; never ship goods for it."""
    query = urllib.parse.urlsplit(url).query
    pairs = urllib.parse.parse_qsl(query, keep_blank_values=True)
    named = [pair for pair in pairs if pair[0] in _RETURN_FIELDS or pair[0] in ('sign', 'signPrevious')]
    fields = dict(named)
    sign_type = fields.get('signType')
    if len(fields) < len(named) or fields.get('merchantNo') != merchant_no or sign_type not in sign_types:
        return None
    signed = {name: fields[name] for name in _RETURN_FIELDS if name in fields}
    keys = [one for one in _listed(public_key if sign_type == 'RSA-SHA256' else key) if one]
    given = [fields[name] for name in ('sign', 'signPrevious') if name in fields]
    genuine = any(_fits_fields(signed, sign_type, signature, one) for signature in given for one in keys)
    fresh = _is_fresh(fields.get('timestamp'), time.time() if now is None else now, window_s)
    return signed if genuine and fresh else None


def unsignable_fields(fields):
    """The names of fields, except `sign`, that MD5 can't sign."""
    return [name for name, value in fields.items() if name != 'sign' and not (
        _is_text_field(name, value) and not _FORBIDDEN.search(value))]


def md5_text(fields):
    """All non-empty fields except `sign`, sorted by name, as name=value joined with &."""
    faulty = unsignable_fields(fields)
    if faulty:
        raise SigningError('fields that cannot be signed: ' + ', '.join(faulty))
    return _joined(fields)


def sign_md5(fields, key):
    if not _is_key(key) or re.search('[&\x00-\x1f\x7f-\x9f]', key):
        raise SigningError('the MD5 key is missing or contains a & or a control character')
    text = md5_text(fields)
    return hashlib.md5(((text + '&' if text else '') + 'key=' + key).encode()).hexdigest().upper()


def verify_md5(fields, key, signature=None):
    given = fields.get('sign') if signature is None else signature
    try:
        expected = sign_md5(fields, key)
    except SigningError:
        return False
    return isinstance(given, str) and hmac.compare_digest(expected.encode(), given.encode(errors='replace'))


def canonical_text(method, path, timestamp, nonce, body):
    """What HMAC-SHA256 and RSA-SHA256 sign. `body`: text or bytes, exactly as sent."""
    if not re.match(r'[A-Z]+\Z', method) or not _PATH.match(path):
        raise SigningError('the method or the path cannot be signed')
    if not _TIMESTAMP.match(timestamp) or not _NONCE.match(nonce):
        raise SigningError('the timestamp or the nonce cannot be signed')
    raw = body.encode() if isinstance(body, str) else body
    return '\n'.join((method, path, timestamp, nonce, hashlib.sha256(raw).hexdigest()))


def sign_hmac(text, key):
    if not _is_key(key):
        raise SigningError('the HMAC key is missing')
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()


def verify_hmac(text, signature, key):
    if not _is_key(key) or not isinstance(signature, str):
        return False
    return hmac.compare_digest(sign_hmac(text, key).encode(), signature.encode(errors='replace'))


def sign_rsa(text, private_key):
    """RSA PKCS#1 v1.5 with SHA-256, base64. `private_key`: PEM text (PKCS#8 or PKCS#1), or what rsa_private_key gave."""
    n, e, d = rsa_private_key(private_key)
    size = (n.bit_length() + 7) // 8
    message = int.from_bytes(_padded(text, size), 'big')
    # Blinded, so that the time that it takes says nothing about the key.
    blind = secrets.randbelow(n - 3) + 2
    signature = pow(message * pow(blind, e, n) % n, d, n) * pow(blind, -1, n) % n
    if pow(signature, e, n) != message:
        raise SigningError('the RSA key is damaged')
    return base64.b64encode(signature.to_bytes(size, 'big')).decode()


def verify_rsa(text, signature, public_key):
    try:
        n, e = rsa_public_key(public_key)
        raw = base64.b64decode(signature, validate=True)
    except (SigningError, ValueError, TypeError):
        return False
    size = (n.bit_length() + 7) // 8
    value = int.from_bytes(raw, 'big')
    if len(raw) != size or value >= n:
        return False
    return hmac.compare_digest(pow(value, e, n).to_bytes(size, 'big'), _padded(text, size))


def rsa_private_key(key):
    """Reads a PEM as (n, e, d)."""
    if isinstance(key, tuple):
        return key
    kind, der = _pem(key, ('PRIVATE KEY', 'RSA PRIVATE KEY'))
    try:
        numbers = _numbers(der)
        if kind == 'PRIVATE KEY':
            numbers = _numbers(_der(_der(der)[0][1])[2][1])
        _version, n, e, d = numbers[:4]
    except (IndexError, ValueError):
        raise SigningError('the RSA private key cannot be read') from None
    return _checked(n, e) + (d,)


def rsa_public_key(key):
    """Reads a PEM as (n, e)."""
    if isinstance(key, tuple):
        return key
    kind, der = _pem(key, ('PUBLIC KEY', 'RSA PUBLIC KEY'))
    try:
        if kind == 'PUBLIC KEY':
            der = _der(_der(der)[0][1])[1][1][1:]
        n, e = _numbers(der)[:2]
    except (IndexError, ValueError):
        raise SigningError('the RSA public key cannot be read') from None
    return _checked(n, e)


def request_path(url):
    """Path and query of an address; a text that starts with / stays as it is."""
    if url.startswith('/'):
        return url.split('#', 1)[0]
    parts = urllib.parse.urlsplit(url)
    return (parts.path or '/') + ('?' + parts.query if parts.query else '')


def _is_signed_in_headers(headers, raw_body, url, merchant_no, sign_type, fields, keys):
    received = {}
    for name, value in headers.items():
        received[name.lower()] = None if name.lower() in received else value
    timestamp, nonce = received.get('x-timestamp'), received.get('x-nonce')
    if timestamp is None or timestamp != fields.get('timestamp') or nonce != fields.get('nonce'):
        return False
    if received.get('x-sign-type') != sign_type or received.get('x-merchant-no') != merchant_no:
        return False
    try:
        text = canonical_text('POST', request_path(url), timestamp, nonce, raw_body)
    except SigningError:
        return False
    given = [received.get(name) for name in ('x-sign', 'x-sign-previous')]
    return any(_fits(text, sign_type, signature, one) for signature in given if signature for one in keys)


def _sign(text, sign_type, key):
    return sign_hmac(text, key) if sign_type == 'HMAC-SHA256' else sign_rsa(text, key)


def _fits(text, sign_type, signature, key):
    return verify_hmac(text, signature, key) if sign_type == 'HMAC-SHA256' else verify_rsa(text, signature, key)


def _fits_fields(fields, sign_type, signature, key):
    if sign_type == 'MD5':
        return verify_md5(fields, key, signature)
    escaped = {name: _ESCAPED.sub(lambda found: urllib.parse.quote(found.group(), safe=''), value)
               for name, value in fields.items()}
    return _fits(_joined(escaped), sign_type, signature, key)


def _joined(fields):
    return '&'.join(name + '=' + fields[name] for name in sorted(fields) if name != 'sign' and fields[name] != '')


def _is_text_field(name, value):
    if not _NAME.match(name) or not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_key(key):
    return isinstance(key, str) and key != ''


def _is_fresh(timestamp, now, window_s=WINDOW_S):
    return isinstance(timestamp, str) and bool(_TIMESTAMP.match(timestamp)) and abs(int(timestamp) - int(now)) <= window_s


def _listed(value):
    return list(value) if isinstance(value, (list, set)) else [value]


def _parse_form(body):
    """Strict: a name that comes twice, or bytes that are not UTF-8, make the whole form unreadable."""
    fields = {}
    try:
        text = body if isinstance(body, str) else body.decode()
        for pair in text.split('&') if text else []:
            name, _, value = pair.partition('=')
            name, value = (urllib.parse.unquote_plus(part, errors='strict') for part in (name, value))
            if name == '' or name in fields:
                return None
            fields[name] = value
    except UnicodeDecodeError:
        return None
    return fields


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_arguments):
        return None


def _post(url, headers, body, timeout):
    opener = urllib.request.build_opener(_NoRedirects)
    try:
        try:
            response = opener.open(urllib.request.Request(url, body, headers), timeout=timeout)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            raw = response.read(_MAX_REPLY_BYTES + 1)
            if len(raw) > _MAX_REPLY_BYTES:
                raise TransportError('malformed', 'the reply is too long', response.status)
            return response.status, response.headers, raw
    except (TimeoutError, urllib.error.URLError, http.client.HTTPException, OSError) as error:
        late = isinstance(error, TimeoutError) or isinstance(getattr(error, 'reason', None), TimeoutError)
        raise TransportError('timeout' if late else 'network', 'the gateway could not be reached') from error


def _parsed_reply(raw):
    try:
        reply = json.loads(raw)
    except ValueError:
        return None
    if not isinstance(reply, dict) or reply.get('code') not in (0, 1):
        return None
    if reply['code'] == 0 and not isinstance(reply.get('error'), str):
        return None
    data = reply.get('data')
    return dict(reply, data=data if isinstance(data, dict) else {})


def _retry_after(header):
    return int(header) if header is not None and re.match(r'[0-9]{1,9}\Z', header) else None


_DIGEST_INFO = bytes.fromhex('3031300d060960864801650304020105000420')


def _padded(text, size):
    tail = _DIGEST_INFO + hashlib.sha256(text.encode()).digest()
    return b'\x00\x01' + b'\xff' * (size - len(tail) - 3) + b'\x00' + tail


def _pem(text, kinds):
    found = re.match(r'\s*-----BEGIN ([A-Z ]+)-----([A-Za-z0-9+/=\s]+)-----END \1-----\s*\Z', text or '')
    if not found or found.group(1) not in kinds:
        raise SigningError('not a PEM of an RSA %s' % kinds[0].lower())
    return found.group(1), base64.b64decode(found.group(2))


def _der(raw):
    """The elements of DER bytes: (tag, contents)."""
    found, at = [], 0
    while at < len(raw):
        tag, length = raw[at], raw[at + 1]
        at += 2
        if length & 0x80:
            size = length & 0x7f
            length = int.from_bytes(raw[at:at + size], 'big')
            at += size
        if at + length > len(raw):
            raise ValueError('cut short')
        found.append((tag, raw[at:at + length]))
        at += length
    return found


def _numbers(raw):
    return [int.from_bytes(contents, 'big') for tag, contents in _der(_der(raw)[0][1]) if tag == 2]


def _checked(n, e):
    if n.bit_length() < 2048:
        raise SigningError('the RSA key has %d bits, but at least 2048 are required' % n.bit_length())
    if e < 3:
        raise SigningError('the RSA key has an unsafe exponent')
    return n, e
