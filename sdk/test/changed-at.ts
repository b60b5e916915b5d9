/** A change that keeps the format of a signature, so that only the cryptography can find it. */

/** The same text with one character replaced by another that the same format allows. */
export function changedAt(signature: string, at: number): string {
  const index = at % signature.replace(/=+$/, '').length;
  const letter = signature[index] === '1' ? '2' : '1';
  return signature.slice(0, index) + letter + signature.slice(index + 1);
}
