import { randomUUID } from 'node:crypto';
import { addGameAccount, settleOrder } from '../support/earner.ts';
import { test } from '../support/journey.ts';
import { expectAccessible, expectToFit } from '../support/look.ts';
import { walkTheStory } from '../support/story.ts';

for (const [device, viewport] of [
	['a phone', { width: 390, height: 844 }],
	['a computer', { width: 1280, height: 800 }],
] as const) {
	test.describe(`on ${device}`, () => {
		test.use({ viewport });
		test('a signed postback becomes a paid withdrawal', async ({ context, product }) => {
			test.slow();
			const harbor = { name: 'Harbor Builders', passPrice: 71 };
			const account = await addGameAccount(product, [{ name: 'Lantern Woods', passPrice: 7 }, harbor]);
			await walkTheStory({
				context,
				product,
				email: `${randomUUID()}@example.com`,
				gameAccount: account.name,
				async look(_, page) {
					if (page.url().startsWith(product.url)) await expectAccessible(page);
					await expectToFit(page, viewport.width);
				},
				pay: () => settleOrder(product, account.name),
			});
		});
	});
}
