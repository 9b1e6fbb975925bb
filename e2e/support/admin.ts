import type { Page } from '@playwright/test';
import type { Database } from '../../server/lib/db/database.ts';
import { makeAdmin } from './database.ts';
import { expect } from './patient.ts';
import type { Addresses } from './product.ts';
import { PASSWORD, signUp, type TestUser } from './user.ts';

export async function enterAsAdmin(page: Page, product: Addresses, database: Database): Promise<TestUser> {
	const admin = await signUp(product);
	await makeAdmin(database, admin.uid);
	await page.goto('/admin/login');
	await page.getByLabel('Email').fill(admin.email);
	await page.getByLabel('Password').fill(PASSWORD);
	await page.getByRole('button', { name: 'Login' }).click();
	await expect(page).toHaveURL(/\/admin$/);
	return admin;
}

export const LONG_STORY_MS = 360_000;
