import { type ReactNode, Suspense, useRef, useState } from 'react';
import type { AccountAnswer } from '../../../contract/accounts/identity.ts';
import { useReadAccount } from '../../lib/calls/clients.tsx';
import { reasonOf } from '../../lib/calls/refusal.ts';
import { part } from '../../lib/optional.ts';
import { type RecentSignIn, RecentSignInContext, type RecentSignInOptions } from '../../lib/recent-sign-in.ts';
import { m } from '../../texts/messages.js';
import { useAccountRequests, useOwnAccount } from '../account/own-account.tsx';
import { AuthError } from './auth-requests.ts';
import { useSession } from './session-context.tsx';

const RecentSignInDialog = part(() => import('./recent-sign-in-dialog.tsx'), 'RecentSignInDialog');

export type Question = {
	account: AccountAnswer;
	step: 'sign-in' | 'second-factor';
	/** True if the current session stays and only lacks its second factor. */
	isStepUp?: boolean;
	place: string | undefined;
};

/** Keeps the page's input while a dialog asks for a new sign-in. */
export function RecentSignInProvider({ children }: { children: ReactNode }) {
	const session = useSession();
	const { endSession } = useAccountRequests();
	const readAccount = useReadAccount();
	const own = useOwnAccount();
	const [question, setQuestion] = useState<Question>();
	const answer = useRef<(isSignedIn: boolean) => void>(undefined);

	function promptUser(wanted: Question): Promise<boolean> {
		return new Promise((resolve) => {
			answer.current?.(false);
			answer.current = resolve;
			setQuestion(wanted);
		});
	}

	/** Ends the previous session, which would otherwise stay in the device list. */
	async function finish(account: AccountAnswer): Promise<void> {
		await endSession(account.sessionId).catch(() => {});
		await own.reload();
	}

	async function signInAgain({ password, place }: RecentSignInOptions, isStepUp = false): Promise<boolean> {
		const account = own.answer ?? (await readAccount());
		if (isStepUp && account.freshUntil > Date.now()) {
			return promptUser({ account, step: 'second-factor', place, isStepUp });
		}
		if (password === undefined || !account.hasPassword) return promptUser({ account, step: 'sign-in', place });
		const outcome = await session.signInWithPassword(account.email, password).catch(rejectAsWrongPassword);
		if (outcome === 'second-factor-wanted') return promptUser({ account, step: 'second-factor', place });
		await finish(account);
		return true;
	}

	const recent: RecentSignIn = {
		async run(action, options = {}) {
			try {
				return await action();
			} catch (error) {
				const reason = error instanceof AuthError ? error.reason : reasonOf(error);
				const isStepUp = reason === 'second-factor-needed';
				if (!isStepUp && !wantsRecentSignIn(error)) throw error;
				if (!(await signInAgain(options, isStepUp))) throw error;
				return action();
			}
		},
		prompt: (options = {}) => signInAgain(options),
	};

	async function close(isSignedIn: boolean): Promise<void> {
		if (isSignedIn && question?.isStepUp) await own.reload();
		else if (isSignedIn && question) await finish(question.account);
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

function wantsRecentSignIn(error: unknown): boolean {
	if (error instanceof AuthError) return error.code === 'auth/requires-recent-login';
	return reasonOf(error) === 'requires-recent-login';
}

export function rejectAsWrongPassword(error: unknown): never {
	const isWrong = error instanceof AuthError && error.code === 'auth/invalid-credential';
	throw isWrong ? new AuthError('auth/wrong-password', m.refusal_auth_wrong_password()) : error;
}
