import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { DELETE_CONFIRMATION } from '../../contract/limits.ts';
import { formatAmount } from '../lib/amount.ts';
import { useUserDocument } from '../lib/clients.tsx';
import { DownloadMyData } from '../lib/download-my-data.tsx';
import { words } from '../lib/words.ts';
import { Button, TextButton, textLinkLook } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { AlertIcon } from '../ui/icons.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { DeletionRefusal } from './deletion-refusal.ts';
import { useDeleteAccount } from './use-delete-account.ts';

export default function DeleteAccountPage() {
	return (
		<div className="mx-auto max-w-2xl px-4 py-8 sm:px-6 sm:py-12">
			<PageTitle>Delete account</PageTitle>
			<PageHeading lead="A deleted account cannot be brought back.">Delete account</PageHeading>
			<div className="grid gap-6">
				<section className="rounded-card border border-line bg-card p-5 raised sm:p-6">
					<h2 className="font-bold tracking-tight">Keep a copy first</h2>
					<p className="mt-2 mb-4 text-sm text-soft">
						A file with everything that is kept about you: profile, offers, withdrawals, every movement of your balance,
						and your devices.
					</p>
					<DownloadMyData />
				</section>
				<DeletionForm />
			</div>
		</div>
	);
}

function DeletionForm() {
	const [typed, setTyped] = useState('');
	const { progress, deleteAccount, signOut } = useDeleteAccount();
	const isDeleting = progress.kind === 'deleting';
	const isConfirmed = typed === DELETE_CONFIRMATION;

	function onSubmit(event: FormEvent): void {
		event.preventDefault();
		// Enter in the text box submits as well, whatever the button looks like.
		if (isConfirmed && !isDeleting) void deleteAccount();
	}

	return (
		<form
			noValidate
			onSubmit={onSubmit}
			className="grid gap-4 rounded-card border border-line bg-card p-5 raised sm:p-6"
		>
			<Warning />
			<Field
				label={`Type ${DELETE_CONFIRMATION} to confirm`}
				autoComplete="off"
				autoCapitalize="words"
				spellCheck={false}
				value={typed}
				readOnly={isDeleting}
				onChange={(event) => setTyped(event.currentTarget.value)}
				hint={typed !== '' && !isConfirmed && `Exactly ${DELETE_CONFIRMATION}, with a capital D and nothing else.`}
			/>
			<Button look="danger" type="submit" disabled={!isConfirmed || isDeleting}>
				{isDeleting ? 'Deleting…' : 'Delete my account'}
			</Button>
			{progress.kind === 'refused' && <Refused refusal={progress.refusal} onSignOut={signOut} />}
		</form>
	);
}

function Warning() {
	return (
		<div className="flex gap-3 rounded-control bg-danger-tint p-4 text-sm text-danger">
			<AlertIcon className="mt-px size-5" />
			<div className="grid min-w-0 flex-1 gap-2">
				<p className="font-semibold">
					Your credentials, earnings and withdrawal history are permanently deleted. You are signed out everywhere.
				</p>
				<LostBalance />
			</div>
		</div>
	);
}

function LostBalance() {
	const user = useUserDocument();
	if (user.kind === 'loading') {
		return (
			<p>
				<span className="sr-only">Loading your balance</span>
				<Skeleton className="h-4 w-56 max-w-full" />
			</p>
		);
	}
	if (user.kind === 'failed') return <p>What is left in your balance is lost, and what is still pending.</p>;
	const { robux } = user.document;
	if (robux <= 0) return <p>{words.currencyName} that are still pending are lost.</p>;
	return (
		<p>
			You lose your balance of <strong className="figures whitespace-nowrap">{formatAmount(robux)}</strong>, and what is
			still pending.{' '}
			<Link to="/withdraw" className="whitespace-nowrap underline underline-offset-4">
				Withdraw it first
			</Link>
		</p>
	);
}

function Refused({ refusal, onSignOut }: { refusal: DeletionRefusal; onSignOut: () => Promise<void> }) {
	return (
		<Notice tone="error">
			<p className="font-semibold">{refusal.message}</p>
			{refusal.way === 'sign-in' && (
				<p className="mt-2 text-ink">
					<Link to="/login?next=/delete-account" className={textLinkLook}>
						Sign in again
					</Link>{' '}
					with your password or Google and come back here. From the app:{' '}
					<TextButton onClick={onSignOut}>sign out here</TextButton>, then tap Withdraw in the app.
				</p>
			)}
			{refusal.way === 'wait-for-withdrawal' && (
				<p className="mt-2 text-ink">
					See where it stands in your{' '}
					<Link to="/withdraw-history" className={textLinkLook}>
						withdraw history
					</Link>
					.
				</p>
			)}
		</Notice>
	);
}
