import type { ReactNode } from 'react';
import type { AdminUser } from '../../../contract/admin/user.ts';
import { Badge, Skeleton, TextLink } from '../../ui/basics.tsx';
import { type Fact, FactCard } from '../ui/fact-list.tsx';
import { formatAmount, TimeAgo } from '../ui/values.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';
import { kindInWords } from '../users/ledger-words.ts';
import { walletFacts } from '../users/wallet-facts.tsx';

const LATEST = 5;

export function UserBeside({ uid }: { uid: string }) {
	const about = { uid, limit: LATEST };
	const user = useAdminQuery('adminGetUser', { uid }, { failed: "Couldn't load the user." });
	const offers = useAdminQuery('adminGetUserOffers', about, { failed: "Couldn't load the user's offers." });
	const ledger = useAdminQuery('adminGetUserLedger', about, { failed: "Couldn't load the user's ledger." });
	return (
		<>
			<Part {...user}>{user.data && <Wallet user={user.data} />}</Part>
			<Part {...offers}>
				<Latest
					title="Latest offers"
					all={`/admin/users/${uid}?show=offers`}
					none="No offers yet."
					lines={offers.data?.items.map(({ id, name, earning_source, amount, timestamp }) => ({
						...{ id, amount, at: timestamp, what: name ?? earning_source ?? 'Reward' },
					}))}
				/>
			</Part>
			<Part {...ledger}>
				<Latest
					title="Latest history"
					all={`/admin/users/${uid}`}
					none="No ledger entries yet."
					lines={ledger.data?.items.map((line) => ({
						...{ id: line.id, amount: line.change, at: line.at, what: kindInWords(line) },
					}))}
				/>
			</Part>
		</>
	);
}

type PartProps = { error: string | undefined; data: unknown; retry: () => Promise<unknown>; children: ReactNode };

function Part({ error, data, retry, children }: PartProps) {
	if (error && !data) return <RetryNotice error={error} onRetry={retry} />;
	return data ? children : <Skeleton className="h-44 w-full rounded-card" />;
}

function Wallet({ user: { wallet, flags } }: { user: AdminUser }) {
	return (
		<FactCard
			title="Wallet"
			badge={
				flags.banned_at !== null ? (
					<Badge tone="bad">Banned</Badge>
				) : (
					flags.paused_reason !== null && <Badge tone="waiting">Withdrawals paused</Badge>
				)
			}
			facts={walletFacts(wallet)}
		/>
	);
}

type Line = { id: string; what: string; amount: number; at: number };
type LatestProps = { title: string; all: string; none: string; lines: readonly Line[] | undefined };

function Latest({ title, all, none, lines = [] }: LatestProps) {
	const facts: Fact[] = lines.map(({ id, what, amount, at }) => ({
		key: id,
		label: what,
		value: (
			<>
				{formatAmount(amount)}
				<span className="block text-xs text-soft">
					<TimeAgo timeMs={at} />
				</span>
			</>
		),
	}));
	return (
		<FactCard
			title={title}
			facts={facts}
			badge={
				<TextLink to={all} className="text-sm">
					Show all
				</TextLink>
			}
		>
			{lines.length === 0 && <p className="text-sm text-soft">{none}</p>}
		</FactCard>
	);
}
