import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The code of a link in a mail, which stands after `#`, where no server sees it. It is taken out of the address at once, so
 * that neither the history nor whoever looks at the screen keeps it. A second link that is opened in the same tab loads
 * nothing anew; its code replaces the first.
 * @returns undefined before the address was looked at, null when it holds none.
 */
export function useMailCode(): string | null | undefined {
	const { hash, pathname, search } = useLocation();
	const navigate = useNavigate();
	const [code, setCode] = useState<string | null>();
	useEffect(() => {
		const found = new URLSearchParams(hash.slice(1)).get('code');
		if (found === null) return setCode((before) => before ?? null);
		setCode(found);
		navigate(pathname + search, { replace: true, preventScrollReset: true });
	}, [hash, pathname, search, navigate]);
	return code;
}
