import { expect as base } from '@playwright/test';

/** For walks, which also run without the test runner and its settings: as patient on a busy machine as on a quiet one. */
export const expect = base.configure({ timeout: 15_000 });
