import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react';
import type { AccountAnswer } from '../../../contract/accounts/identity.ts';
import { useAccountRequests } from './account-requests.ts';

export type Asked<Answer> = {
	/** Undefined until it is there. A newer question leaves the answer before until it is answered. */
	answer: Answer | undefined;
	error: unknown;
	ask: () => Promise<void>;
};

/** What a request answers, asked again when somebody comes back to the page: a link in a mail may have changed it. */
export function useAnswer<Answer>(request: () => Promise<Answer>): Asked<Answer> {
	const [state, setState] = useState<{ answer?: Answer; error?: unknown }>({});
	/** Counts the questions: only the last one's answer is taken. */
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
	/** A number that changes with everything that may have changed the devices too. */
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
