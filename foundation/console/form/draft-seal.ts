/**
 * Encrypts drafts in the browser's storage with XChaCha20-Poly1305 and the draft key that the server issues per user.
 * Uses a library, because a page over plain http has no `crypto.subtle`.
 */
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { bytesToUtf8, managedNonce, utf8ToBytes } from '@noble/ciphers/utils.js';
import type { DraftSeal } from './saved-input.ts';

/** `key` is 32 bytes as base64url. */
export function draftSeal(key: string): DraftSeal {
  const sealed = managedNonce(xchacha20poly1305);
  const bytes = bytesOf(key.replaceAll('-', '+').replaceAll('_', '/'));
  return {
    seal: (text) => textOf(sealed(bytes).encrypt(utf8ToBytes(text))),
    open: (text) => {
      try {
        return bytesToUtf8(sealed(bytes).decrypt(bytesOf(text)));
      } catch {
        return undefined;
      }
    },
  };
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** Some browsers fail on calls with more arguments than this. */
const MAX_ARGUMENTS = 8_192;

function textOf(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += MAX_ARGUMENTS)
    text += String.fromCharCode(...bytes.subarray(at, at + MAX_ARGUMENTS));
  return btoa(text);
}
