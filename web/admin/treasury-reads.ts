/** For tests: what the treasury and the reconciliation answer. */

export const treasury = {
	spendable: 1_200,
	held_back: 300,
	on_its_way: 50,
	below_zero: 12.5,
	cost_usd: 6.98,
	vendor: [{ name: 'rbxcrate', is_current: true, balance_usd: 250, stock: { direct: 900, network: 5_000 } }],
	days_of_cover: 12.3,
	paid_out_a_day: 4_500,
	promotions: { promised: 40, paid: 60 },
	boosts: { paid: 7.5, running: [{ wall_id: 'wall', percent: 10, from: 1, until: 2 }] },
	receivable: [
		{
			wall_id: 'wall',
			wall_name: 'Wall',
			month: '2026-01',
			from: 1_767_225_600_000,
			until: 1_769_904_000_000,
			owed_usd: 100,
			invoiced_usd: 90,
			paid_usd: 40,
			age: 'over-90',
		},
	],
};

export const reconciliation = {
	walls: [
		{
			wall_id: 'wall',
			wall_name: 'Wall',
			source: 'csv',
			zone: 'America/New_York',
			tolerance_usd: 0.01,
			tolerance_percent: 0,
			asked_at: 1,
			problem: null,
			days_told: 3,
			told_from: 1,
			told_until: 2,
			days_open: 1,
			ours_usd: 30,
			theirs_usd: 32.5,
		},
	],
	items: [
		{
			wall_id: 'wall',
			day: '2026-01-04',
			starts: 1,
			ends: 2,
			ours_usd: 10,
			theirs_usd: 12.5,
			reconciled_usd: null,
			state: 'open',
			found_at: 1,
			changed_at: 1,
			moved: null,
			told: [{ at: 1, usd: 12.5 }],
			callbacks: [{ outcome: 'booked', count: 4 }],
		},
	],
	orders: { ended: 4, compared: 4, differences: 0 },
};
