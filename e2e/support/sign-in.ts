import { expect, type Page } from '@playwright/test';
import type { Database } from '../../server/lib/db/database.ts';
import { makeAdmin } from './database.ts';
import { openSignedIn } from './journey.ts';
import type { Addresses } from './product.ts';
import { PASSWORD, signUp, type TestUser } from './test-user.ts';

export async function fillSignUp(page: Page, form: { email: string; password?: string; year?: string }): Promise<void> {
	await page.getByLabel('Name', { exact: true }).fill('Demo Person');
	await page.getByLabel('Email address').fill(form.email);
	await page.getByLabel('Password', { exact: true }).fill(form.password ?? PASSWORD);
	await fillBirthDate(page, form.year ?? '2000');
}

export async function fillBirthDate(page: Page, year: string): Promise<void> {
	await page.getByLabel('Day').fill('28');
	await page.getByLabel('Month').selectOption('February');
	await page.getByLabel('Year').fill(year);
}

export async function sendSignIn(page: Page, email: string, password: string = PASSWORD): Promise<void> {
	await page.getByLabel('Email address').fill(email);
	await page.getByLabel('Password', { exact: true }).fill(password);
	await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function sendAdminLogin(page: Page, email: string, password: string = PASSWORD): Promise<void> {
	await page.getByLabel('Email').fill(email);
	await page.getByLabel('Password').fill(password);
	await page.getByRole('button', { name: 'Login' }).click();
}

export async function signOut(page: Page): Promise<void> {
	await page.getByRole('button', { name: /account menu/i }).click();
	await page.getByRole('button', { name: 'Sign out' }).click();
	await expect(page.getByRole('button', { name: /account menu/i })).toHaveCount(0);
}

/** @returns the secret for the app. */
export async function beginAuthenticator(page: Page, password: string = PASSWORD): Promise<string> {
	await page.getByRole('button', { name: 'Set up' }).click();
	await page.getByLabel('Your password').fill(password);
	await page.getByRole('button', { name: 'Continue' }).click();
	await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
	return ((await page.getByRole('code').textContent()) ?? '').replaceAll(' ', '');
}

export async function giveCode(page: Page, code: string): Promise<void> {
	await page.getByLabel('Code from your authenticator app').fill(code);
	await page.getByRole('button', { name: 'Continue' }).click();
}

export async function openAccount(page: Page): Promise<void> {
	await openSignedIn(page, '/account');
	await expect(page.getByRole('heading', { name: 'Your devices' })).toBeVisible();
	await expect(page.getByText('This device')).toBeVisible();
}

export async function enterAsAdmin(page: Page, product: Addresses, database: Database): Promise<TestUser> {
	const admin = await signUp(product);
	await makeAdmin(database, admin.uid);
	await page.goto('/admin/login');
	await sendAdminLogin(page, admin.email);
	await page.waitForURL(/\/admin$/);
	return admin;
}
