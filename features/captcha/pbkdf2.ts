/**
 * PBKDF2-HMAC-SHA-256 in plain JavaScript, for pages without Web Crypto (not served over TLS). Only for the proof of
 * work, where nothing is secret: it is not constant-time and must never see a password.
 */

export function pbkdf2Sha256(
  password: Uint8Array,
  salt: Uint8Array,
  iterations: number,
  keyLength: number,
): Uint8Array {
  const keyBlock = new Uint8Array(bytesPerBlock);
  keyBlock.set(password.length > bytesPerBlock ? bytesOf(sha256(password)) : password);
  // The state after the first block of the inner and outer hash is the same in every iteration.
  const inner = new Int32Array(8);
  const outer = new Int32Array(8);
  compress(initialState, wordsOf(keyBlock.map((byte) => byte ^ 0x36)), inner);
  compress(initialState, wordsOf(keyBlock.map((byte) => byte ^ 0x5c)), outer);
  const derived = new Uint8Array(keyLength);
  for (let offset = 0, block = 1; offset < keyLength; offset += 32, block += 1) {
    const first = new Uint8Array(salt.length + 4);
    first.set(salt);
    new DataView(first.buffer).setUint32(salt.length, block);
    derived.set(bytesOf(iterated(inner, outer, first, iterations)).subarray(0, keyLength - offset), offset);
  }
  return derived;
}

/** Derives one block of the key: the XOR of all HMACs in the chain. */
function iterated(inner: Int32Array, outer: Int32Array, first: Uint8Array, iterations: number): Int32Array {
  const mac = new Int32Array(8);
  const words = new Int32Array(64);
  hashDigest(outer, sha256(first, inner), words, mac);
  const sum = Int32Array.from(mac);
  for (let iteration = 1; iteration < iterations; iteration += 1) {
    hashDigest(inner, mac, words, mac);
    hashDigest(outer, mac, words, mac);
    for (let index = 0; index < 8; index += 1) sum[index] = at(sum, index) ^ at(mac, index);
  }
  return sum;
}

const bytesPerBlock = 64;
/** The first 32 bits of the fractional parts of the square roots of the first 8 primes. */
const initialState = Int32Array.from(primes(8), (prime) => fractionBits(Math.sqrt(prime)));
/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const roundConstants = Int32Array.from(primes(64), (prime) => fractionBits(Math.cbrt(prime)));

/** SHA-256 of the message. `state`, if given, is the hash state after one 64-byte block that precedes the message. */
function sha256(message: Uint8Array, state?: Int32Array): Int32Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / bytesPerBlock) * bytesPerBlock);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setUint32(padded.length - 4, 8 * (message.length + (state ? bytesPerBlock : 0)));
  const result = Int32Array.from(state ?? initialState);
  for (let offset = 0; offset < padded.length; offset += bytesPerBlock)
    compress(result, wordsOf(padded.subarray(offset, offset + bytesPerBlock)), result);
  return result;
}

/** Hashes a 32-byte digest after the one block already in `state`; the padding fills the second block exactly. */
function hashDigest(state: Int32Array, digest: Int32Array, words: Int32Array, into: Int32Array): void {
  words.set(digest);
  words[8] = 0x80000000;
  words.fill(0, 9, 15);
  words[15] = 8 * (bytesPerBlock + 32);
  compress(state, words, into);
}

/**
 * The SHA-256 compression function for one block (FIPS 180-4, 6.2.2). `words` holds the block in its first 16 elements;
 * the rest is scratch space.
 */
function compress(state: Int32Array, words: Int32Array, into: Int32Array): void {
  for (let t = 16; t < 64; t += 1) {
    const near = at(words, t - 2);
    const far = at(words, t - 15);
    const near1 = ((near >>> 17) | (near << 15)) ^ ((near >>> 19) | (near << 13)) ^ (near >>> 10);
    const far0 = ((far >>> 7) | (far << 25)) ^ ((far >>> 18) | (far << 14)) ^ (far >>> 3);
    words[t] = (near1 + at(words, t - 7) + far0 + at(words, t - 16)) | 0;
  }
  // Separate variables: destructuring an array here costs two thirds of the speed in a browser.
  let a = at(state, 0);
  let b = at(state, 1);
  let c = at(state, 2);
  let d = at(state, 3);
  let e = at(state, 4);
  let f = at(state, 5);
  let g = at(state, 6);
  let h = at(state, 7);
  for (let t = 0; t < 64; t += 1) {
    const sum1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + sum1 + ((e & f) ^ (~e & g)) + at(roundConstants, t) + at(words, t)) | 0;
    const sum0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  into[0] = at(state, 0) + a;
  into[1] = at(state, 1) + b;
  into[2] = at(state, 2) + c;
  into[3] = at(state, 3) + d;
  into[4] = at(state, 4) + e;
  into[5] = at(state, 5) + f;
  into[6] = at(state, 6) + g;
  into[7] = at(state, 7) + h;
}

/**
 * Reads a word. Every index here is in range; `| 0` keeps the value a 32-bit integer, which keeps the arithmetic fast.
 */
function at(words: Int32Array, index: number): number {
  return (words[index] ?? 0) | 0;
}

function wordsOf(block: Uint8Array): Int32Array {
  const view = new DataView(block.buffer, block.byteOffset, bytesPerBlock);
  return Int32Array.from({ length: 64 }, (_, index) => (index < 16 ? view.getInt32(4 * index) : 0));
}

function bytesOf(words: Int32Array): Uint8Array {
  const bytes = new Uint8Array(32);
  const view = new DataView(bytes.buffer);
  words.forEach((word, index) => view.setInt32(4 * index, word));
  return bytes;
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
}

function fractionBits(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}
