import { useCallQuery } from '../lib/calls/use-call-query.ts';
import { m } from '../texts/messages.js';
import { Notice } from '../ui/basics.tsx';

export function NotServed() {
	const { data } = useCallQuery('getWithdrawLimits', null);
	return data?.country_served === false && <Notice tone="info">{m.earn_not_in_your_country()}</Notice>;
}
