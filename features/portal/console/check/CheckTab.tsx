/** Shows what a signature covers, where the developer's text differs from it, and which usual mistake explains that. */
import { PasswordInput, Textarea, TextInput } from '@mantine/core';
// The eye button needs the ActionIcon styles, which otherwise load only with the first table.
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useEffect, useState } from 'react';
import { sampleSignTypes } from '#features/gateway/samples.ts';
import { signingMistakeTexts, timestampMistakeTexts } from '#features/gateway/signing-mistake-words.ts';
import type { SigningMistake } from '#features/gateway/signing-mistakes.ts';
import type { SignTypeName } from '#features/merchant-keys/rules.ts';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { usePhrase, useWords } from '#foundation/console/page/words.tsx';
import { checkWords } from '../../check-words.ts';
import classes from './Check.module.css';
import {
  type Difference,
  fieldsIn,
  firstDifference,
  formOfTimestamp,
  headerTextOf,
  hmacOf,
  isRsaSignature,
  md5Of,
  md5TextOf,
  mistakesIn,
  type Own,
  piecesOf,
  type Question,
} from './check.ts';

/** What is typed. It stays in this component: no address, no storage and no request has it. */
const NOTHING = {
  fields: '',
  path: '/gateway/v1/pay/create',
  timestamp: '',
  nonce: '',
  body: '',
  key: '',
  ownText: '',
  signature: '',
};
type Typed = typeof NOTHING;

export function CheckTab() {
  const t = useWords(checkWords);
  const [signType, setSignType] = useState<SignTypeName>('HMAC-SHA256');
  const [typed, setTyped] = useState<Typed>(NOTHING);
  const set = (name: keyof Typed, value: string) => setTyped((before) => ({ ...before, [name]: value }));
  const question = questionOf(signType, typed);
  const isMd5 = signType === 'MD5';
  return (
    <div className={classes.root}>
      <p className={classes.hint}>{t('hint')}</p>
      <div>
        <ChoiceTabs<SignTypeName>
          label={t('sign_type')}
          value={signType}
          options={sampleSignTypes.map((value) => ({ value, label: value }))}
          onChange={setSignType}
        />
      </div>
      <div className={classes.columns}>
        <Panel title={t('asked')}>
          <div className={classes.fields}>
            {isMd5 ? (
              <LongField
                label={t('fields')}
                value={typed.fields}
                error={question === undefined ? t('fields_unreadable') : undefined}
                onText={(text) => set('fields', text)}
              />
            ) : (
              <>
                <ShortField label={t('path')} value={typed.path} onText={(text) => set('path', text)} />
                <ShortField label={t('timestamp')} value={typed.timestamp} onText={(text) => set('timestamp', text)} />
                <ShortField label={t('nonce')} value={typed.nonce} onText={(text) => set('nonce', text)} />
                <LongField label={t('body')} value={typed.body} onText={(text) => set('body', text)} />
              </>
            )}
            {signType === 'RSA-SHA256' ? (
              <LongField label={t('public_key')} value={typed.key} onText={(text) => set('key', text)} />
            ) : (
              <PasswordInput
                label={t('key')}
                value={typed.key}
                onChange={(event) => set('key', event.currentTarget.value)}
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </div>
        </Panel>
        <Panel title={t('own')}>
          <div className={classes.fields}>
            <LongField label={t('own_text')} value={typed.ownText} onText={(text) => set('ownText', text)} />
            <LongField
              label={t('signature')}
              value={typed.signature}
              onText={(text) => set('signature', text)}
              rows={2}
            />
          </div>
        </Panel>
      </div>
      {question && (
        <Result
          // A timestamp is compared with the moment when it was typed.
          key={timestampOf(question)}
          question={question}
          own={{ text: typed.ownText, signature: typed.signature }}
        />
      )}
    </div>
  );
}

interface FieldProps {
  label: string;
  value: string;
  error?: string | undefined;
  rows?: number;
  onText(text: string): void;
}

function ShortField({ label, value, onText }: FieldProps) {
  return (
    <TextInput
      label={label}
      value={value}
      onChange={(event) => onText(event.currentTarget.value)}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

function LongField({ label, value, error, rows = 5, onText }: FieldProps) {
  return (
    <Textarea
      label={label}
      value={value}
      error={error}
      rows={rows}
      onChange={(event) => onText(event.currentTarget.value)}
      spellCheck={false}
      classNames={{ input: classes.long }}
    />
  );
}

/** Undefined if the fields can't be read. */
function questionOf(
  signType: SignTypeName,
  { fields, path, timestamp, nonce, body, key }: Typed,
): Question | undefined {
  if (signType !== 'MD5') return { signType, path, timestamp, nonce, body, key };
  const read = fieldsIn(fields);
  return read && { signType, fields: read, key };
}

function timestampOf(question: Question): string {
  return (question.signType === 'MD5' ? question.fields['timestamp'] : question.timestamp) ?? '';
}

function Result({ question, own }: { question: Question; own: Own }) {
  const [now] = useState(Date.now);
  const t = useWords(checkWords);
  const translate = usePhrase();
  const timestamp = timestampOf(question);
  const clockMistake = formOfTimestamp(timestamp, now);
  const isEmpty =
    question.signType === 'MD5'
      ? Object.keys(question.fields).length === 0
      : question.timestamp === '' && question.body === '';
  const text = question.signType === 'MD5' ? md5TextOf(question.fields, question.key) : headerTextOf(question);
  // The key stays hidden, as in its field.
  const shown = question.signType === 'MD5' ? md5TextOf(question.fields, '•'.repeat(8)) : text;
  const right =
    question.key === '' || question.signType === 'RSA-SHA256'
      ? undefined
      : question.signType === 'MD5'
        ? md5Of(text)
        : hmacOf(text, question.key);
  const { isRight, found } = useVerdict({ question, own, text, right });
  const difference = own.text === '' ? undefined : firstDifference(text, own.text);
  if (isEmpty) return <p className={classes.hint}>{t('type_first')}</p>;
  return (
    <>
      <Panel title={t('right_text')}>
        <pre className={classes.text}>
          <Pieces text={shown} />
        </pre>
        {right !== undefined && (
          <p className={classes.signature}>
            {t('right_signature')}: <CopyText value={right} />
          </p>
        )}
      </Panel>
      {(own.text !== '' || own.signature !== '') && (
        <Panel title={t('verdict')}>
          <div role="status" className={classes.verdict}>
            {own.signature !== '' && isRight !== undefined && (
              <p data-good={isRight || undefined}>{t(isRight ? 'right' : 'differs')}</p>
            )}
            {own.signature !== '' && isRight === undefined && question.signType === 'RSA-SHA256' && (
              <p>{t('cannot_tell')}</p>
            )}
            {own.text !== '' && (difference ? <Where difference={difference} /> : <p data-good>{t('same_text')}</p>)}
            {found.map((mistake) => (
              <p key={mistake}>{translate(signingMistakeTexts[mistake])}</p>
            ))}
            {clockMistake && <p>{translate(timestampMistakeTexts[clockMistake])}</p>}
            {isRight === false && found.length === 0 && difference === undefined && <p>{t('no_mistake')}</p>}
          </div>
        </Panel>
      )}
    </>
  );
}

interface Verdict {
  /** Undefined while there is no signature, or where the browser can't tell. */
  isRight: boolean | undefined;
  found: readonly SigningMistake[];
}

interface Asked {
  question: Question;
  own: Own;
  text: string;
  /** Undefined without a key, and with RSA. */
  right?: string | undefined;
}

/** RSA and the search for mistakes take a moment, so the verdict comes a little later than the text. */
function useVerdict(asked: Asked): Verdict {
  const [verdict, setVerdict] = useState<Verdict>({ isRight: undefined, found: [] });
  // As text, so that only a change starts the search again.
  const typed = JSON.stringify(asked);
  useEffect(() => {
    let current = true;
    void verdictOn(JSON.parse(typed) as Asked).then((found) => {
      if (current) setVerdict(found);
    });
    return () => {
      current = false;
    };
  }, [typed]);
  return verdict;
}

async function verdictOn({ question, own, text, right }: Asked): Promise<Verdict> {
  const signature = own.signature.trim();
  const isRight = signature === '' ? undefined : await isSignature(question, { text, signature, right });
  if (isRight === true || (own.text === '' && signature === '')) return { isRight, found: [] };
  return { isRight, found: await mistakesIn(question, own, location.host) };
}

async function isSignature(
  { signType, key }: Question,
  { text, signature, right }: { text: string; signature: string; right: string | undefined },
): Promise<boolean | undefined> {
  if (signType === 'RSA-SHA256') return isRsaSignature(text, signature, key);
  return right === undefined ? undefined : signature === right;
}

function Where({ difference }: { difference: Difference }) {
  const t = useWords(checkWords);
  const { byte, before, right, other } = difference;
  return (
    <>
      <p>{t('text_differs', { byte })}</p>
      <dl className={classes.where}>
        <dt>{t('right_here')}</dt>
        <dd>
          <Pieces text={before} />
          <mark>{right === '' ? t('text_ends') : <Pieces text={right} />}</mark>
        </dd>
        <dt>{t('yours_here')}</dt>
        <dd>
          <Pieces text={before} />
          <mark>{other === '' ? t('text_ends') : <Pieces text={other} />}</mark>
        </dd>
      </dl>
    </>
  );
}

function Pieces({ text }: { text: string }) {
  return piecesOf(text).map(({ text: piece, kind }, at) =>
    kind === 'plain' ? (
      piece
    ) : (
      <span key={at} className={classes[kind]}>
        {piece}
      </span>
    ),
  );
}
