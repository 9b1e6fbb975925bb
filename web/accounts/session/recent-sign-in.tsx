import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { AccountAnswer } from '../../../contract/accounts/identity.ts';
import { reasonOf } from '../../lib/calls/refusal.ts';
import { type RecentSignIn, RecentSignInContext, type RecentSignInOptions } from '../../lib/recent-sign-in.ts';
import { m } from '../../texts/messages.js';
import { useAccountRequests } from '../account/account-requests.ts';
import { useOwnAccount } from '../account/own-account.tsx';
import { AuthError } from './auth-requests.ts';
import { useSession } from './session-context.tsx';

const RecentSignInDialog = lazy(() =>
	import('./recent-sign-in-dialog.tsx').then(({ RecentSignInDialog }) => ({ default: RecentSignInDialog })),
);

export type Question = {
	account: AccountAnswer;
	step: 'sign-in' | 'second-factor';
	place: string | undefined;
};

/** Keeps a page as it is, with what was typed, while a dialog asks who is there. */
export function RecentSignInProvider({ children }: { children: ReactNode }) {
	const session = useSession();
	const requests = useAccountRequests();
	const own = useOwnAccount();
	const [question, setQuestion] = useState<Question>();
	const answer = useRef<(isSignedIn: boolean) => void>(undefined);

	function askPerson(wanted: Question): Promise<boolean> {
		return new Promise((resolve) => {
			// Whoever was waiting for an answer to another question gets none.
			answer.current?.(false);
			answer.current = resolve;
			setQuestion(wanted);
		});
	}

	/** The session before is of no use any more; without this it would stay in the list of devices. */
	async function finish(account: AccountAnswer): Promise<void> {
		await requests.endSession(account.sessionId).catch(() => {});
		await own.ask();
	}

	async function signInAgain({ password, place }: RecentSignInOptions): Promise<boolean> {
		const account = own.answer ?? (await requests.readAccount());
		if (password === undefined || !account.hasPassword) return askPerson({ account, step: 'sign-in', place });
		const outcome = await session.signInWithPassword(account.email, password).catch(rejectAsWrongPassword);
		if (outcome === 'second-factor-wanted') return askPerson({ account, step: 'second-factor', place });
		await finish(account);
		return true;
	}

	const recent: RecentSignIn = {
		async run(action, options = {}) {
			try {
				return await action();
			} catch (error) {
				if (!wantsRecentSignIn(error) || !(await signInAgain(options))) throw error;
				return action();
			}
		},
		ask: (options = {}) => signInAgain(options),
	};

	async function close(isSignedIn: boolean): Promise<void> {
		if (isSignedIn && question) await finish(question.account);
		setQuestion(undefined);
		answer.current?.(isSignedIn);
		answer.current = undefined;
	}

	return (
		<RecentSignInContext value={recent}>
			{children}
			{question && (
				<Suspense>
					<RecentSignInDialog question={question} onClose={close} />
				</Suspense>
			)}
		</RecentSignInContext>
	);
}

/** Requests under `/auth` say it by their code, calls by the reason in their details. */
function wantsRecentSignIn(error: unknown): boolean {
	if (error instanceof AuthError) return error.code === 'auth/requires-recent-login';
	return reasonOf(error) === 'requires-recent-login';
}

/** It is known whose password it should be, so what is wrong is not "address or password". */
export function rejectAsWrongPassword(error: unknown): never {
	const isWrong = error instanceof AuthError && error.code === 'auth/invalid-credential';
	throw isWrong ? new AuthError('auth/wrong-password', m.refusal_auth_wrong_password()) : error;
}
