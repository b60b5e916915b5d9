/** The samples in Go, with its standard library. */
import { program, type Sample, type SampleField, type SampleRequest, usage } from './sample-parts.ts';

export function goSample(request: SampleRequest): Sample {
  const { signType, isCallback, stem, path, fields } = request;
  const file = `${stem}.go`;
  const isMd5 = signType === 'MD5';
  return {
    file,
    text: program(
      `// ${usage(request, `go run ${file}`)}`,
      'package main',
      `import (\n${importsOf(request)
        .map((name) => `\t"${name}"`)
        .join('\n')}\n)`,
      constants(request),
      isMd5 ? md5 : signType === 'RSA-SHA256' ? rsa(isCallback) : hmac,
      !isMd5 && inHeaders,
      fresh,
      isCallback ? server(isMd5) : program(isMd5 ? md5Call : headerCall(signType), mainFunction(path, fields)),
    ),
  };
}

function importsOf({ signType, isCallback, fields }: SampleRequest): string[] {
  const byType: Readonly<Record<SampleRequest['signType'], readonly string[]>> = {
    MD5: ['crypto/hmac', 'crypto/md5', 'sort'],
    'HMAC-SHA256': ['crypto/hmac', 'crypto/sha256', 'encoding/hex'],
    'RSA-SHA256': ['crypto', 'crypto/rsa', 'crypto/sha256', 'crypto/x509', 'encoding/base64', 'encoding/pem'],
  };
  const takesArgument = fields.some(([, value]) => typeof value === 'object' && 'argument' in value);
  const needsOs = isCallback || signType !== 'MD5' || takesArgument;
  return [
    ...new Set([
      ...byType[signType],
      ...(needsOs || signType === 'MD5' ? ['os'] : []),
      'fmt',
      'io',
      'log',
      'net/http',
      'strconv',
      'time',
      ...(isCallback ? ['net/url'] : ['bytes', 'crypto/rand', 'encoding/hex', 'encoding/json']),
    ]),
  ].sort();
}

function constants({ isCallback, host, merchantNo }: SampleRequest): string {
  return [...(isCallback ? [] : [`const host = "${host}"`]), `const merchantNo = "${merchantNo}"`].join('\n');
}

const hmac = `
func sign(text string) string {
	mac := hmac.New(sha256.New, []byte(os.Getenv("GATEWAY_KEY")))
	mac.Write([]byte(text))
	return hex.EncodeToString(mac.Sum(nil))
}

func fits(text, signature string) bool {
	return hmac.Equal([]byte(sign(text)), []byte(signature))
}
`;

const rsa = (isCallback: boolean): string =>
  program(
    `
func readPem(file string) []byte {
	text, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	block, _ := pem.Decode(text)
	return block.Bytes
}
`,
    !isCallback &&
      `
func sign(text string) string {
	key, err := x509.ParsePKCS8PrivateKey(readPem("merchant-private.pem"))
	if err != nil {
		log.Fatal(err)
	}
	digest := sha256.Sum256([]byte(text))
	signature, err := rsa.SignPKCS1v15(nil, key.(*rsa.PrivateKey), crypto.SHA256, digest[:])
	if err != nil {
		log.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(signature)
}
`,
    `
func fits(text, signature string) bool {
	key, err := x509.ParsePKIXPublicKey(readPem("platform-public.pem"))
	if err != nil {
		log.Fatal(err)
	}
	given, err := base64.StdEncoding.DecodeString(signature)
	digest := sha256.Sum256([]byte(text))
	return err == nil && rsa.VerifyPKCS1v15(key.(*rsa.PublicKey), crypto.SHA256, digest[:], given) == nil
}
`,
  );

const inHeaders = String.raw`
func signedText(path, timestamp, nonce string, body []byte) string {
	return fmt.Sprintf("POST\n%s\n%s\n%s\n%x", path, timestamp, nonce, sha256.Sum256(body))
}

func isGenuine(path string, header http.Header, body []byte) bool {
	timestamp := header.Get("X-Timestamp")
	text := signedText(path, timestamp, header.Get("X-Nonce"), body)
	return isFresh(timestamp) && (fits(text, header.Get("X-Sign")) || fits(text, header.Get("X-Sign-Previous")))
}
`;

const md5 = `
func sign(fields map[string]string) string {
	names := []string{}
	for name, value := range fields {
		if value != "" && name != "sign" && name != "signPrevious" {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	text := ""
	for _, name := range names {
		text += name + "=" + fields[name] + "&"
	}
	return fmt.Sprintf("%X", md5.Sum([]byte(text+"key="+os.Getenv("GATEWAY_KEY"))))
}

func isGenuine(fields map[string]string) bool {
	expected := []byte(sign(fields))
	return isFresh(fields["timestamp"]) &&
		(hmac.Equal(expected, []byte(fields["sign"])) || hmac.Equal(expected, []byte(fields["signPrevious"])))
}
`;

const fresh = `
func isFresh(timestamp string) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	age := time.Now().Unix() - seconds
	return err == nil && -300 <= age && age <= 300
}
`;

const nonce = `
func newNonce() string {
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		log.Fatal(err)
	}
	return hex.EncodeToString(random)
}
`;

const post = (dataType: string, genuine: string): string => `
	response, err := (&http.Client{Timeout: 30 * time.Second}).Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	var reply struct {
		Code       int
		Error, Msg string
		Data       ${dataType}
	}
	if err := json.Unmarshal(raw, &reply); err != nil {
		log.Fatal(err)
	}
	if reply.Code != 1 {
		log.Fatalf("refused: %s", raw)
	}
	if !${genuine} {
		log.Fatal("the reply is not signed by the platform")
	}
	fmt.Println(string(raw))
`;

const headerCall = (signType: string): string =>
  program(
    nonce,
    `
func call(path string, fields map[string]string) {
	body, _ := json.Marshal(fields)
	timestamp, nonce := strconv.FormatInt(time.Now().Unix(), 10), newNonce()
	request, err := http.NewRequest("POST", host+path, bytes.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Merchant-No", merchantNo)
	request.Header.Set("X-Timestamp", timestamp)
	request.Header.Set("X-Nonce", nonce)
	request.Header.Set("X-Sign-Type", "${signType}")
	request.Header.Set("X-Sign", sign(signedText(path, timestamp, nonce, body)))
${post('map[string]any', 'isGenuine(path, response.Header, raw)').replace(/^\n/, '')}}
`,
  );

const md5Call = program(
  nonce,
  `
func call(path string, fields map[string]string) {
	fields["merchantNo"] = merchantNo
	fields["timestamp"] = strconv.FormatInt(time.Now().Unix(), 10)
	fields["nonce"] = newNonce()
	fields["signType"] = "MD5"
	fields["sign"] = sign(fields)
	body, _ := json.Marshal(fields)
	request, err := http.NewRequest("POST", host+path, bytes.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
${post('map[string]string', 'isGenuine(reply.Data)').replace(/^\n/, '')}}
`,
);

function mainFunction(path: string, fields: readonly SampleField[]): string {
  // Aligned as gofmt does.
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  const lines = fields.map(([name, value]) => {
    const text =
      typeof value === 'string'
        ? `"${value}"`
        : 'prefix' in value
          ? `"${value.prefix}" + strconv.FormatInt(time.Now().Unix(), 10)`
          : 'os.Args[1]';
    return `\t\t"${name}":${' '.repeat(width - name.length + 1)}${text},`;
  });
  const map = lines.length === 0 ? 'map[string]string{}' : `map[string]string{\n${lines.join('\n')}\n\t}`;
  return `func main() {\n\tcall("${path}", ${map})\n}`;
}

const server = (isMd5: boolean): string => `
func main() {
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		form, _ := url.ParseQuery(string(body))
		fields := map[string]string{}
		for name := range form {
			fields[name] = form.Get(name)
		}
		if fields["merchantNo"] != merchantNo || !isGenuine(${isMd5 ? 'fields' : 'request.RequestURI, request.Header, body'}) {
			http.Error(response, "bad signature", 400)
			return
		}
		// Store it, once for each notifyId, before you answer.
		fmt.Println(fields["notifyId"], fields["orderNo"], fields["status"], fields["amount"])
		fmt.Fprint(response, "success")
	})
	port := os.Getenv("PORT")
	if port == "" {
		port = "8000"
	}
	log.Fatal(http.ListenAndServe(":"+port, nil))
}
`;
