import { useEffect, useState } from 'react';
import { m } from '../../texts/messages.js';

const SLOW_AFTER_MS = 8_000;

export function SlowNotice() {
	const [isSlow, setSlow] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
		return () => clearTimeout(timer);
	}, []);
	return (
		<p role="status" className={isSlow ? 'p-4 text-center text-sm text-soft' : undefined}>
			{isSlow && m.ui_takes_longer()}
		</p>
	);
}
