import { lazy, Suspense } from 'react';
import type { AdminUser } from '../../../contract/admin/user.ts';
import { formatAmount } from '../ui/amount.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { FactCard } from '../ui/fact-list.tsx';
import { UserSessions } from './user-sessions.tsx';

const UserFraud = lazy(() => import('../fraud/user-fraud.tsx').then(({ UserFraud }) => ({ default: UserFraud })));

const texts = {
	profile: 'Profile',
	name: 'Name',
	email: 'Email',
	unconfirmed: 'unverified',
	birthYear: 'Year of birth',
	twoFactor: 'Authenticator app',
	on: 'Set up',
	off: 'Not set up',
	role: 'Role',
	game: 'Game account',
	mails: 'Email delivery',
	refused: (code: number) => `Rejected by the mail server (${code})`,
	joined: 'Joined',
	lastHere: 'Last active',
	wallet: 'Wallet',
	balance: 'Balance',
	pending: 'On hold',
	held: 'In payout',
	earned: 'Total earned',
	withdrawn: 'Total withdrawn',
	adjusted: 'Admin adjustments',
	standing: 'Account status',
	chargebacks: 'Active chargebacks',
	of: (count: number, limit: number) => `${count} of ${limit}`,
	forgiven: 'Forgiven chargebacks',
	none: 'None',
	never: 'Never',
};

export function UserFacts({ user }: { user: AdminUser }) {
	const { wallet, flags } = user;
	return (
		<div className="mb-6 grid items-start gap-4 lg:grid-cols-2">
			<div className="grid gap-4">
				<ProfileCard profile={user.profile} />
				<UserSessions user={user} />
			</div>
			<div className="grid gap-4">
				<FactCard
					title={texts.wallet}
					facts={[
						{ label: texts.balance, value: <strong>{formatAmount(wallet.robux)}</strong> },
						{ label: texts.pending, value: formatAmount(wallet.pending) },
						{ label: texts.held, value: formatAmount(wallet.held) },
						{ label: texts.earned, value: formatAmount(wallet.earned) },
						{ label: texts.withdrawn, value: formatAmount(wallet.withdrawn) },
						{ label: texts.adjusted, value: formatAmount(wallet.adjusted) },
					]}
				/>
				<FactCard
					title={texts.standing}
					facts={[
						{ label: texts.chargebacks, value: texts.of(flags.chargebacks, flags.chargebacks_to_ban) },
						{ label: texts.forgiven, value: flags.chargebacks_forgiven },
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
			{texts.refused(code)} <ExactTime timeMs={at} />
		</span>
	);
}

function ProfileCard({ profile }: { profile: AdminUser['profile'] }) {
	const { email, email_verified, mail_refused, last_access, platform_user_id } = profile;
	const game = profile.roblox_username && `${profile.roblox_username} (${platform_user_id ?? ''})`;
	return (
		<FactCard
			title={texts.profile}
			facts={[
				{ label: texts.name, value: profile.name ?? texts.none },
				{
					label: texts.email,
					value: email ? `${email}${email_verified ? '' : ` (${texts.unconfirmed})`}` : texts.none,
				},
				...(mail_refused ? [{ label: texts.mails, value: <RefusedMail {...mail_refused} /> }] : []),
				{ label: texts.game, value: game ?? texts.none },
				{ label: texts.birthYear, value: profile.birth_year ?? texts.none },
				{ label: texts.role, value: profile.role ?? texts.none },
				{ label: texts.twoFactor, value: profile.two_factor_enabled ? texts.on : texts.off },
				{ label: texts.joined, value: <ExactTime timeMs={profile.created_at} /> },
				{ label: texts.lastHere, value: last_access === null ? texts.never : <ExactTime timeMs={last_access} /> },
			]}
		/>
	);
}
