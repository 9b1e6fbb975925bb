import { Suspense } from 'react';
import type { AccountAnswer } from '../../../contract/accounts/identity.ts';
import { sendApplicationEvent } from '../../lib/application-events.ts';
import { useUserDocument } from '../../lib/calls/clients.tsx';
import { DownloadMyData } from '../../lib/calls/download-my-data.tsx';
import { messageOf } from '../../lib/calls/refusal.ts';
import { optional, part } from '../../lib/optional.ts';
import { useSending } from '../../lib/use-sending.ts';
import { m } from '../../texts/messages.js';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge, Button, Page, RetryNotice, Skeleton, TallLink } from '../../ui/basics.tsx';
import { AccountSection, Fact } from './account-section.tsx';
import { useAccountRequests, useOwnAccount } from './own-account.tsx';

function WhoYouAre({ account }: { account: AccountAnswer }) {
	return (
		<AccountSection id="you" title={m.identity_who_you_are()} lead={m.identity_the_person_behind_the_balance()}>
			<Fact label={m.identity_e_mail()}>
				<span className="flex flex-wrap items-center gap-x-3 gap-y-1">
					{account.email}
					<Badge tone={account.emailVerified ? 'good' : 'waiting'}>
						{account.emailVerified ? m.identity_verified() : m.identity_not_verified()}
					</Badge>
				</span>
			</Fact>
			{!account.emailVerified && <UnverifiedEmail email={account.email} />}
			<Fact label={m.identity_name()}>
				<bdi>{account.name}</bdi>
			</Fact>
			<GameAccount />
		</AccountSection>
	);
}

function UnverifiedEmail({ email }: { email: string }) {
	const { mailVerificationAgain } = useAccountRequests();
	const { reload: refreshAccount } = useOwnAccount();
	const { answer, problem, isSending, send } = useSending<string>(m.refusal_auth_internal_error());

	async function mailAgain(): Promise<string> {
		const { sent } = await mailVerificationAgain();
		if (!sent) void refreshAccount();
		return sent ? m.identity_verification_mail_sent({ email }) : m.identity_already_verified();
	}

	return (
		<div className="flex items-center justify-between gap-x-4 gap-y-3 rounded-control bg-warn-tint p-4 text-sm max-sm:flex-wrap">
			<p role="status" className={`min-w-0 [overflow-wrap:anywhere] ${problem ? 'text-danger' : ''}`}>
				{problem ?? answer ?? m.identity_confirm_your_address_with_the_link()}
			</p>
			<Button look="quiet" className="min-h-11 shrink-0" onClick={() => void send(mailAgain)}>
				{isSending ? m.common_sending() : m.identity_send_the_mail_again()}
			</Button>
		</div>
	);
}

function GameAccount() {
	const user = useUserDocument();
	const document = user.kind === 'ready' ? user.document : undefined;
	const username = document?.roblox_username ?? null;
	return (
		<Fact
			label={m.identity_platform_account()}
			action={
				<Button
					look="quiet"
					className="min-h-11"
					disabled={!document}
					aria-label={username ? m.identity_change_your_platform_account() : m.identity_link_a_platform_account()}
					onClick={() => sendApplicationEvent('username-wanted')}
				>
					{username || !document ? m.common_change() : m.identity_link()}
				</Button>
			}
		>
			<span className="flex min-h-8 items-center gap-2">
				{document && username && (
					<Avatar src={document.avatar_url} username={username} className="size-8 border border-line text-xs" />
				)}
				{document ? username ? `@${username}` : m.identity_not_linked_yet() : <Skeleton className="h-4 w-28" />}
			</span>
		</Fact>
	);
}

const parts = () => import('./account-parts.ts').then(({ accountParts }) => accountParts);
const AuthenticatorSection = part(parts, 'AuthenticatorSection');
const DevicesSection = part(parts, 'DevicesSection');
const EmailSection = part(parts, 'EmailSection');
const PasswordSection = part(parts, 'PasswordSection');
const PasskeySection = part(parts, 'PasskeySection');
const PushSection = part(parts, 'PushSection');
const ProviderSection = optional(async () => (await parts()).ProviderSection);
const PromoCode = optional(async () => (await parts()).PromoCode);
const PayoutCodes = optional(async () => (await parts()).PayoutCodes);
const InviteSection = optional(async () => (await parts()).InviteSection);

const inviting = { to: '/invite', label: m.growth_invite() };

export default function AccountPage() {
	const { answer: account, error, reload } = useOwnAccount();
	const isLoading = useUserDocument().kind === 'loading' || !account;
	return (
		<Page title={m.common_account()} lead={m.identity_who_you_are_here_how()} next={inviting}>
			{error !== undefined && !account ? (
				<RetryNotice error={messageOf(error, m.identity_failed_to_load())} onRetry={reload} />
			) : isLoading ? (
				<div aria-busy="true" className="grid gap-8 border-t border-line py-8">
					{[1, 2, 3].map((section) => (
						<Skeleton key={section} className="h-48 w-full rounded-card" />
					))}
				</div>
			) : (
				<>
					<WhoYouAre account={account} />
					<Suspense>
						<Support />
						<PasswordSection account={account} />
						<EmailSection account={account} />
						{account.isInvited && <InviteSection account={account} />}
						<AuthenticatorSection account={account} />
						<PasskeySection />
						{account.provider && <ProviderSection account={account} />}
						<DevicesSection />
						<PushSection />
						<PayoutCodes
							around={(codes) => (
								<AccountSection id="gift-cards" title={m.cards_title()} lead={m.cards_lead()}>
									{codes}
								</AccountSection>
							)}
						/>
						<AccountSection id="promo" title={m.promo_code()} lead={m.promo_lead()}>
							<PromoCode />
						</AccountSection>
						<YourData />
					</Suspense>
				</>
			)}
		</Page>
	);
}

function Support() {
	return (
		<AccountSection id="support" title={m.help_title()} lead={m.identity_support_lead()}>
			<LinkedFact title={m.threads_title()} lead={m.threads_lead()} to="/threads" link={m.threads_all()} />
			<LinkedFact title={m.claims_title()} lead={m.claims_account_lead()} to="/claims" link={m.claims_all()} />
		</AccountSection>
	);
}

function YourData() {
	return (
		<AccountSection id="data" title={m.identity_your_data()} lead={m.identity_take_it()}>
			<div className="grid gap-3">
				<Fact label={m.identity_a_copy()}>
					<span className="font-normal">{m.identity_everything_that_is_kept_about()}</span>
				</Fact>
				<DownloadMyData />
			</div>
			<LinkedFact
				title={m.common_delete_account()}
				lead={m.identity_credentials_earnings_and_withdrawal_history()}
				to="/delete-account"
				link={m.common_delete_my_account()}
			/>
		</AccountSection>
	);
}

type LinkedFactProps = { title: string; lead: string; to: string; link: string };

function LinkedFact({ title, lead, to, link }: LinkedFactProps) {
	return (
		<Fact
			label={title}
			action={
				<TallLink to={to} className="max-w-full shrink-0">
					{link}
				</TallLink>
			}
		>
			<span className="font-normal">{lead}</span>
		</Fact>
	);
}
