import { expect, it } from 'vitest';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { languages } from '#foundation/core/words.ts';
import { adviceOf, type AttemptFacts } from './advice.ts';
import { adviceWords } from './advice-words.ts';

const attempt = (facts: Partial<AttemptFacts>): AttemptFacts => ({
  url: 'http://shop.example/notify',
  error: null,
  replyStatus: null,
  replyHeaders: null,
  reply: null,
  ...facts,
});
const status = (replyStatus: number, replyHeaders = ''): AttemptFacts =>
  attempt({ error: 'http_status', replyStatus, replyHeaders });
const body = (reply: string): AttemptFacts => attempt({ error: 'not_acknowledged', replyStatus: 200, reply });

it.each<[string, AttemptFacts, string | undefined]>([
  ['a delivery', attempt({ replyStatus: 200, reply: 'success' }), undefined],
  ['http to https of the same host', status(301, 'location: https://shop.example/notify\n'), 'to_https'],
  ['another host', status(302, 'Location: https://other.example/\n'), 'redirected'],
  ['a relative address', status(308, 'location: /new\n'), 'redirected'],
  ['a redirect without a target', status(304), 'redirected_nowhere'],
  ['a login', status(401), 'forbidden'],
  ['a firewall', status(403), 'forbidden'],
  ['no such path', status(404), 'missing'],
  ['another method', status(405), 'method'],
  ['a limit', status(429), 'too_many'],
  ['a crash', status(500), 'crashed'],
  ['another status', status(418), 'status'],
  ['an empty body', body(' \n'), 'empty'],
  ['a page', body('<!DOCTYPE html><title>Login</title>'), 'page'],
  ['JSON', body('{"code":"success"}'), 'json'],
  ['a quoted word', body('"success"'), 'json'],
  ['a warning first', body('Notice: undefined index\nsuccess'), 'more_than_success'],
  ['a refusal', body('fail: bad sign'), 'rejected'],
  ['an unknown name', attempt({ error: 'dns' }), 'dns'],
  ['a private address', attempt({ error: 'address_refused' }), 'address_refused'],
  ['a bad certificate', attempt({ error: 'tls' }), 'tls'],
  ['a closed port', attempt({ error: 'connect' }), 'connect'],
  ['a broken connection', attempt({ error: 'reset' }), 'reset'],
  ['no answer', attempt({ error: 'timeout' }), 'timeout'],
  ['an endless answer', attempt({ error: 'too_large' }), 'too_large'],
  ['no HTTP', attempt({ error: 'protocol' }), 'protocol'],
  ['nothing to send', attempt({ error: 'no_content', url: '' }), 'no_content'],
  ['a field that MD5 can not sign', attempt({ error: 'unsignable' }), 'unsignable'],
])('%s has its own sentence, in every language', (_, facts, word) => {
  const advice = adviceOf(facts);
  expect(advice?.word).toBe(word);
  if (!advice) return;
  for (const language of languages)
    expect(formatPhrase(adviceWords[advice.word], language, advice.values)).not.toMatch(/[{}]/);
});

it('a 301 from http to https gives the https address to use', () => {
  const advice = adviceOf(status(301, 'location: https://shop.example/notify?x=1\n'));
  expect(advice && formatPhrase(adviceWords[advice.word], 'en', advice.values)).toContain(
    'use https://shop.example/notify?x=1 as the callback URL',
  );
});
