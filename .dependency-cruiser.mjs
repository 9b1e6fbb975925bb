import { Visitor } from '@swc/core/Visitor.js';

const { visitStatement } = Visitor.prototype;
/** This visitor, of the parser below, does not know `await using`. */
Visitor.prototype.visitStatement = function (statement) {
	const { type, decls: declarations } = statement;
	const isUsing = type === 'UsingDeclaration';
	return visitStatement.call(this, isUsing ? { ...statement, type: 'VariableDeclaration', declarations } : statement);
};

/** A file may import only from rows below its own. Tests may import anything. */
const serverRows = [
	['server/([^/]+\\.ts$|app/|backup/|books/|seed/|site-export/|spread/|start/)'],
	['server/admin/', 'server/account-deletion/', 'server/home/', 'server/operations/'],
	['server/treasury/', 'server/move-in/', 'server/growth/'],
	['server/offerwalls/', 'server/withdrawals/', 'server/promotions/', 'server/fraud/', 'server/wind-down/'],
	['server/adjustments/', 'server/tickets/', 'server/events-out/'],
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
		'web/growth/',
	],
	['web/ui/', 'web/lib/'],
	['contract/'],
];

/** Test tools may import the whole product. */
const toolRows = [['proof/trials/'], ['proof/bench/'], ['e2e/'], ['proof/histories/'], ['test/']];

const TEST = '\\.test\\.(ts|tsx|mjs)$';

function rulesOf(side, rows) {
	return rows.flatMap((row, index) => {
		const above = rows.slice(0, index).flat();
		return row.map((folder) => {
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
			// A module loaded on demand may import its loader.
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
