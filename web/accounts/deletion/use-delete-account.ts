import { useState } from 'react';
import { useNavigate } from 'react-router';
import { CallError } from '../../../contract/errors.ts';
import { useCall, useDataClient, useSignOut } from '../../lib/calls/clients.tsx';
import { messageOf, reasonOf } from '../../lib/calls/refusal.ts';
import { m } from '../../texts/messages.js';
import { showToast } from '../../ui/toast.tsx';

export type DeletionRefusal = { message: string; way: 'none' | 'sign-in' | 'second-factor' | 'wait-for-withdrawal' };

type Progress = { kind: 'idle' } | { kind: 'deleting' } | { kind: 'refused'; refusal: DeletionRefusal };

const FAREWELL_MS = 30_000;

export function useDeleteAccount() {
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
