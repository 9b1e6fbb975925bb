import { lazy, Suspense } from 'react';
import { useUserDocument } from '../../lib/calls/clients.tsx';
import { DownloadMyData } from '../../lib/calls/download-my-data.tsx';
import { messageOf } from '../../lib/calls/refusal.ts';
import { optional } from '../../lib/optional.ts';
import { m } from '../../texts/messages.js';
import { RetryNotice } from '../../ui/notices/retry-notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TallLink } from '../../ui/text-link.tsx';
import { WhoYouAre } from '../sign-up/who-you-are.tsx';
import { AccountSection, Fact } from './account-section.tsx';
import { useOwnAccount } from './own-account.tsx';

const parts = () => import('./account-parts.ts').then(({ accountParts }) => accountParts);
const AuthenticatorSection = lazy(async () => ({ default: (await parts()).AuthenticatorSection }));
const DevicesSection = lazy(async () => ({ default: (await parts()).DevicesSection }));
const EmailSection = lazy(async () => ({ default: (await parts()).EmailSection }));
const PasswordSection = lazy(async () => ({ default: (await parts()).PasswordSection }));
const PasskeySection = lazy(async () => ({ default: (await parts()).PasskeySection }));
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
						<PasswordSection account={account} />
						<EmailSection account={account} />
						{account.isInvited && <InviteSection account={account} />}
						<AuthenticatorSection account={account} />
						<PasskeySection />
						{account.provider && <ProviderSection account={account} />}
						<DevicesSection />
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

function YourData() {
	return (
		<AccountSection id="data" title={m.identity_your_data()} lead={m.identity_take_it()}>
			<div className="grid gap-3">
				<Fact label={m.identity_a_copy()}>
					<span className="font-normal">{m.identity_everything_that_is_kept_about()}</span>
				</Fact>
				<DownloadMyData />
			</div>
			{[
				{ title: m.claims_title(), lead: m.claims_account_lead(), to: '/claims', link: m.claims_all() },
				{ title: m.threads_title(), lead: m.threads_lead(), to: '/threads', link: m.threads_all() },
				{
					title: m.common_delete_account(),
					lead: m.identity_credentials_earnings_and_withdrawal_history(),
					to: '/delete-account',
					link: m.common_delete_my_account(),
				},
			].map(({ title, lead, to, link }) => (
				<Fact
					key={to}
					label={title}
					action={
						<TallLink to={to} className="max-w-full shrink-0">
							{link}
						</TallLink>
					}
				>
					<span className="font-normal">{lead}</span>
				</Fact>
			))}
		</AccountSection>
	);
}
