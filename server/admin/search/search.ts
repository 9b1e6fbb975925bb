import { type SearchKind, searchKinds } from '../../../contract/admin/workplace.ts';
import type { Branding } from '../../../contract/branding.ts';
import type { CallResult } from '../../../contract/calls.ts';
import { formatRobux } from '../../../contract/money.ts';
import { isAllowed, type Permission } from '../../../contract/permissions.ts';
import { aliasDigest } from '../../accounts/external-ids/external-ids.ts';
import type { AccountMemory } from '../../accounts/memory/account-memory.ts';
import type { StaffCall } from '../../accounts/with-audit.ts';
import type { Database } from '../../lib/db/database.ts';
import { type Hit, selectHits } from './store-search.ts';

type Item = CallResult<'adminSearch'>['items'][number];

const needs: Record<SearchKind, Permission> = {
	user: 'read-user',
	withdrawal: 'read-withdrawals',
	transaction: 'read-user',
	claim: 'read-claims',
	thread: 'read-threads',
	address: 'handle-fraud',
};

const EACH_MAX = 6;

/** Excludes short text and email addresses, because the lookup is expensive. */
const LIKE_A_TRANSACTION = /^(?=.*\d)[^@]{4,}$/;

export type SearchDeps = { db: Database; memory: AccountMemory; words: Pick<Branding, 'currencySign'> };

export const adminSearch: StaffCall<'adminSearch', SearchDeps> = async (deps, { query }, { actor }) => {
	const { db, memory, words } = deps;
	const kinds = searchKinds.filter((kind) => actor.staffRole && isAllowed(actor.staffRole, needs[kind]));
	const look = { typed: query, most: EACH_MAX, digest: aliasDigest(memory, query) };
	const hits = await selectHits(
		db,
		kinds.filter((kind) => kind !== 'transaction'),
		look,
	);
	const mayBeTransaction =
		kinds.includes('transaction') && LIKE_A_TRANSACTION.test(query) && !hits.some(({ isWhole }) => isWhole);
	const transactions = mayBeTransaction ? await selectHits(db, ['transaction'], look) : [];
	return { items: [...transactions, ...hits].map((hit) => toItem(hit, words.currencySign)) };
};

function toItem(hit: Hit, sign: string): Item {
	const { kind, id, uid, called, amount, note } = hit;
	const person = hit.gameName ?? hit.name ?? hit.email ?? uid.slice(0, 8);
	const subtitle =
		kind === 'user' ? [hit.email, hit.gameName] : [person, amount !== null && `${formatRobux(amount)} ${sign}`, note];
	return {
		kind,
		id,
		title: kind === 'user' ? (hit.name ?? hit.gameName ?? uid) : kind === 'transaction' ? (called ?? id) : id,
		subtitle: [(kind === 'claim' || kind === 'thread') && called, ...subtitle].filter(Boolean).join(' · '),
		path: pathTo(hit),
	};
}

function pathTo({ kind, id, uid }: Hit): string {
	if (kind === 'withdrawal') return `/admin/withdrawals/${encodeURIComponent(id)}`;
	if (kind === 'thread') return `/admin/threads/${encodeURIComponent(id)}`;
	if (kind === 'claim') return `/admin/claims/${encodeURIComponent(id)}`;
	return `/admin/users/${uid}`;
}
