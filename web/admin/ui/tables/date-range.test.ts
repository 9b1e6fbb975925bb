import { timesOf } from './date-range.tsx';

test('a range of days covers whole days in the local time zone', () => {
	const { from = 0, until = 0 } = timesOf({ from: '2026-11-22', to: '2026-11-22' });
	expect(new Date(from)).toEqual(new Date(2026, 10, 22));
	expect(new Date(until)).toEqual(new Date(2026, 10, 23));
	expect(timesOf({ to: '2026-12-31' })).toEqual({ until: new Date(2027, 0, 1).getTime() });
});

test.each([{}, { from: '' }, { from: 'yesterday', to: '22.11.2026' }, { from: '1970-01-01' }])(
	'ignores the invalid range %j',
	(filter) => expect(timesOf(filter)).toEqual({}),
);
