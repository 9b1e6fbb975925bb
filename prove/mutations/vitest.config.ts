import { defineConfig } from 'vitest/config';

/** The tests of the pure rules alone, without a database: what they do not notice is not noticed here. */
export default defineConfig({
	test: {
		include: [
			'server/ledger/transfer.test.ts',
			'server/offerwalls/{callback,callback-url,postback,raw-parameters,signature,wall,wall-frame,wall-guard}.test.ts',
			'server/withdrawals/{circuit,request-rules,review,withdrawal}.test.ts',
			'server/withdrawals/vendors/rbxcrate.test.ts',
			'server/identity/{age,device,one-time-code,password-policy}.test.ts',
		],
		maxWorkers: 1,
	},
});
