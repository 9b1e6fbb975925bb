import { Suspense } from 'react';
import type { AdminUser } from '../../../contract/admin/user.ts';
import { part } from '../../lib/optional.ts';
import { Badge, Notice, Skeleton } from '../../ui/basics.tsx';
import type { AdminPageProps } from '../pages.ts';
import { QuickAction } from '../ui/actions/quick-action.tsx';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { FactCard } from '../ui/fact-list.tsx';
import { unlessProposed } from '../ui/forms.tsx';
import { idInWords } from '../ui/in-words.ts';
import { NotThere } from '../ui/not-there.tsx';
import { CopyChip, ExactTime, formatAmount, TimeAgo, wrapping } from '../ui/values.tsx';
import { useView, ViewTabs } from '../ui/view-tabs.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';
import { UserActions } from './user-actions.tsx';
import { walletFacts } from './wallet-facts.tsx';

function UserSessions({ user: { uid, sessions } }: { user: AdminUser }) {
	return (
		<FactCard title="Sessions" facts={[]}>
			{sessions.length === 0 && <p className="text-sm text-soft">Not signed in.</p>}
			<ul className="grid gap-2 text-sm">
				{sessions.map(({ id, device, network, lastUsedAt, isCurrent }) => (
					<li key={id} className="flex items-center justify-between gap-4">
						<span className="min-w-0">
							{device}
							<span className="block text-soft">
								{network} · <TimeAgo timeMs={lastUsedAt} />
							</span>
						</span>
						{isCurrent ? (
							<span className="text-soft">Your session</span>
						) : (
							<QuickAction
								needs="end-sessions"
								label="Sign out"
								run={async ({ call }) => {
									const answer = await call('adminEndSessions', { uid, sessionId: id });
									return unlessProposed(answer, ({ ended }) =>
										ended > 0 ? 'Session ended.' : 'This session had already ended.',
									);
								}}
							/>
						)}
					</li>
				))}
			</ul>
		</FactCard>
	);
}

const UserFraud = part(() => import('../fraud/user-fraud.tsx'), 'UserFraud');

function UserFacts({ user }: { user: AdminUser }) {
	const { wallet, flags } = user;
	return (
		<div className="mb-6 grid items-start gap-4 lg:grid-cols-2">
			<div className="grid gap-4">
				<ProfileCard profile={user.profile} />
				<UserSessions user={user} />
			</div>
			<div className="grid gap-4">
				<FactCard
					title="Wallet"
					facts={[...walletFacts(wallet), { label: 'Admin adjustments', value: formatAmount(wallet.adjusted) }]}
				/>
				<FactCard
					title="Account status"
					facts={[
						{ label: 'Active chargebacks', value: `${flags.chargebacks} of ${flags.chargebacks_to_ban}` },
						{ label: 'Forgiven chargebacks', value: flags.chargebacks_forgiven },
					]}
				/>
				<Suspense>
					<UserFraud uid={user.uid} />
				</Suspense>
			</div>
		</div>
	);
}

function RefusedMail({ at, code }: { at: number; code: number }) {
	return (
		<span className="text-danger">
			{`Rejected by the mail server (${code})`} <ExactTime timeMs={at} />
		</span>
	);
}

function ProfileCard({ profile }: { profile: AdminUser['profile'] }) {
	const { email, email_verified, mail_refused, last_access, platform_user_id } = profile;
	const game = profile.roblox_username && `${profile.roblox_username} (${platform_user_id ?? ''})`;
	return (
		<FactCard
			title="Profile"
			facts={[
				{ label: 'Name', value: profile.name },
				{ label: 'Email', value: email && wrapping(`${email}${email_verified ? '' : ` (unverified)`}`) },
				...(mail_refused ? [{ label: 'Email delivery', value: <RefusedMail {...mail_refused} /> }] : []),
				{ label: 'Game account', value: game },
				{ label: 'Year of birth', value: profile.birth_year },
				{ label: 'Role', value: profile.role && idInWords(profile.role) },
				{ label: 'Authenticator app', value: profile.two_factor_enabled ? 'Set up' : 'Not set up' },
				{ label: 'Joined', value: <ExactTime timeMs={profile.created_at} /> },
				{ label: 'Last active', value: last_access === null ? 'Never' : <ExactTime timeMs={last_access} /> },
			]}
		/>
	);
}

const WaitingAdjustments = part(() => import('../dashboard/waiting-adjustments.tsx'), 'WaitingAdjustments');
const UserLedger = part(() => import('./user-ledger.tsx'), 'UserLedger');
const UserOffers = part(() => import('./user-lists.tsx'), 'UserOffers');
const UserWithdrawals = part(() => import('./user-lists.tsx'), 'UserWithdrawals');
const UserPostbacks = part(() => import('./user-lists.tsx'), 'UserPostbacks');
const UserDone = part(() => import('./user-lists.tsx'), 'UserDone');
const UserThreads = part(() => import('../tickets/user-threads.tsx'), 'UserThreads');

const texts = { failed: "Couldn't load the user." };

const views = {
	ledger: 'Ledger',
	offers: 'Offers',
	withdrawals: 'Withdrawals',
	callbacks: 'Postbacks',
	messages: 'Messages',
	actions: 'Actions',
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export default function UserPage({ heading, params: { uid = '' } }: AdminPageProps) {
	if (UUID.test(uid)) return <UserOf heading={heading} uid={uid} />;
	return (
		<>
			<AdminHeading heading={heading} />
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
				<AdminHeading heading={heading} />
				{isMissing ? (
					<NoSuchUser />
				) : error ? (
					<RetryNotice error={error} onRetry={retry} />
				) : (
					<Skeleton className="h-96 w-full rounded-card" />
				)}
			</>
		);
	}
	return (
		<>
			<AdminHeading
				heading={user.profile.roblox_username ?? user.profile.name ?? uid.slice(0, 8)}
				lead={<CopyChip text={uid} />}
				actions={<Flags user={user} />}
			/>
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
			{profile.role !== null && <Badge tone="plain">{idInWords(profile.role)}</Badge>}
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
