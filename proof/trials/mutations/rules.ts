export type RuleFile = { file: string; tests: readonly string[] };

const rules = (folder: string, files: Record<string, readonly string[]>): RuleFile[] =>
	Object.entries(files).map(([file, tests]) => ({
		file: `server/${folder}/${file}.ts`,
		tests: tests.map((test) => `server/${folder}/${test}.test.ts`),
	}));

export const ruleFiles: readonly RuleFile[] = [
	...rules('ledger', { transfer: ['transfer'] }),
	...rules('withdrawals', {
		withdrawal: ['withdrawal'],
		review: ['review'],
		circuit: ['circuit'],
		'request-rules': ['request-rules'],
		'vendors/rbxcrate': ['vendors/rbxcrate', 'vendors/rbxcrate-answers'],
		'vendors/rbxcrate-callback': ['vendors/rbxcrate', 'vendors/rbxcrate-answers'],
	}),
	...rules('identity', {
		age: ['age'],
		'one-time-code': ['one-time-code'],
		'password-policy': ['password-policy'],
		device: ['device'],
	}),
	...rules('offerwalls', {
		'same-text': ['same-text'],
		'raw-parameters': ['raw-parameters', 'postback'],
		signature: ['signature', 'partners/signatures'],
		postback: ['postback', 'partners/signatures'],
		callback: ['callback'],
		'wall-guard': ['wall-guard'],
		wall: ['wall', 'wall-frame', 'callback-url'],
	}),
];
