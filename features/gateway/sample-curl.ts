/** The samples for a terminal: bash, curl and openssl. A callback is verified from two files that a server has saved. */
import { program, type Sample, type SampleField, type SampleRequest, usage } from './sample-parts.ts';

/** A dollar sign before a brace, which in a template would be a placeholder. */
const D = '$';

export function curlSample(request: SampleRequest): Sample {
  const { signType, isCallback, stem } = request;
  const file = `${stem}.sh`;
  const isMd5 = signType === 'MD5';
  return {
    file,
    text: program(
      head(request, file),
      isMd5 ? md5 : signType === 'RSA-SHA256' ? rsa(isCallback) : hmac,
      !isMd5 && inHeaders,
      isCallback ? callback(isMd5) : isMd5 ? md5Call(request.fields) : headerCall(signType, request.fields),
    ),
  };
}

function head(request: SampleRequest, file: string): string {
  const { isCallback, host, merchantNo, path } = request;
  const command = isCallback ? `bash ${file} /notify headers.txt body.txt` : `bash ${file}`;
  return [
    '#!/bin/bash',
    `# ${usage(request, command)}`,
    ...(isCallback ? ['# The path of your notifyUrl, and the headers and the body as your server received them.'] : []),
    'set -euo pipefail',
    ...(isCallback ? [] : [`host='${host}' path='${path}'`]),
    `merchant_no='${merchantNo}'`,
    'work=$(mktemp -d)',
    `trap 'rm -r "$work"' EXIT`,
  ].join('\n');
}

const hmac = String.raw`
sign() { printf %s "$1" | openssl dgst -sha256 -hmac "$GATEWAY_KEY" -r | cut -d' ' -f1; }
fits() { [ "$(sign "$1")" = "$2" ]; }
`;

const rsa = (isCallback: boolean): string =>
  [
    ...(isCallback
      ? []
      : [`sign() { printf %s "$1" | openssl dgst -sha256 -sign merchant-private.pem | openssl base64 -A; }`]),
    `fits() {
  printf %s "$2" | openssl base64 -d -A > "$work/signature"
  printf %s "$1" | openssl dgst -sha256 -verify platform-public.pem -signature "$work/signature" > /dev/null 2>&1
}`,
  ].join('\n');

const inHeaders = String.raw`
signed_text() { printf 'POST\n%s\n%s\n%s\n%s' "$1" "$2" "$3" "$(openssl dgst -sha256 -r "$4" | cut -d' ' -f1)"; }
header() { awk -v name="$2:" 'tolower($1) == tolower(name) { print $2 }' "$1" | tr -d '\r'; }

# Takes the path, a file of headers and a file of the body.
is_genuine() {
  local timestamp age text
  timestamp=$(header "$2" X-Timestamp)
  [[ $timestamp =~ ^[1-9][0-9]{0,11}$ ]] || return 1
  age=$(($(date +%s) - timestamp))
  text=$(signed_text "$1" "$timestamp" "$(header "$2" X-Nonce)" "$3")
  ((age >= -300 && age <= 300)) &&
    { fits "$text" "$(header "$2" X-Sign)" || fits "$text" "$(header "$2" X-Sign-Previous)"; }
}
`;

const md5 = String.raw`
# Takes a file with one name=value in each line.
sign() {
  local text
  text=$(grep -v -e '=$' -e '^sign=' -e '^signPrevious=' "$1" | LC_ALL=C sort -t= -k1,1 | paste -sd'&' -)
  printf '%s&key=%s' "$text" "$GATEWAY_KEY" | openssl dgst -md5 -r | cut -c1-32 | tr a-f A-F
}
field() { sed -n "s/^$2=//p" "$1"; }

is_genuine() {
  local timestamp age expected
  timestamp=$(field "$1" timestamp)
  [[ $timestamp =~ ^[1-9][0-9]{0,11}$ ]] || return 1
  age=$(($(date +%s) - timestamp))
  expected=$(sign "$1")
  ((age >= -300 && age <= 300)) &&
    { [ "$expected" = "$(field "$1" sign)" ] || [ "$expected" = "$(field "$1" signPrevious)" ]; }
}
`;

const checked = (genuine: string): string => String.raw`
grep -q '"code":1,' "$work/reply" || { echo "refused: $(cat "$work/reply")" >&2; exit 1; }
${genuine} || { echo 'the reply is not signed by the platform' >&2; exit 1; }
cat "$work/reply"
echo
`;

const headerCall = (signType: string, fields: readonly SampleField[]): string =>
  program(
    String.raw`
${jsonBody(fields)} > "$work/body"
timestamp=$(date +%s) nonce=$(openssl rand -hex 16)
text=$(signed_text "$path" "$timestamp" "$nonce" "$work/body")
curl -sS --max-time 30 -D "$work/headers" -o "$work/reply" "$host$path" \
  -H 'Content-Type: application/json' \
  -H "X-Merchant-No: $merchant_no" \
  -H "X-Timestamp: $timestamp" \
  -H "X-Nonce: $nonce" \
  -H 'X-Sign-Type: ${signType}' \
  -H "X-Sign: $(sign "$text")" \
  --data-binary "@$work/body"
`,
    checked('is_genuine "$path" "$work/headers" "$work/reply"'),
  );

/** The reply's data has texts only, so a pattern reads them. */
const md5Call = (fields: readonly SampleField[]): string =>
  program(
    String.raw`
printf '%s\n' ${[...fields.map(([name, value]) => lineOf(name, value)), '"merchantNo=$merchant_no"', '"timestamp=$(date +%s)"', '"nonce=$(openssl rand -hex 16)"', "'signType=MD5'"].join(' \\\n  ')} > "$work/fields"
echo "sign=$(sign "$work/fields")" >> "$work/fields"
form=()
while IFS= read -r line; do form+=(--data-urlencode "$line"); done < "$work/fields"
curl -sS --max-time 30 -o "$work/reply" "$host$path" "${D}{form[@]}"
sed 's/.*"data":{//' "$work/reply" | grep -o '"[A-Za-z]*":"[^"]*"' |
  sed 's/^"\([A-Za-z]*\)":"\(.*\)"$/\1=\2/' > "$work/data" || true
`,
    checked('is_genuine "$work/data"'),
  );

const callback = (isMd5: boolean): string => String.raw`
tr '&' '\n' < "$3" | tr '+' ' ' | sed 's/%/\\x/g' | while IFS= read -r line || [ -n "$line" ]; do printf '%b\n' "$line"; done > "$work/fields"
grep -qx "merchantNo=$merchant_no" "$work/fields" && is_genuine ${isMd5 ? '"$work/fields"' : '"$1" "$2" "$3"'} ||
  { echo 'bad signature'; exit 1; }
echo success
`;

function jsonBody(fields: readonly SampleField[]): string {
  const pattern = fields.map(([name, value]) => {
    // printf reads a % as the start of a placeholder.
    const text =
      typeof value === 'string' ? value.replaceAll('%', '%%') : 'prefix' in value ? `${value.prefix}%s` : '%s';
    return `"${name}":"${text}"`;
  });
  const values = fields.flatMap(([, value]) =>
    typeof value === 'string' ? [] : ['prefix' in value ? '"$(date +%s)"' : '"$1"'],
  );
  return ['printf', `'{${pattern.join(',')}}'`, ...values].join(' ');
}

function lineOf(name: string, value: SampleField[1]): string {
  if (typeof value === 'string') return `'${name}=${value}'`;
  return 'prefix' in value ? `"${name}=${value.prefix}$(date +%s)"` : `"${name}=$1"`;
}
