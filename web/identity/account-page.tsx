import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { accountMessages } from '../../contract/account-messages.ts';
import { DownloadMyData } from '../lib/download-my-data.tsx';
import { messageOf } from '../lib/refusal.ts';
import { Button, textLinkLook } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { AccountSection, Fact } from './account-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { EmailSection } from './email-section.tsx';
import { useOwnAccount } from './own-account.tsx';
import { PasswordSection } from './password-section.tsx';
import { WhoYouAre } from './who-you-are.tsx';

// For admins only.
const AuthenticatorSection = lazy(() =>
	import('./authenticator-section.tsx').then(({ AuthenticatorSection }) => ({ default: AuthenticatorSection })),
);

export default function AccountPage() {
	const { answer: account, error, ask } = useOwnAccount();
	return (
		<div className="mx-auto max-w-5xl px-4 py-8 sm:px-6 sm:py-12">
			<PageTitle>Account</PageTitle>
			<PageHeading lead="Who you are here, how you sign in, and where you are signed in.">Account</PageHeading>
			{error !== undefined && !account ? (
				<Notice tone="error">
					<div className="flex flex-wrap items-center justify-between gap-3">
						{messageOf(error, accountMessages.failedToLoad)}
						<Button look="quiet" className="min-h-11 text-ink" onClick={() => void ask()}>
							Try again
						</Button>
					</div>
				</Notice>
			) : (
				<div aria-busy={!account}>
					<WhoYouAre account={account} />
					<PasswordSection account={account} />
					<EmailSection account={account} />
					{/* What follows is as long as it is: it comes when it is known what stands above it. */}
					{account && (
						<Suspense>
							{account.isAdmin && <AuthenticatorSection account={account} />}
							<DevicesSection />
							<YourData />
						</Suspense>
					)}
				</div>
			)}
		</div>
	);
}

function YourData() {
	return (
		<AccountSection id="data" title="Your data" lead="Take it with you, or leave.">
			<div className="grid gap-3">
				<Fact label="A copy">
					<span className="font-normal">Everything that is kept about you, in one file.</span>
				</Fact>
				<DownloadMyData />
			</div>
			<Fact
				label="Delete account"
				action={
					<Link to="/delete-account" className={`${textLinkLook} inline-flex min-h-11 shrink-0 items-center`}>
						Delete my account
					</Link>
				}
			>
				<span className="font-normal">Credentials, earnings and withdrawal history are deleted for good.</span>
			</Fact>
		</AccountSection>
	);
}
