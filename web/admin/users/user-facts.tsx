import { lazy, Suspense } from 'react';
import type { AdminUser } from '../../../contract/admin/user.ts';
import { formatAmount } from '../ui/amount.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { FactCard } from '../ui/fact-list.tsx';
import { UserSessions } from './user-sessions.tsx';
import { walletFacts } from './wallet-facts.tsx';

const UserFraud = lazy(() => import('../fraud/user-fraud.tsx').then(({ UserFraud }) => ({ default: UserFraud })));

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
				{ label: 'Name', value: profile.name ?? 'None' },
				{ label: 'Email', value: email ? `${email}${email_verified ? '' : ` (unverified)`}` : 'None' },
				...(mail_refused ? [{ label: 'Email delivery', value: <RefusedMail {...mail_refused} /> }] : []),
				{ label: 'Game account', value: game ?? 'None' },
				{ label: 'Year of birth', value: profile.birth_year ?? 'None' },
				{ label: 'Role', value: profile.role ?? 'None' },
				{ label: 'Authenticator app', value: profile.two_factor_enabled ? 'Set up' : 'Not set up' },
				{ label: 'Joined', value: <ExactTime timeMs={profile.created_at} /> },
				{ label: 'Last active', value: last_access === null ? 'Never' : <ExactTime timeMs={last_access} /> },
			]}
		/>
	);
}
