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
		'review/review': ['review/review'],
		'safety/circuit': ['safety/circuit'],
		'request/request-rules': ['request/request-rules'],
		'vendors/rbxcrate': ['vendors/rbxcrate', 'vendors/rbxcrate-answers'],
		'vendors/rbxcrate-callback': ['vendors/rbxcrate', 'vendors/rbxcrate-answers'],
	}),
	...rules('accounts', {
		'sign-in/age': ['sign-in/age'],
		'sign-in/one-time-code': ['sign-in/one-time-code'],
		'passwords/password-policy': ['passwords/password-policy'],
		'sessions/device': ['sessions/device'],
	}),
	...rules('offerwalls', {
		'postbacks/same-text': ['postbacks/same-text'],
		'postbacks/raw-parameters': ['postbacks/raw-parameters', 'postbacks/postback'],
		'postbacks/signature': ['postbacks/signature', 'postbacks/signatures'],
		'postbacks/postback': ['postbacks/postback', 'postbacks/signatures'],
		'postbacks/received-postback': ['postbacks/received-postback'],
		'walls/wall-guard': ['walls/wall-guard'],
		'walls/wall': ['walls/wall', 'walls/wall-frame', 'walls/callback-url'],
	}),
];
