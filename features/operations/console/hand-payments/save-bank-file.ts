/** Saves a file that a call answered. */
import { saveFile } from '#foundation/console/wire/take-file.ts';

export function saveBankFile({ name, type, content }: { name: string; type: string; content: string }): void {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  saveFile({ blob: new Blob([bytes], { type }), fileName: name });
}
