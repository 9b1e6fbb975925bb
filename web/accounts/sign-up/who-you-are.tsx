import type { AccountAnswer } from '../../../contract/accounts/identity.ts';
import { sendApplicationEvent } from '../../lib/application-events.ts';
import { useUserDocument } from '../../lib/calls/clients.tsx';
import { useSending } from '../../lib/use-sending.ts';
import { m } from '../../texts/messages.js';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAccountRequests } from '../account/account-requests.ts';
import { AccountSection, Fact } from '../account/account-section.tsx';
import { useOwnAccount } from '../account/own-account.tsx';

export function WhoYouAre({ account }: { account: AccountAnswer }) {
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
