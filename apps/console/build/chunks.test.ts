/** A pattern that no file matches fails the build. */
import { expect, test } from 'vitest';
import { unmatched } from './chunks.ts';

test('finds the patterns that match no file', () => {
  const files = ['/repo/features/orders/console/OrderListScreen.module.css', '/repo/apps/console/main.tsx'];
  expect(unmatched([/\/main\.tsx$/, /\w+ListScreen\.module\.css$/], files)).toEqual([]);
  expect(unmatched([/\/main\.tsx$/, /\w+LogsScreen\.module\.css$/], files)).toEqual([/\w+LogsScreen\.module\.css$/]);
});
