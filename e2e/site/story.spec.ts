import { randomUUID } from 'node:crypto';
import { test } from '../support/journey.ts';
import { expectSound, expectToFit, pageShowing, takePictures } from '../support/look.ts';
import { walkTheStory } from '../support/story.ts';
import { addGameAccount, settleOrder } from '../support/test-user.ts';

const phone = { width: 390, height: 844 };
test.use({ viewport: phone });

// spec: 1.withdraw, 2.processing, 4.form-success, 7.process-withdrawal
test('a signed postback becomes a paid withdrawal', async ({ context, product }) => {
	test.slow();
	const harbor = { name: 'Harbor Builders', passPrice: 71 };
	const account = await addGameAccount(product, [{ name: 'Lantern Woods', passPrice: 7 }, harbor]);
	await walkTheStory({
		context,
		product,
		email: `${randomUUID()}@example.com`,
		gameAccount: account.name,
		async look(step, shown) {
			const page = await pageShowing(shown);
			if (page.url().startsWith(product.url)) return expectSound(page, step);
			await expectToFit(page, phone.width);
			await takePictures(page, step);
		},
		pay: () => settleOrder(product, account.name),
	});
});
