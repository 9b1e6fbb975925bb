/**
 * The import rule, as one ordered list for each side: an import may only point down its list, and folders on one row do
 * not import each other. Tests may import anything.
 */
const serverRows = [
	['server/([^/]+\\.ts$|app/|backup/|books/|seed/|site-export/|spread/|start/)'],
	['server/admin/', 'server/account-deletion/', 'server/home/', 'server/operations/'],
	['server/treasury/'],
	['server/offerwalls/', 'server/withdrawals/', 'server/promotions/', 'server/fraud/', 'server/wind-down/'],
	['server/adjustments/', 'server/tickets/'],
	['server/accounts/', 'server/public-proof/'],
	['server/ledger/', 'server/platform/', 'server/notifications/'],
	['server/lib/'],
	['contract/'],
];

const webRows = [
	['web/(app/|[^/]+\\.tsx?$)'],
	[
		'web/home/',
		'web/help/',
		'web/legal/',
		'web/accounts/',
		'web/offerwalls/',
		'web/withdrawals/',
		'web/admin/',
		'web/notices/',
		'web/threads/',
		'web/proof/',
	],
	['web/ui/', 'web/lib/'],
	['contract/'],
];

/** What proves the product: it may use all of it, and what stands below in this list. */
const toolRows = [['proof/trials/'], ['proof/bench/'], ['e2e/'], ['proof/histories/'], ['test/']];

const TEST = '\\.test\\.(ts|tsx|mjs)$';

function rulesOf(side, rows) {
	return rows.flatMap((row, index) => {
		const above = rows.slice(0, index).flat();
		return row.map((folder) => {
			// The building blocks of pages may use each other.
			const neighbours = row.filter((other) => other !== folder && !/(ui|lib)\//.test(folder));
			const forbidden = [...above, ...neighbours];
			return {
				name: `${side}: ${folder} imports only what is below it`,
				severity: 'error',
				from: { path: `^${folder}`, pathNot: TEST },
				to: { path: forbidden.length > 0 ? forbidden.map((other) => `^${other}`).join('|') : '^$' },
			};
		});
	});
}

/** Folders that know nothing of each other, whatever the direction. */
function apart(name, from, to) {
	return { name, severity: 'error', from: { path: from, pathNot: TEST }, to: { path: to } };
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
	forbidden: [
		...rulesOf('server', serverRows),
		...rulesOf('web', webRows),
		...rulesOf('tools', toolRows),
		apart('web and server meet only in the contract', '^web/', '^server/'),
		apart('web and server meet only in the contract (the other way)', '^server/', '^web/'),
		apart('the product knows nothing of the sandbox', '^(server|web|contract)/', '^(sandbox|proof|test|e2e)/'),
		apart('the sandbox knows nothing of the product', '^sandbox/', '^(server|web|contract|proof|test|e2e)/'),
		apart('the contract does no input or output', '^contract/', '^(node:|(fs|http|path|crypto)$)'),
		{
			// What is loaded on demand may point back at whoever loads it.
			name: 'no cycles',
			severity: 'error',
			from: {},
			to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '^(build|node_modules|\\.react-router|web/texts)/' },
		tsPreCompilationDeps: true,
		parser: 'swc',
		enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
	},
};
