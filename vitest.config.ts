/** What a test needs is in its suffix; each need is one project. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const never = ['**/node_modules/**', '.cache/**', '.data/**', 'dist/**'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...never, '**/*.db.test.ts'],
          testTimeout: 60_000,
          maxWorkers: 2,
          // Plain functions for the most part: most of the time went into loading the same files for each.
          pool: 'threads',
          isolate: false,
        },
      },
      {
        test: {
          name: 'database',
          include: ['**/*.db.test.ts'],
          exclude: never,
          globalSetup: ['foundation/server/test-database-server.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
          maxWorkers: 3,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'console',
          include: ['**/*.test.tsx'],
          exclude: never,
          environment: 'jsdom',
          setupFiles: ['foundation/console/test-setup.ts'],
          testTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          exclude: never,
          globalSetup: ['e2e/global-setup.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 20_000 } },
          // Each file has a server and a browser of its own.
          maxWorkers: 2,
        },
      },
    ],
  },
});
