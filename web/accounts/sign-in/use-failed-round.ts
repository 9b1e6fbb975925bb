import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { inOwnLanguage } from '../../lib/format/in-own-language.ts';
import { fetchSignInError } from './sign-in-requests.ts';

/** Reads the failure once and removes `error` from the URL. */
export function useFailedRound(fallback: string): { isLoading: boolean; failure?: string } {
	const { pathname, search, hash } = useLocation();
	const navigate = useNavigate();
	const hasFailed = new URLSearchParams(search).has('error');
	const [state, setState] = useState<{ isLoading: boolean; failure?: string }>({ isLoading: hasFailed });
	const isRequested = useRef(false);
	useEffect(() => {
		if (!hasFailed || isRequested.current) return;
		isRequested.current = true;
		fetchSignInError()
			.then((signInError) => (signInError.code === null ? null : inOwnLanguage(signInError)))
			.catch(() => null)
			.then((message) => {
				setState({ isLoading: false, failure: message ?? fallback });
				const others = new URLSearchParams(search);
				others.delete('error');
				navigate(`${pathname}?${others}${hash}`, { replace: true, preventScrollReset: true });
			});
	}, [hasFailed, pathname, search, hash, navigate, fallback]);
	return state;
}
