import type { BrowserContext, Page } from '@playwright/test';
import type { Database } from '../../server/lib/db/database.ts';
import type { Addresses } from './product.ts';

/** A tour of pages. `look` checks each state, named by its step. */
export type Walk = {
	context: BrowserContext;
	product: Addresses;
	database: Database;
	look: (step: string, page: Page) => Promise<void>;
};
