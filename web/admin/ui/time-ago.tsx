import { TimeAgo as TimeAgoIn } from '../../ui/time-ago.tsx';

/** The admin area is English in every build. */
export function TimeAgo({ timeMs }: { timeMs: number }) {
	return <TimeAgoIn timeMs={timeMs} spoken="en" />;
}
