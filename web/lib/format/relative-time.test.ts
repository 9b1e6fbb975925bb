import { relativeTime } from '../../ui/time-ago.tsx';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

// spec: 9.relative-time
test.each([
	[0, '1 minute ago'],
	[-5 * minute, '1 minute ago'],
	[59 * minute + 59_999, '59 minutes ago'],
	[60 * minute, '1 hour ago'],
	[24 * hour - 1, '23 hours ago'],
	[24 * hour, '1 day ago'],
	[30 * day - 1, '29 days ago'],
	[30 * day, '1 month ago'],
	[359 * day, '11 months ago'],
	[360 * day, '1 year ago'],
	[800 * day, '2 years ago'],
])('%i ms ago reads %s', (agoMs, text) => expect(relativeTime(agoMs)).toBe(text));
