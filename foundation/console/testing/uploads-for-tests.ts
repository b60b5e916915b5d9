/**
 * Replaces the browser's XMLHttpRequest below the client, as `answerCalls` does for `fetch`. Only tests import this.
 */
import { act, waitFor } from '@testing-library/react';
import { afterEach } from 'vitest';

/** One upload in progress. The test sets its progress and its response. */
export class HeldUpload extends EventTarget {
  readonly upload = new EventTarget();
  readonly headers = new Headers();
  path = '';
  file: File | undefined;
  /** The texts beside the file. */
  fields: Readonly<Record<string, string>> = {};
  timeout = 0;
  status = 0;
  responseText = '';
  aborted = false;

  open(_method: string, url: string): void {
    this.path = url.replace(/^\/api/, '');
  }

  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }

  send(form: FormData): void {
    this.file = form.get('file') as File;
    this.fields = Object.fromEntries([...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
    uploads.push(this);
  }

  abort(): void {
    this.aborted = true;
    this.dispatchEvent(new Event('abort'));
  }

  /** Reports the share that has been sent, from 0 to 1. */
  async progress(share: number): Promise<void> {
    await act(
      async () =>
        void this.upload.dispatchEvent(
          new ProgressEvent('progress', { lengthComputable: true, loaded: share * 1000, total: 1000 }),
        ),
    );
  }

  async answer(envelope: unknown, status = 200): Promise<void> {
    this.status = status;
    this.responseText = typeof envelope === 'string' ? envelope : JSON.stringify(envelope);
    await act(async () => void this.dispatchEvent(new Event('load')));
  }

  async fail(how: 'error' | 'timeout'): Promise<void> {
    await act(async () => void this.dispatchEvent(new Event(how)));
  }
}

/** The uploads of the running test, in the order in which they were sent. */
const uploads: HeldUpload[] = [];

/** Holds all uploads from now on. Returns a list that grows with each. */
export function holdUploads(): readonly HeldUpload[] {
  uploads.length = 0;
  globalThis.XMLHttpRequest = HeldUpload as unknown as typeof XMLHttpRequest;
  return uploads;
}

/** Waits until an upload is sent and returns it: the first, or the one at `index`, where -1 is the latest. */
export async function sentUpload(index = 0): Promise<HeldUpload> {
  return waitFor(() => {
    const upload = uploads.at(index);
    if (!upload) throw new Error(`there are ${uploads.length} uploads`);
    return upload;
  });
}

/** Adds object URLs, which jsdom lacks: `blob:1`, `blob:2`. Returns those that are not revoked. */
export function countPictureAddresses(): ReadonlySet<string> {
  const open = new Set<string>();
  let last = 0;
  URL.createObjectURL = () => {
    const address = `blob:${(last += 1)}`;
    open.add(address);
    return address;
  };
  URL.revokeObjectURL = (address) => void open.delete(address);
  return open;
}

const { XMLHttpRequest: real } = globalThis;
afterEach(() => {
  globalThis.XMLHttpRequest = real;
});
