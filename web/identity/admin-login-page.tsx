import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ADMIN_ROLE } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import type { Call } from '../lib/call.ts';
import { useCall, useReadOwnRecord } from '../lib/clients.tsx';
import { messageOf } from '../lib/refusal.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { useSession } from './session-context.tsx';

type Progress = { kind: 'idle' } | { kind: 'submitting' } | { kind: 'error'; message: string };

export default function AdminLoginPage() {
	const [progress, setProgress] = useState<Progress>({ kind: 'idle' });
	const call = useCall();
	const session = useSession();
	const readOwnRecord = useReadOwnRecord();
	const navigate = useNavigate();

	async function logIn(email: string, password: string): Promise<void> {
		setProgress({ kind: 'submitting' });
		try {
			await session.signInWithPassword(email, password);
			await createUserIfMissing(call);
			const { role } = await readOwnRecord();
			if (role === ADMIN_ROLE) return void navigate('/admin');
			setProgress({ kind: 'error', message: messages.notAnAdmin });
		} catch (error) {
			setProgress({ kind: 'error', message: messageOf(error, messages.loginFailed) });
		}
	}

	function submit(event: FormEvent<HTMLFormElement>): void {
		event.preventDefault();
		const fields = new FormData(event.currentTarget);
		void logIn(String(fields.get('email')), String(fields.get('password')));
	}

	const isSubmitting = progress.kind === 'submitting';
	return (
		<div className="mx-auto max-w-sm px-4 py-12 sm:py-20">
			<PageTitle>Admin Login</PageTitle>
			<h1 className="text-3xl font-extrabold tracking-tight">Admin Login</h1>
			<form onSubmit={submit} className="mt-6 grid gap-2 rounded-card border border-line bg-card p-5 raised sm:p-6">
				<Field label="Email" name="email" type="email" required autoComplete="username" />
				<Field label="Password" name="password" type="password" required autoComplete="current-password" />
				<Button type="submit" disabled={isSubmitting}>
					Login
				</Button>
				{progress.kind === 'error' && (
					<div className="mt-2">
						<Notice tone="error">{progress.message}</Notice>
					</div>
				)}
			</form>
		</div>
	);
}

/** The record is usually there already, and reading the role tells when it is not. */
async function createUserIfMissing(call: Call): Promise<void> {
	try {
		await call('createUser', null);
	} catch (error) {
		console.warn('the user record could not be created', error);
	}
}
