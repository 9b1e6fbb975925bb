import { MINUTE_MS } from '../../../contract/durations.ts';
import { lastAccessInWords } from '../users/users-page.tsx';

// spec: 9.last-access
test('a last visit is shown in days, hours or minutes, or as just now', () => {
	expect([-5, 0, MINUTE_MS - 1].map(lastAccessInWords)).toEqual(['Just now', 'Just now', 'Just now']);
	expect([MINUTE_MS, 60 * MINUTE_MS - 1].map(lastAccessInWords)).toEqual(['1 minute(s) ago', '59 minute(s) ago']);
	expect([60 * MINUTE_MS, 24 * 60 * MINUTE_MS - 1].map(lastAccessInWords)).toEqual(['1 hour(s) ago', '23 hour(s) ago']);
	expect([24 * 60 * MINUTE_MS, 400 * 24 * 60 * MINUTE_MS].map(lastAccessInWords)).toEqual([
		'1 day(s) ago',
		'400 day(s) ago',
	]);
});
