import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react';
import type { AccountAnswer } from '../../../contract/accounts/identity.ts';
import { useAccountRequests } from './account-requests.ts';

export type Asked<Answer> = {
	/** Undefined until the first response. */
	answer: Answer | undefined;
	error: unknown;
	ask: () => Promise<void>;
};

/** Reloads when the page is shown again: a mailed link may have changed the data. */
export function useAnswer<Answer>(request: () => Promise<Answer>): Asked<Answer> {
	const [state, setState] = useState<{ answer?: Answer; error?: unknown }>({});
	/** Only the latest request's response is used. */
	const count = useRef(0);

	const ask = useCallback(async () => {
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
		const askIfSeen = () => void (document.visibilityState === 'visible' && ask());
		void ask();
		document.addEventListener('visibilitychange', askIfSeen);
		return () => {
			count.current += 1;
			document.removeEventListener('visibilitychange', askIfSeen);
		};
	}, [ask]);

	return { answer: state.answer, error: state.error, ask };
}

type OwnAccount = Asked<AccountAnswer> & {
	/** Changes whenever the devices may have changed. */
	version: number;
};

const OwnAccountContext = createContext<OwnAccount | undefined>(undefined);

export function OwnAccountProvider({ children }: { children: ReactNode }) {
	const { readAccount } = useAccountRequests();
	const [version, setVersion] = useState(0);
	const asked = useAnswer(readAccount);
	const ask = async () => {
		setVersion((before) => before + 1);
		await asked.ask();
	};
	return <OwnAccountContext value={{ ...asked, ask, version }}>{children}</OwnAccountContext>;
}

export function useOwnAccount(): OwnAccount {
	const account = use(OwnAccountContext);
	if (!account) throw new Error('no provider of the own account above this component');
	return account;
}

export function useOwnSessions() {
	const { listSessions } = useAccountRequests();
	const { version } = useOwnAccount();
	const asked = useAnswer(listSessions);
	const { ask } = asked;
	useEffect(() => {
		if (version > 0) void ask();
	}, [version, ask]);
	return asked;
}
