/** `npm run test:servers`: the gateways with the real servers that `install.sh` provides. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/real/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two cores hold one server, one Worker and one client at a time.
    fileParallelism: false,
  },
});
