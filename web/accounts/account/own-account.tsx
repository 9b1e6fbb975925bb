import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react';
import type { AccountAnswer } from '../../../contract/accounts/identity.ts';
import { useAccountRequests } from './account-requests.ts';

export type AnswerState<Answer> = {
	answer: Answer | undefined;
	error: unknown;
	reload: () => Promise<void>;
};

/** Reloads when the page is shown again: a mailed link may have changed the data. */
export function useAnswer<Answer>(request: () => Promise<Answer>): AnswerState<Answer> {
	const [state, setState] = useState<{ answer?: Answer; error?: unknown }>({});
	const count = useRef(0);

	const reload = useCallback(async () => {
		count.current += 1;
		const mine = count.current;
		setState((before) => (before.answer ? before : {}));
		try {
			const answer = await request();
			if (mine === count.current) setState({ answer });
		} catch (error) {
			if (mine === count.current) setState((before) => ({ ...before, error }));
		}
	}, [request]);

	useEffect(() => {
		const reloadIfVisible = () => void (document.visibilityState === 'visible' && reload());
		void reload();
		document.addEventListener('visibilitychange', reloadIfVisible);
		return () => {
			count.current += 1;
			document.removeEventListener('visibilitychange', reloadIfVisible);
		};
	}, [reload]);

	return { answer: state.answer, error: state.error, reload };
}

type OwnAccount = AnswerState<AccountAnswer> & {
	version: number;
};

const OwnAccountContext = createContext<OwnAccount | undefined>(undefined);

export function OwnAccountProvider({ children }: { children: ReactNode }) {
	const { readAccount } = useAccountRequests();
	const [version, setVersion] = useState(0);
	const loaded = useAnswer(readAccount);
	const reload = async () => {
		setVersion((before) => before + 1);
		await loaded.reload();
	};
	return <OwnAccountContext value={{ ...loaded, reload, version }}>{children}</OwnAccountContext>;
}

export function useOwnAccount(): OwnAccount {
	const account = use(OwnAccountContext);
	if (!account) throw new Error('no provider of the own account above this component');
	return account;
}

export function useOwnSessions() {
	const { listSessions } = useAccountRequests();
	const { version } = useOwnAccount();
	const loaded = useAnswer(listSessions);
	const { reload } = loaded;
	useEffect(() => {
		if (version > 0) void reload();
	}, [version, reload]);
	return loaded;
}
