/** A test's suffix says what it needs; each need is a project. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const never = ['**/node_modules/**', '.cache/**', '.data/**', 'dist/**'];

/** Files that take a minute or more start first: at the end they would run alone, on one processor. */
const LONG = [
  /\/e2e\/faults\//,
  /\/database\/demo\//,
  /\/(?:e2e\/process|foundation\/server\/embedded-postgres)\/(?:start-and-stop|commands|embedded-[a-z]+)\.db\.test/,
  /\/e2e\/(?:all-screens-accessible|account-life)\./,
];

/** Tests of the embedded server and of what a single server's catalogs say. They have nothing to say about a cluster. */
const ONE_SERVER = [
  'foundation/server/embedded-postgres/**',
  'database/{citus,schema,audit-views,rows-that-stay}.db.test.ts',
  'foundation/server/postgres/{migrate,durability,connections}.db.test.ts',
  'e2e/**',
];

/** What the database tests send and get, for the tests that run after them. */
const recorders = [
  'foundation/server/http/answers-for-tests.ts',
  'foundation/server/postgres/statements-for-tests.ts',
  'foundation/server/postgres/rows-for-tests.ts',
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = LONG.findIndex((pattern) => pattern.test(moduleId));
      return found === -1 ? LONG.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...never, '**/*.db.test.ts', '**/*.after.test.ts'],
          testTimeout: 60_000,
          maxWorkers: 2,
          // Mostly plain functions: with isolation, most of the time went into loading the same files for each test file.
          pool: 'threads',
          isolate: false,
        },
      },
      {
        test: {
          name: 'database',
          include: ['**/*.db.test.ts'],
          exclude: [...never, ...(process.env['CITUS_URL'] ? ONE_SERVER : [])],
          globalSetup: ['foundation/server/postgres/database-server-for-tests.ts', ...recorders],
          setupFiles: [...recorders, 'features/gateway/server/check-replies-for-tests.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
          maxWorkers: 3,
        },
      },
      {
        // Reads what the whole database project recorded, so it runs after it, and only together with it.
        test: {
          name: 'after-database',
          include: ['**/*.after.test.ts'],
          exclude: never,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'console',
          include: ['**/*.test.tsx'],
          exclude: never,
          environment: 'jsdom',
          setupFiles: ['foundation/console/testing/setup-for-tests.ts'],
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
