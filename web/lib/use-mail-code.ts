import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Returns the code and removes it from the URL. Undefined until read, null without a code, also after an empty one. */
export function useMailCode(): string | null | undefined {
	const { hash, pathname, search } = useLocation();
	const navigate = useNavigate();
	const [code, setCode] = useState<string | null>();
	useEffect(() => {
		const found = new URLSearchParams(hash.slice(1)).get('code');
		if (found === null) return setCode((before) => before ?? null);
		setCode(found || null);
		navigate(pathname + search, { replace: true, preventScrollReset: true });
	}, [hash, pathname, search, navigate]);
	return code;
}
