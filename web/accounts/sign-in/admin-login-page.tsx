import { type FormEvent, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { ADMIN_ROLE } from '../../../contract/limits.ts';
import { useCall, useReadOwnRecord } from '../../lib/calls/clients.tsx';
import { messageOf } from '../../lib/calls/refusal.ts';
import { m } from '../../texts/messages.js';
import { Button, Field, Notice, PageTitle, Skeleton } from '../../ui/basics.tsx';
import { createUserIfMissing } from '../session/create-user.ts';
import { useSession } from '../session/session-context.tsx';
import { useWays } from '../session/site-facts.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { OtherWays, ProviderButton } from './round-buttons.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { useFailedRound } from './use-failed-round.ts';

type Progress = { kind: 'idle' } | { kind: 'submitting' } | { kind: 'error'; message: string };

const CREATE_USER_MS = 5_000;

export default function AdminLoginPage() {
	const [isCodeWanted, setCodeWanted] = useState(false);
	const [progress, setProgress] = useState<Progress>({ kind: 'idle' });
	const call = useCall();
	const readOwnRecord = useReadOwnRecord();
	const navigate = useNavigate();

	async function enter(): Promise<void> {
		setProgress({ kind: 'submitting' });
		try {
			await createUserIfMissing(call, AbortSignal.timeout(CREATE_USER_MS));
			const { role } = await readOwnRecord();
			if (role === ADMIN_ROLE) return void navigate('/admin');
			setProgress({ kind: 'error', message: m.identity_not_an_admin() });
		} catch (error) {
			setProgress({ kind: 'error', message: messageOf(error, m.identity_login_failed()) });
		}
		setCodeWanted(false);
	}

	return (
		<div className="mx-auto max-w-sm px-4 py-12 sm:py-20">
			<PageTitle>{m.identity_admin_login()}</PageTitle>
			<h1 className="text-3xl font-extrabold tracking-tight">{m.identity_admin_login()}</h1>
			<div className="mt-6 rounded-card border border-line bg-card p-5 raised sm:p-6">
				{isCodeWanted ? (
					<SecondFactorForm
						onDone={() => void enter()}
						onStartAgain={(reason) => {
							setCodeWanted(false);
							setProgress(reason ? { kind: 'error', message: reason } : { kind: 'idle' });
						}}
					/>
				) : (
					<PasswordStep
						progress={progress}
						onProgress={setProgress}
						onSignedIn={() => void enter()}
						onCodeWanted={() => setCodeWanted(true)}
					/>
				)}
				{!isCodeWanted && (
					<Suspense fallback={<Skeleton className="mt-4 h-27 w-full rounded-control" />}>
						<WaysWithoutPassword onSignedIn={() => void enter()} />
					</Suspense>
				)}
			</div>
		</div>
	);
}

function WaysWithoutPassword({ onSignedIn }: { onSignedIn: () => void }) {
	const { provider } = useWays();
	const { failure } = useFailedRound(m.refusal_provider_refused());
	return (
		<OtherWays>
			{provider && <ProviderButton next="/admin" />}
			<PasskeyButton onDone={onSignedIn} />
			{failure && <Notice tone="error">{failure}</Notice>}
		</OtherWays>
	);
}

type PasswordStepProps = {
	progress: Progress;
	onProgress: (progress: Progress) => void;
	onSignedIn: () => void;
	onCodeWanted: () => void;
};

function PasswordStep({ progress, onProgress, onSignedIn, onCodeWanted }: PasswordStepProps) {
	const session = useSession();

	async function logIn(email: string, password: string): Promise<void> {
		onProgress({ kind: 'submitting' });
		try {
			const outcome = await session.signInWithPassword(email, password);
			if (outcome === 'second-factor-wanted') onCodeWanted();
			else onSignedIn();
		} catch (error) {
			onProgress({ kind: 'error', message: messageOf(error, m.identity_login_failed()) });
		}
	}

	function submit(event: FormEvent<HTMLFormElement>): void {
		event.preventDefault();
		const fields = new FormData(event.currentTarget);
		void logIn(String(fields.get('email')), String(fields.get('password')));
	}

	return (
		<form onSubmit={submit} className="grid gap-3">
			<Field label={m.common_email()} name="email" type="email" required autoComplete="username" />
			<Field label={m.common_password()} name="password" type="password" required autoComplete="current-password" />
			<Button type="submit" disabled={progress.kind === 'submitting'}>
				{m.identity_login()}
			</Button>
			{progress.kind === 'error' && (
				<div className="mt-2">
					<Notice tone="error">{progress.message}</Notice>
				</div>
			)}
		</form>
	);
}
