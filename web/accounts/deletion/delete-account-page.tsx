import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { CallError } from '../../../contract/errors.ts';
import { DELETE_CONFIRMATION } from '../../../contract/limits.ts';
import { useCall, useDataClient, useSignOut, useUserDocument } from '../../lib/calls/clients.tsx';
import { DownloadMyData } from '../../lib/calls/download-my-data.tsx';
import { messageOf, reasonOf } from '../../lib/calls/refusal.ts';
import { formatAmount } from '../../lib/format/formats.ts';
import { m } from '../../texts/messages.js';
import { Button, Field, linkTo, Notice, Page, plainLinkTo, Skeleton, TextButton, withParts } from '../../ui/basics.tsx';
import { AlertIcon } from '../../ui/icons.tsx';
import { showToast } from '../../ui/toast.tsx';
import { SecondFactorForm } from '../sign-in/second-factor-form.tsx';

type DeletionRefusal = { message: string; way: 'none' | 'sign-in' | 'second-factor' | 'wait-for-withdrawal' };

type Progress = { kind: 'idle' } | { kind: 'deleting' } | { kind: 'refused'; refusal: DeletionRefusal };

const FAREWELL_MS = 30_000;

function useDeleteAccount() {
	const [progress, setProgress] = useState<Progress>({ kind: 'idle' });
	const call = useCall();
	const data = useDataClient();
	const endSession = useSignOut();
	const navigate = useNavigate();

	async function deleteAccount(): Promise<void> {
		setProgress({ kind: 'deleting' });
		try {
			await (data?.leave(() => call('deleteAccount', null)) ?? call('deleteAccount', null));
		} catch (error) {
			const refusal = refusalOf(error);
			if (error instanceof CallError && error.code === 'unauthenticated') showToast(refusal.message);
			return setProgress({ kind: 'refused', refusal });
		}
		// Replaces the history entry, so that Back does not return here.
		await navigate('/', { replace: true });
		showToast(m.deletion_account_deleted(), FAREWELL_MS);
		// The server has already ended the session; this signs out every tab.
		await endSession().catch((error) => console.warn('the ended session was not forgotten', error));
	}

	async function signOut(): Promise<void> {
		try {
			await endSession();
		} catch (error) {
			setProgress({ kind: 'refused', refusal: { message: refusalOf(error).message, way: 'sign-in' } });
		}
	}

	return { progress, deleteAccount, signOut };
}

function refusalOf(error: unknown): DeletionRefusal {
	const code = error instanceof CallError ? error.code : undefined;
	if (code === 'unauthenticated') return { message: m.refusal_must_be_logged_in(), way: 'none' };
	const message = messageOf(error, m.deletion_failed_to_delete_account());
	if (reasonOf(error) === 'requires-recent-login') return { message, way: 'sign-in' };
	if (reasonOf(error) === 'second-factor-needed') return { message, way: 'second-factor' };
	return { message, way: code === 'aborted' ? 'wait-for-withdrawal' : 'none' };
}

export default function DeleteAccountPage() {
	return (
		<Page title={m.common_delete_account()} lead={m.deletion_a_deleted_account_cannot()} className="max-w-2xl">
			<div className="grid gap-6">
				<section className="rounded-card border border-line bg-card p-5 raised sm:p-6">
					<h2 className="font-bold tracking-tight">{m.deletion_keep_a_copy_first()}</h2>
					<p className="mt-2 mb-4 text-sm text-soft">{m.deletion_a_file_with_everything()}</p>
					<DownloadMyData />
				</section>
				<DeletionForm />
			</div>
		</Page>
	);
}

function DeletionForm() {
	const [typed, setTyped] = useState('');
	const { progress, deleteAccount, signOut } = useDeleteAccount();
	const isDeleting = progress.kind === 'deleting';
	const isConfirmed = typed === DELETE_CONFIRMATION;

	function onSubmit(event: FormEvent): void {
		event.preventDefault();
		if (isConfirmed && !isDeleting) void deleteAccount();
	}

	return (
		<div className="grid gap-6">
			<form
				noValidate
				onSubmit={onSubmit}
				className="grid gap-4 rounded-card border border-line bg-card p-5 raised sm:p-6"
			>
				<Warning />
				<Field
					label={m.deletion_type_word_to_confirm({ word: DELETE_CONFIRMATION })}
					autoComplete="off"
					autoCapitalize="words"
					spellCheck={false}
					value={typed}
					readOnly={isDeleting}
					onChange={(event) => setTyped(event.currentTarget.value)}
					hint={typed !== '' && !isConfirmed && m.deletion_exactly_word_with_a_capital({ word: DELETE_CONFIRMATION })}
				/>
				<Button look="danger" type="submit" disabled={!isConfirmed || isDeleting}>
					{isDeleting ? m.deletion_deleting() : m.common_delete_my_account()}
				</Button>
				{progress.kind === 'refused' && <Refused refusal={progress.refusal} onSignOut={signOut} />}
			</form>
			{progress.kind === 'refused' && progress.refusal.way === 'second-factor' && (
				<SecondFactorForm onDone={() => void deleteAccount()} />
			)}
		</div>
	);
}

function Warning() {
	return (
		<div className="flex gap-3 rounded-control bg-danger-tint p-4 text-sm text-danger">
			<AlertIcon className="mt-px size-5" />
			<div className="grid min-w-0 flex-1 gap-2">
				<p className="font-semibold">{m.deletion_your_credentials_earnings_and_withdrawal()}</p>
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
				<span className="sr-only">{m.deletion_loading_your_balance()}</span>
				<Skeleton className="h-4 w-56 max-w-full" />
			</p>
		);
	}
	if (user.kind === 'failed') return <p>{m.deletion_what_is_left()}</p>;
	const { robux } = user.document;
	if (robux <= 0) return <p>{m.deletion_currency_that_are_still_pending()}</p>;
	return (
		<p>
			{withParts(m.deletion_you_lose_your_balance({ robux: formatAmount(robux) }), {
				b: (text) => <strong className="figures">{text}</strong>,
				link: plainLinkTo('/withdraw'),
			})}
		</p>
	);
}

function Refused({ refusal, onSignOut }: { refusal: DeletionRefusal; onSignOut: () => Promise<void> }) {
	return (
		<Notice tone="error">
			<p className="font-semibold">{refusal.message}</p>
			{refusal.way === 'sign-in' && (
				<p className="mt-2 text-ink">
					{withParts(m.deletion_sign_in_again(), {
						link: linkTo('/login?next=/delete-account'),
						button: (text) => <TextButton onClick={onSignOut}>{text}</TextButton>,
					})}
				</p>
			)}
			{refusal.way === 'wait-for-withdrawal' && (
				<p className="mt-2 text-ink">
					{withParts(m.deletion_see_where_it_stands(), { link: linkTo('/withdraw-history') })}
				</p>
			)}
		</Notice>
	);
}
