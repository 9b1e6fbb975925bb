import { createContext, use } from 'react';

export type RecentSignInOptions = { password?: string; place?: string };

export type RecentSignIn = {
	/** Runs `action`. If the last sign-in is too old, runs it again after a new sign-in. */
	run<Result>(action: () => Promise<Result>, options?: RecentSignInOptions): Promise<Result>;
	prompt(options?: RecentSignInOptions): Promise<boolean>;
};

export const RecentSignInContext = createContext<RecentSignIn | undefined>(undefined);

export function useRecentSignIn(): RecentSignIn {
	const recent = use(RecentSignInContext);
	if (!recent) throw new Error('no provider of recent sign-ins above this component');
	return recent;
}
