import { isUuidForm } from '../accounts/external-ids/external-ids.ts';
import { type FoundAccount, HIDDEN_HASH, type Method, type PlannedAccount, planAccount } from './plan-account.ts';
import { amountOf, fieldOf } from './sources/document-values.ts';
import type { Mapping } from './sources/mapping.ts';
import type { SourceAccount, SourceDocument } from './sources/source.ts';

export type Difference = { id: string; source: unknown; imported: number; reason: string };

export type MovePlan = {
	accounts: PlannedAccount[];
	found: number;
	methods: Record<Method, number>;
	skipped: { id: string; reason: string }[];
	problems: { id: string; problem: string }[];
	differences: Difference[];
	total: number;
	admins: number;
};

export function createMovePlan(documents: Map<string, SourceDocument['data']>, mapping: Mapping) {
	const found = new Map<string, FoundAccount>();
	const plan: MovePlan = {
		...{ accounts: [], found: 0, skipped: [], problems: [], differences: [], total: 0, admins: 0 },
		methods: { password: 0, google: 0, phone: 0, anonymous: 0, other: 0 },
	};
	let hidden = 0;

	function add(account: SourceAccount): void {
		plan.found += 1;
		const { localId: id } = account;
		const reason = found.has(id) ? 'the id occurs twice' : refusalOf(id);
		if (reason) return void plan.skipped.push({ id: String(id), reason });
		if (account.passwordHash === HIDDEN_HASH) hidden += 1;
		const one = planAccount(account, documents.get(id) ?? {}, mapping);
		documents.delete(id);
		found.set(id, one);
		for (const method of one.methods) plan.methods[method] += 1;
		plan.total += one.planned.balance;
		if (one.planned.isAdmin) plan.admins += 1;
		if (one.difference) plan.differences.push({ id, imported: one.planned.balance / 100, ...one.difference });
	}

	function end(): MovePlan {
		const all = [...found.values()].sort((a, b) => (a.planned.id < b.planned.id ? -1 : 1));
		keepOneAddressEach(all);
		nameSharedGameAccounts(all);
		if (hidden > 0) plan.problems.push({ id: '*', problem: hiddenHashes(hidden) });
		for (const { planned, problems } of all) {
			plan.accounts.push(planned);
			plan.problems.push(...problems.map((problem) => ({ id: planned.id, problem })));
		}
		for (const [id, data] of documents) {
			const reason = 'a document without an account';
			const { cents } = amountOf(fieldOf(data, mapping.users.balance));
			plan.total += cents;
			plan.problems.push({ id, problem: reason });
			if (cents > 0) plan.differences.push({ id, source: cents / 100, imported: 0, reason });
		}
		return plan;
	}

	return { add, end };
}

const hiddenHashes = (count: number) =>
	`${count} password hashes are hidden: the service account needs firebaseauth.configs.getHashConfig (role Firebase Authentication Admin)`;

function refusalOf(id: unknown): string | undefined {
	if (typeof id !== 'string' || !/^[^\0]{1,128}$/s.test(id)) return 'the id is not 1 to 128 characters';
	return isUuidForm(id) ? 'the id has the form of a uid' : undefined;
}

function keepOneAddressEach(all: readonly FoundAccount[]): void {
	for (const [email, sharing] of Map.groupBy(all, ({ planned }) => planned.email)) {
		const owner = sharing.find(({ planned }) => planned.verified) ?? sharing[0];
		for (const one of email === undefined ? [] : sharing) {
			if (one === owner) continue;
			one.problems.push(`the email address is that of ${owner?.planned.id}`);
			withoutAddress(one.planned);
		}
	}
}

export function withoutAddress(planned: PlannedAccount): void {
	Object.assign(planned, { email: undefined, verified: false, password: undefined, isAdmin: false });
}

function nameSharedGameAccounts(all: readonly FoundAccount[]): void {
	for (const [username, sharing] of Map.groupBy(all, (one) => one.username)) {
		for (const one of username === undefined ? [] : sharing) {
			const others = sharing.filter((other) => other !== one).slice(0, 5);
			if (others.length === 0) continue;
			one.problems.push(`the game account is also that of ${others.map(({ planned }) => planned.id).join(', ')}`);
		}
	}
}
