import type { BoundGauge } from '../lib/feature.ts';
import { readSiteMetrics } from './routes.ts';

const open: BoundGauge = {
	name: 'open',
	help: 'Open ones',
	labels: ['state'],
	read: async () => [{ labels: { state: 'sent' }, value: 2 }],
};
const days: BoundGauge = { name: 'days', help: 'Days left', read: async () => [{ value: 0.5 }] };

async function valuesOf(...gauges: BoundGauge[]): Promise<string[]> {
	const text = await readSiteMetrics(gauges);
	for (const { name } of gauges) expect(text).toContain(`# TYPE ${name} gauge`);
	return text.split('\n').filter((line) => line && !line.startsWith('#'));
}

test('shows each gauge with its labels', async () => {
	expect(await valuesOf(open, days)).toEqual(['open{state="sent"} 2', 'days 0.5', 'lootpass_database_up 1']);
});

test('a gauge without a figure has no value', async () => {
	expect(await valuesOf({ ...days, read: async () => [] })).toEqual(['lootpass_database_up 1']);
});

test('shows no gauge if one of them fails', async () => {
	const broken = { ...days, read: () => Promise.reject(new Error('unavailable')) };
	expect(await valuesOf(open, broken)).toEqual(['lootpass_database_up 0']);
});
