/**
 * The samples in Java 17, each one file that `java` starts. The JDK has no JSON, so requests are forms, and the reply is
 * printed as it came.
 */
import { program, type Sample, type SampleField, type SampleRequest, usage } from './sample-parts.ts';

export function javaSample(request: SampleRequest): Sample {
  const { signType, isCallback, stem, path, fields } = request;
  const name = stem.replaceAll(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase());
  const isMd5 = signType === 'MD5';
  const parts = program(
    constants(request),
    isMd5 ? md5 : signType === 'RSA-SHA256' ? rsa(isCallback) : hmac,
    !isMd5 && inHeaders,
    fresh,
    isCallback ? server(isMd5) : program(form, isMd5 ? md5Call : headerCall(signType)),
    !isCallback &&
      `
public static void main(String[] arguments) throws Exception {
${fieldsText(fields)}
    call("${path}", fields);
}
`,
  );
  return {
    file: `${name}.java`,
    text: program(
      `// ${usage(request, `java ${name}.java`)}`,
      imports(request),
      `public class ${name} {\n${parts.trimEnd().replaceAll(/^(?=.)/gm, '    ')}\n}`,
    ),
  };
}

function imports({ signType, isCallback }: SampleRequest): string {
  return [
    'import static java.nio.charset.StandardCharsets.UTF_8;',
    ...(isCallback ? ['import com.sun.net.httpserver.HttpServer;'] : []),
    'import java.net.*;',
    ...(isCallback ? [] : ['import java.net.http.*;']),
    ...(signType === 'RSA-SHA256' ? ['import java.nio.file.*;'] : []),
    'import java.security.*;',
    ...(signType === 'RSA-SHA256' ? ['import java.security.spec.*;'] : []),
    ...(isCallback ? [] : ['import java.time.Duration;']),
    'import java.util.*;',
    ...(signType === 'MD5' ? [] : ['import java.util.function.UnaryOperator;']),
    ...(signType === 'MD5' && !isCallback ? ['import java.util.regex.*;'] : []),
    ...(signType === 'HMAC-SHA256' ? ['import javax.crypto.Mac;', 'import javax.crypto.spec.SecretKeySpec;'] : []),
  ].join('\n');
}

function constants({ signType, isCallback, host, merchantNo }: SampleRequest): string {
  return [
    ...(isCallback ? [] : [`static final String HOST = "${host}";`]),
    `static final String MERCHANT_NO = "${merchantNo}";`,
    ...(signType === 'RSA-SHA256' ? [] : ['static final String KEY = System.getenv("GATEWAY_KEY");']),
  ].join('\n');
}

const hmac = `
static String sign(String text) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(KEY.getBytes(UTF_8), "HmacSHA256"));
    return HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8)));
}

static boolean fits(String text, String signature) throws Exception {
    return MessageDigest.isEqual(sign(text).getBytes(UTF_8), signature.getBytes(UTF_8));
}
`;

const rsa = (isCallback: boolean): string =>
  program(
    `
static byte[] pem(String file) throws Exception {
    return Base64.getMimeDecoder().decode(Files.readString(Path.of(file)).replaceAll("-----.*-----", ""));
}
`,
    !isCallback &&
      `
static String sign(String text) throws Exception {
    Signature signature = Signature.getInstance("SHA256withRSA");
    var key = new PKCS8EncodedKeySpec(pem("merchant-private.pem"));
    signature.initSign(KeyFactory.getInstance("RSA").generatePrivate(key));
    signature.update(text.getBytes(UTF_8));
    return Base64.getEncoder().encodeToString(signature.sign());
}
`,
    `
static boolean fits(String text, String given) throws Exception {
    Signature signature = Signature.getInstance("SHA256withRSA");
    var key = new X509EncodedKeySpec(pem("platform-public.pem"));
    signature.initVerify(KeyFactory.getInstance("RSA").generatePublic(key));
    signature.update(text.getBytes(UTF_8));
    try {
        return signature.verify(Base64.getDecoder().decode(given));
    } catch (SignatureException | IllegalArgumentException malformed) {
        return false;
    }
}
`,
  );

const inHeaders = String.raw`
static String signedText(String path, String timestamp, String nonce, byte[] body) throws Exception {
    String digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    return String.join("\n", "POST", path, timestamp, nonce, digest);
}

static boolean isGenuine(String path, UnaryOperator<String> header, byte[] body) throws Exception {
    String text = signedText(path, header.apply("X-Timestamp"), header.apply("X-Nonce"), body);
    return isFresh(header.apply("X-Timestamp"))
        && (fits(text, header.apply("X-Sign")) || fits(text, header.apply("X-Sign-Previous")));
}
`;

const md5 = `
static String sign(Map<String, String> fields) throws Exception {
    var signed = new TreeMap<>(fields);
    signed.keySet().removeAll(List.of("sign", "signPrevious"));
    signed.values().removeIf(String::isEmpty);
    var text = new StringJoiner("&");
    signed.forEach((name, value) -> text.add(name + "=" + value));
    byte[] bytes = (text + "&key=" + KEY).getBytes(UTF_8);
    return HexFormat.of().withUpperCase().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
}

static boolean isGenuine(Map<String, String> fields) throws Exception {
    byte[] expected = sign(fields).getBytes(UTF_8);
    return isFresh(fields.getOrDefault("timestamp", ""))
        && (MessageDigest.isEqual(expected, fields.getOrDefault("sign", "").getBytes(UTF_8))
            || MessageDigest.isEqual(expected, fields.getOrDefault("signPrevious", "").getBytes(UTF_8)));
}
`;

const fresh = String.raw`
static boolean isFresh(String timestamp) {
    return timestamp.matches("[0-9]{1,12}")
        && Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(timestamp)) <= 300;
}
`;

const form = `
static String form(Map<String, String> fields) {
    var form = new StringJoiner("&");
    fields.forEach((name, value) -> form.add(name + "=" + URLEncoder.encode(value, UTF_8)));
    return form.toString();
}

static String nonce() {
    byte[] random = new byte[16];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
}
`;

const headerCall = (signType: string): string => String.raw`
static void call(String path, Map<String, String> fields) throws Exception {
    byte[] body = form(fields).getBytes(UTF_8);
    String timestamp = String.valueOf(System.currentTimeMillis() / 1000), nonce = nonce();
    var request = HttpRequest.newBuilder(URI.create(HOST + path)).timeout(Duration.ofSeconds(30))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .header("X-Merchant-No", MERCHANT_NO)
        .header("X-Timestamp", timestamp)
        .header("X-Nonce", nonce)
        .header("X-Sign-Type", "${signType}")
        .header("X-Sign", sign(signedText(path, timestamp, nonce, body)))
        .POST(HttpRequest.BodyPublishers.ofByteArray(body)).build();
    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
    String reply = new String(response.body(), UTF_8);
    if (!reply.contains("\"code\":1,")) throw new IllegalStateException("refused: " + reply);
    if (!isGenuine(path, name -> response.headers().firstValue(name).orElse(""), response.body()))
        throw new IllegalStateException("the reply is not signed by the platform");
    System.out.println(reply);
}
`;

const md5Call = String.raw`
static void call(String path, Map<String, String> fields) throws Exception {
    fields.put("merchantNo", MERCHANT_NO);
    fields.put("timestamp", String.valueOf(System.currentTimeMillis() / 1000));
    fields.put("nonce", nonce());
    fields.put("signType", "MD5");
    fields.put("sign", sign(fields));
    var request = HttpRequest.newBuilder(URI.create(HOST + path)).timeout(Duration.ofSeconds(30))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(form(fields))).build();
    String reply = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString(UTF_8)).body();
    if (!reply.contains("\"code\":1,")) throw new IllegalStateException("refused: " + reply);
    if (!isGenuine(data(reply))) throw new IllegalStateException("the reply is not signed by the platform");
    System.out.println(reply);
}

// All values of data are texts, so a pattern reads them.
static Map<String, String> data(String reply) {
    var data = new HashMap<String, String>();
    Matcher field = Pattern.compile("\"(\\w+)\":\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(reply);
    for (int at = reply.indexOf("\"data\":{") + 8; field.find(at); at = field.end())
        data.put(field.group(1), field.group(2).replaceAll("\\\\(.)", "$1"));
    return data;
}
`;

const server = (isMd5: boolean): string => String.raw`
public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8000"));
    HttpServer server = HttpServer.create(new InetSocketAddress(port), 0);
    server.createContext("/", exchange -> {
        byte[] body = exchange.getRequestBody().readAllBytes();
        var fields = new HashMap<String, String>();
        for (String pair : new String(body, UTF_8).split("&")) {
            String[] parts = pair.split("=", 2);
            if (parts.length == 2) fields.put(parts[0], URLDecoder.decode(parts[1], UTF_8));
        }
${
  isMd5
    ? ''
    : `        UnaryOperator<String> header = name -> Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst(name), "");
`
}        boolean genuine = false;
        try {
            genuine = MERCHANT_NO.equals(fields.get("merchantNo")) && isGenuine(${isMd5 ? 'fields' : 'exchange.getRequestURI().toString(), header, body'});
        } catch (Exception unverifiable) {
            System.err.println(unverifiable);
        }
        // Store it, once for each notifyId, before you answer.
        if (genuine) System.out.println(fields.get("notifyId") + " " + fields.get("orderNo") + " " + fields.get("status"));
        byte[] answer = (genuine ? "success" : "bad signature").getBytes(UTF_8);
        exchange.sendResponseHeaders(genuine ? 200 : 400, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    });
    server.start();
}
`;

function fieldsText(fields: readonly SampleField[]): string {
  const lines = fields.map(([name, value]) => {
    const text =
      typeof value === 'string'
        ? `"${value}"`
        : 'prefix' in value
          ? `"${value.prefix}" + System.currentTimeMillis() / 1000`
          : 'arguments[0]';
    return `    fields.put("${name}", ${text});`;
  });
  return ['    var fields = new HashMap<String, String>();', ...lines].join('\n');
}
