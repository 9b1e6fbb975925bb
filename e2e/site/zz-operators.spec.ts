import { appendFileSync, mkdirSync } from 'node:fs';
import { test } from '../support/journey.ts';
import { walkAdmin } from '../walks/walk-admin.ts';

const out = '/tmp/helpers/op-pictures';
mkdirSync(out, { recursive: true });
const shown = ['dashboard', 'business', 'fraud', 'held', 'hold-rules', 'withdrawal', 'messages', 'message', 'offerwalls', 'age-and-hold', 'users', 'fraud-message'];

test('pictures', async ({ context, product, database }) => {
	test.setTimeout(900_000);
	await walkAdmin({
		context,
		product,
		database,
		async look(step, page) {
			await page.setViewportSize({ width: 1280, height: 900 });
			const wide = await page.evaluate(() => {
				const cut = [...document.querySelectorAll('main table')].map((table) => {
					const box = table.parentElement as HTMLElement;
					return `${table.querySelector('caption')?.textContent} ${table.scrollWidth - box.clientWidth}`;
				});
				return [document.documentElement.scrollWidth - innerWidth, ...cut].join(' | ');
			});
			appendFileSync(`${out}/wide.txt`, `${step}: ${wide}\n`);
			const name = step.replace('admin-', '');
			if (shown.includes(name)) {
				for (const [width, colorScheme] of [[1280, 'light'], [390, 'dark'], [1440, 'dark'], [390, 'light']] as const) {
					await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
					await page.emulateMedia({ colorScheme });
					await page.screenshot({ path: `${out}/${name}-${width}-${colorScheme}.png`, fullPage: width > 500 });
				}
				await page.emulateMedia({ colorScheme: 'light' });
			}
			await page.setViewportSize({ width: 1280, height: 800 });
		},
	});
});
