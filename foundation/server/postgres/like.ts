/** The pattern of `like` for texts that begin with this one, whatever characters it has. */
export function likeBeginning(text: string): string {
  return `${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
}
