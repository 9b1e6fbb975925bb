import { lazy, Suspense } from 'react';
import type { AdminUser } from '../../../contract/admin/user.ts';
import { Badge } from '../../ui/badge.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { AdminPageProps } from '../pages.ts';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { CopyChip } from '../ui/copy-chip.tsx';
import { NotThere } from '../ui/not-there.tsx';
import { RetryNotice } from '../ui/retry-notice.tsx';
import { useView, ViewTabs } from '../ui/view-tabs.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { UserActions } from './user-actions.tsx';
import { UserFacts } from './user-facts.tsx';

const WaitingAdjustments = lazy(() =>
	import('../dashboard/waiting-adjustments.tsx').then(({ WaitingAdjustments }) => ({ default: WaitingAdjustments })),
);
const UserLedger = lazy(() => import('./user-ledger.tsx').then(({ UserLedger }) => ({ default: UserLedger })));
const UserOffers = lazy(() => import('./user-lists.tsx').then(({ UserOffers }) => ({ default: UserOffers })));
const UserWithdrawals = lazy(() =>
	import('./user-lists.tsx').then(({ UserWithdrawals }) => ({ default: UserWithdrawals })),
);
const UserPostbacks = lazy(() => import('./user-lists.tsx').then(({ UserPostbacks }) => ({ default: UserPostbacks })));
const UserDone = lazy(() => import('./user-lists.tsx').then(({ UserDone }) => ({ default: UserDone })));
const UserThreads = lazy(() =>
	import('../tickets/user-threads.tsx').then(({ UserThreads }) => ({ default: UserThreads })),
);

const texts = { failed: "Couldn't load the user." };

const views = [
	{ name: 'ledger', label: 'Ledger' },
	{ name: 'offers', label: 'Offers' },
	{ name: 'withdrawals', label: 'Withdrawals' },
	{ name: 'callbacks', label: 'Postbacks' },
	{ name: 'messages', label: 'Messages' },
	{ name: 'actions', label: 'Actions' },
] as const;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export default function UserPage({ heading, params: { uid = '' } }: AdminPageProps) {
	if (UUID.test(uid)) return <UserOf heading={heading} uid={uid} />;
	return (
		<>
			<AdminHeading>{heading}</AdminHeading>
			<NoSuchUser />
		</>
	);
}

function UserOf({ heading, uid }: { heading: string; uid: string }) {
	const shown = useView(views);
	const { data: user, error, isMissing, retry } = useAdminQuery('adminGetUser', { uid }, texts);
	if (!user) {
		return (
			<>
				<AdminHeading>{heading}</AdminHeading>
				{isMissing ? (
					<NoSuchUser />
				) : error ? (
					<RetryNotice error={error} onRetry={retry} />
				) : (
					<div aria-busy="true" className="grid gap-4 lg:grid-cols-2">
						<Skeleton className="h-64 w-full rounded-card" />
						<Skeleton className="h-64 w-full rounded-card" />
					</div>
				)}
			</>
		);
	}
	return (
		<>
			<AdminHeading lead={<CopyChip text={uid} />} actions={<Flags user={user} />}>
				{user.profile.roblox_username ?? user.profile.name ?? uid.slice(0, 8)}
			</AdminHeading>
			<UserActions user={user} />
			<Reasons user={user} />
			<Suspense>{user.adjustments.length > 0 && <WaitingAdjustments adjustments={user.adjustments} />}</Suspense>
			<UserFacts user={user} />
			<ViewTabs label="User details" views={views} shown={shown} />
			<Suspense key={shown} fallback={<Skeleton className="h-64 w-full rounded-card" />}>
				{shown === 'ledger' && <UserLedger uid={uid} />}
				{shown === 'offers' && <UserOffers uid={uid} />}
				{shown === 'withdrawals' && <UserWithdrawals uid={uid} />}
				{shown === 'callbacks' && <UserPostbacks uid={uid} />}
				{shown === 'messages' && <UserThreads uid={uid} />}
				{shown === 'actions' && <UserDone uid={uid} />}
			</Suspense>
		</>
	);
}

function NoSuchUser() {
	return <NotThere what="No user has this ID." back="/admin/users" label="All users" />;
}

function Flags({ user: { flags, profile } }: { user: AdminUser }) {
	return (
		<>
			{profile.role !== null && <Badge tone="plain">{profile.role}</Badge>}
			{flags.banned_at !== null && <Badge tone="bad">Banned</Badge>}
			{flags.paused_reason !== null && <Badge tone="waiting">Withdrawals paused</Badge>}
			{flags.deleted_at !== null && <Badge tone="plain">Deleted</Badge>}
		</>
	);
}

function Reasons({ user: { flags } }: { user: AdminUser }) {
	if (flags.ban_reason === null && flags.paused_reason === null) return null;
	return (
		<div className="mb-6">
			<Notice tone="info">
				{flags.ban_reason !== null && <p>{`Banned: ${flags.ban_reason}`}</p>}
				{flags.paused_reason !== null && <p>{`Withdrawals paused: ${flags.paused_reason}`}</p>}
			</Notice>
		</div>
	);
}
