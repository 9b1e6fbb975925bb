import { expect, type Locator, type Page } from '@playwright/test';

type Hand = 'mouse' | 'keyboard';

type Action = {
	button: string | Locator;
	action?: string;
	/** Values in the order of the fields, the reason last. Null leaves a field unchanged. */
	fields: readonly (string | null)[];
	result: string | RegExp;
};

export function handOn(page: Page) {
	let done = 0;
	const nextHand = (): Hand => (done++ % 2 === 0 ? 'keyboard' : 'mouse');

	async function press(control: Locator, hand = nextHand()): Promise<void> {
		if (hand === 'mouse') return control.click();
		await control.focus();
		await page.keyboard.press('Enter');
	}

	async function doAction({ button, action, fields, result }: Action): Promise<void> {
		const opener = typeof button === 'string' ? page.getByRole('button', { name: button, exact: true }) : button;
		const dialog = page.getByRole('dialog');
		const hand = nextHand();
		await press(opener, hand);
		await fillIn(fields, hand);
		const doer = dialog.getByRole('button', { name: action ?? String(button), exact: true });
		if (hand === 'keyboard') await tabTo(page, doer);
		await press(doer, hand);
		await expect(dialog.getByText(result)).toBeVisible();
		await expect(dialog.getByRole('button', { name: 'Done' })).toBeFocused();
		if (hand === 'mouse') await dialog.getByRole('button', { name: 'Done' }).click();
		else await page.keyboard.press('Enter');
		await expect(dialog).toBeHidden();
	}

	async function fillIn(fields: Action['fields'], hand = nextHand()): Promise<void> {
		const dialog = page.getByRole('dialog');
		const controls = dialog.locator('input:not([type=hidden]), select:not([name=reason-kind]), textarea');
		await expect(controls).toHaveCount(fields.length);
		await expect(controls.first()).toBeFocused();
		for (const [index, text] of fields.entries()) {
			const control = controls.nth(index);
			if (hand === 'mouse') {
				if (text !== null) await control.fill(text);
				continue;
			}
			await tabTo(page, control);
			if (text === null) continue;
			await page.keyboard.press('ControlOrMeta+a');
			await page.keyboard.press('Delete');
			await page.keyboard.type(text);
		}
	}

	return { press, doAction, fillIn };
}

export async function tabTo(page: Page, target: Locator, stops = 12): Promise<void> {
	for (let steps = 0; steps < stops; steps += 1) {
		if (await target.evaluate((element) => element === document.activeElement)) return;
		await page.keyboard.press('Tab');
	}
	await expect(target).toBeFocused();
}

export async function holdBack(page: Page, addresses: string): Promise<() => void> {
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	await page.route(addresses, async (route) => {
		await released;
		await route.fallback();
	});
	return release;
}
