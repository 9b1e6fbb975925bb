import { createContext, use } from 'react';

export type RecentSignInOptions = {
	/** The password typed for the action itself: it can prove who is there without another question. */
	password?: string;
	/** Where on this page to come back to from a round to a provider: the id of an element. */
	place?: string;
};

export type RecentSignIn = {
	/** Does `action`; once more after a new sign-in where it was too long ago. @throws what `action` throws */
	run<Result>(action: () => Promise<Result>, options?: RecentSignInOptions): Promise<Result>;
	/** Asks at once. @returns whether the person has signed in. */
	ask(options?: RecentSignInOptions): Promise<boolean>;
};

export const RecentSignInContext = createContext<RecentSignIn | undefined>(undefined);

export function useRecentSignIn(): RecentSignIn {
	const recent = use(RecentSignInContext);
	if (!recent) throw new Error('no provider of recent sign-ins above this component');
	return recent;
}
