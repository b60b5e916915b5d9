/**
 * Stands in for the browser's XMLHttpRequest below the client, as `answerCalls` does for `fetch`. Only tests import
 * this.
 */
import { act } from '@testing-library/react';
import { afterEach } from 'vitest';

/** One upload on its way: the test says how far it is and what is answered. */
export class HeldUpload extends EventTarget {
  readonly upload = new EventTarget();
  readonly headers = new Headers();
  path = '';
  file: File | undefined;
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
    uploads.push(this);
  }

  abort(): void {
    this.aborted = true;
    this.dispatchEvent(new Event('abort'));
  }

  /** A share from 0 to 1 has left. */
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

/** Those of the running test, in the order in which they were sent. */
const uploads: HeldUpload[] = [];

/** From now on uploads are held; the list grows with each. */
export function holdUploads(): readonly HeldUpload[] {
  uploads.length = 0;
  globalThis.XMLHttpRequest = HeldUpload as unknown as typeof XMLHttpRequest;
  return uploads;
}

/** Addresses of pictures, which jsdom has not: `blob:1`, `blob:2`. Answers those that are open. */
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
