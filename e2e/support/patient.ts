import { expect as base } from '@playwright/test';

/** Walks also run without the test runner and its timeouts. */
export const expect = base.configure({ timeout: 15_000 });
