"""Checks countinghouse.py by the published vectors: `python3 test_vectors.py vectors.json`. Prints how many it passed."""
import json
import sys

import countinghouse as c

with open(sys.argv[1], encoding='utf-8') as file:
    vectors = json.load(file)
key, previous, merchant_no, now = (vectors[name] for name in ('key', 'previousKey', 'merchantNo', 'now'))
merchant, platform = vectors['merchant'], vectors['platform']
passed = 0


def check(fact, what):
    global passed
    if not fact:
        sys.exit('wrong: ' + what)
    passed += 1


for one in vectors['md5']:
    check(c.md5_text(one['fields']) == one['text'], one['name'])
    check(c.sign_md5(one['fields'], key) == one['sign'], one['name'])
    check(c.verify_md5(dict(one['fields'], sign=one['sign']), key), one['name'])
    check(not c.verify_md5(dict(one['fields'], sign=one['sign']), previous), one['name'])
for one in vectors['md5Refused']:
    check(c.unsignable_fields(one['fields']) == [one['fault']], one['name'])
    check(not c.verify_md5(dict(one['fields'], sign='0' * 32), key), one['name'])
for one in vectors['messages']:
    text = c.canonical_text(one['method'], one['path'], one['timestamp'], one['nonce'], one['body'])
    check(text == one['text'], one['name'])
    check(c.sign_hmac(text, key) == one['hmacSha256'], one['name'])
    check(c.verify_hmac(text, one['hmacSha256'], key), one['name'])
    check(not c.verify_hmac(text + 'x', one['hmacSha256'], key), one['name'])
    check(c.sign_rsa(text, merchant['privateKey']) == one['rsaSha256'], one['name'])
    check(c.verify_rsa(text, one['rsaSha256'], merchant['publicKey']), one['name'])
    check(not c.verify_rsa(text, one['rsaSha256'], platform['publicKey']), one['name'])
    check(not c.verify_rsa(text + 'x', one['rsaSha256'], merchant['publicKey']), one['name'])
check(not c.verify_rsa(text, vectors['messages'][-1]['rsaSha256'], merchant['privateKey']), 'a private key as a public one')


def verifier(one):
    return c.verify_report if one['name'].startswith('report') else c.verify_callback


def failure(one, at=now, keys=(key, previous), verify=None, **changes):
    asked = dict(headers=one['headers'], raw_body=one['body'].encode(), url=one['path'], merchant_no=merchant_no,
                 sign_types=[one['signType']], key=list(keys), public_key=platform['publicKey'], now=at)
    asked.update(changes)
    try:
        return (verify or verifier(one))(**asked)['merchantNo']
    except c.CallbackRejected as rejected:
        return rejected.failure


for one in vectors['callbacks'] + vectors['reports']:
    other = c.verify_report if verifier(one) is c.verify_callback else c.verify_callback
    name, sign_type = one['name'], one['signType']
    check(failure(one) == merchant_no, name)
    check(failure(one, raw_body=one['body'].encode() + b'&x=1') == 'bad_signature', name)
    check(failure(one, at=now + 301) == 'timestamp_out_of_window', name)
    check(failure(one, merchant_no='1') == 'unknown_merchant', name)
    check(failure(one, sign_types=[]) == 'sign_type_not_allowed', name)
    check(failure(one, key=None, public_key=None) == 'key_missing', name)
    check(failure(one, raw_body=one['body'].encode() + b'&notifyId=1') == 'bad_request', name)
    check(failure(one, verify=other) == 'bad_request', name)
    check(failure(one, seen_nonce=lambda nonce, until: True) == 'nonce_reused', name)
    if sign_type != 'RSA-SHA256':
        by_previous = failure(one, keys=[previous])
        check(by_previous == (merchant_no if name.endswith('rotation') else 'bad_signature'), name)
for one in vectors['returns']:
    asked = dict(merchant_no=merchant_no, sign_types=[one['signType']], key=key, public_key=platform['publicKey'], now=now)
    back = c.verify_return_url(one['url'], **asked)
    check(back and back['orderNo'] == 'A-1001' and back['obtained'] == '99.40', one['name'])
    check(c.verify_return_url(one['url'].replace('obtained=99.40', 'obtained=999.40'), **asked) is None, one['name'])
    check(c.verify_return_url(one['url'].replace('?', '?amount=1&', 1), **asked) is None, one['name'])
print(passed)
