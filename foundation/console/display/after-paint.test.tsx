import { afterEach, expect, it, vi } from 'vitest';
import { afterPaint } from './after-paint.ts';

afterEach(() => void vi.unstubAllGlobals());

it('resolves after the frame, not within it', async () => {
  const order: string[] = [];
  const frame = new Promise((resolve) => {
    requestAnimationFrame(() => {
      order.push('frame');
      void Promise.resolve().then(() => order.push('the frame’s microtasks'));
      resolve(undefined);
    });
  });
  await Promise.all([afterPaint().then(() => order.push('painted')), frame]);
  expect(order).toEqual(['frame', 'the frame’s microtasks', 'painted']);
});

it('resolves on a hidden page, which has no frames', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  await expect(afterPaint()).resolves.toBeUndefined();
});
