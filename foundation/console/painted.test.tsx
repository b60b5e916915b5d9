import { afterEach, expect, it, vi } from 'vitest';
import { painted } from './painted.ts';

afterEach(() => void vi.unstubAllGlobals());

it('comes after the frame, not within it', async () => {
  const order: string[] = [];
  const frame = new Promise((resolve) => {
    requestAnimationFrame(() => {
      order.push('frame');
      void Promise.resolve().then(() => order.push('what the frame leaves behind'));
      resolve(undefined);
    });
  });
  await Promise.all([painted().then(() => order.push('painted')), frame]);
  expect(order).toEqual(['frame', 'what the frame leaves behind', 'painted']);
});

it('comes although a hidden page has no frames', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  await expect(painted()).resolves.toBeUndefined();
});
