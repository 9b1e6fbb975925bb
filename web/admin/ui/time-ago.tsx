import { TimeAgo as TimeAgoIn } from '../../ui/time-ago.tsx';

export function TimeAgo({ timeMs }: { timeMs: number }) {
	return <TimeAgoIn timeMs={timeMs} spoken="en" />;
}
