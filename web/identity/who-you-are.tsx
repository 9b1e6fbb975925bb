import { useState } from 'react';
import { accountMessages } from '../../contract/account-messages.ts';
import type { AccountAnswer } from '../../contract/identity.ts';
import { sendApplicationEvent } from '../lib/application-events.ts';
import { useUserDocument } from '../lib/clients.tsx';
import { messageOf } from '../lib/refusal.ts';
import { words } from '../lib/words.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useAccountRequests } from './account-requests.ts';
import { AccountSection, Fact } from './account-section.tsx';
import { useOwnAccount } from './own-account.tsx';

/** @param account undefined while it is loading. */
export function WhoYouAre({ account }: { account: AccountAnswer | undefined }) {
	return (
		<AccountSection id="you" title="Who you are" lead="The person behind the balance, and the account that is paid.">
			<Fact label="E-mail">
				{account ? (
					<span className="flex flex-wrap items-center gap-x-3 gap-y-1">
						{account.email}
						<Badge tone={account.emailVerified ? 'good' : 'waiting'}>
							{account.emailVerified ? 'Verified' : 'Not verified'}
						</Badge>
					</span>
				) : (
					<Skeleton className="h-4 w-56" />
				)}
			</Fact>
			{account && !account.emailVerified && <UnverifiedEmail email={account.email} />}
			<Fact label="Name">{account ? account.name : <Skeleton className="h-4 w-28" />}</Fact>
			<GameAccount />
		</AccountSection>
	);
}

type Sending = { kind: 'idle' | 'sending' } | { kind: 'sent' | 'refused'; message: string };

function UnverifiedEmail({ email }: { email: string }) {
	const { mailVerificationAgain } = useAccountRequests();
	const { ask: refreshAccount } = useOwnAccount();
	const [sending, setSending] = useState<Sending>({ kind: 'idle' });

	async function sendAgain(): Promise<void> {
		if (sending.kind === 'sending') return;
		setSending({ kind: 'sending' });
		try {
			const { sent } = await mailVerificationAgain();
			if (!sent) void refreshAccount();
			const message = sent ? accountMessages.verificationMailSent(email) : accountMessages.alreadyVerified;
			setSending({ kind: 'sent', message });
		} catch (error) {
			setSending({ kind: 'refused', message: messageOf(error, accountMessages.failed) });
		}
	}

	return (
		<div className="flex items-center justify-between gap-x-4 gap-y-3 rounded-control bg-warn-tint p-4 text-sm max-sm:flex-wrap">
			<p
				role="status"
				className={`min-w-0 [overflow-wrap:anywhere] ${sending.kind === 'refused' ? 'text-danger' : ''}`}
			>
				{'message' in sending ? sending.message : 'Confirm your address with the link in the mail that we sent you.'}
			</p>
			<Button look="quiet" className="min-h-11 shrink-0" onClick={sendAgain}>
				{sending.kind === 'sending' ? 'Sending…' : 'Send the mail again'}
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
			label={`${words.platformName} account`}
			action={
				<Button
					look="quiet"
					className="min-h-11"
					disabled={!document}
					aria-label={username ? `Change your ${words.platformName} account` : `Link a ${words.platformName} account`}
					onClick={() => sendApplicationEvent('username-wanted')}
				>
					{username || !document ? 'Change' : 'Link'}
				</Button>
			}
		>
			<span className="flex min-h-8 items-center gap-2">
				{document && username && (
					<Avatar src={document.avatar_url} username={username} className="size-8 border border-line text-xs" />
				)}
				{document ? username ? `@${username}` : 'Not linked yet' : <Skeleton className="h-4 w-28" />}
			</span>
		</Fact>
	);
}
