import { defineConfig } from 'vitest/config';

/** The tests of the pure rules alone, without a database: what they do not notice is not noticed here. */
export default defineConfig({
	test: {
		include: [
			'server/ledger/transfer.test.ts',
			'server/offerwalls/{callback,callback-url,postback,signature,wall,wall-frame}.test.ts',
			'server/identity/{device,password-policy}.test.ts',
		],
		maxWorkers: 1,
	},
});
