/** Changes a signature but keeps its format, so that only the cryptography can detect it. */

/** Returns the text with one character replaced by another that the format allows. */
export function changedAt(signature: string, at: number): string {
  const index = at % signature.replace(/=+$/, '').length;
  const letter = signature[index] === '1' ? '2' : '1';
  return signature.slice(0, index) + letter + signature.slice(index + 1);
}
