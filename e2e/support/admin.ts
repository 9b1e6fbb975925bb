import type { Page } from '@playwright/test';
import type { Database } from '../../server/lib/db/database.ts';
import { sendAdminLogin } from '../walks/walk-sign-in.ts';
import { makeAdmin } from './database.ts';
import type { Addresses } from './product.ts';
import { signUp, type TestUser } from './user.ts';

export async function enterAsAdmin(page: Page, product: Addresses, database: Database): Promise<TestUser> {
	const admin = await signUp(product);
	await makeAdmin(database, admin.uid);
	await page.goto('/admin/login');
	await sendAdminLogin(page, admin.email);
	await page.waitForURL(/\/admin$/);
	return admin;
}

export const LONG_STORY_MS = 360_000;
