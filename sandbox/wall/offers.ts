export type OfferKind = 'Survey' | 'Game' | 'App' | 'Learning' | 'Task';
export type Offer = {
	id: number;
	name: string;
	kind: OfferKind;
	what: string;
	minutes: number;
	reward: string;
	payout: string;
};

export const offers: readonly Offer[] = [
	offer(
		101,
		'Breakfast habits survey',
		'Survey',
		'Answer twelve short questions about mornings.',
		4,
		'12.50',
		'0.1500',
	),
	offer(
		102,
		'Island farm: reach level 10',
		'Game',
		'Plant, harvest and grow the farm to level 10.',
		90,
		'240.00',
		'2.9000',
	),
	offer(
		103,
		'Budget planner: first week',
		'App',
		'Install it and enter your spending for seven days.',
		35,
		'85.00',
		'1.0200',
	),
	offer(
		104,
		'Typing course, lesson one',
		'Learning',
		'Finish the first lesson with 90 % accuracy.',
		15,
		'36.00',
		'0.4300',
	),
	offer(
		105,
		'Rate five short videos',
		'Task',
		'Watch five clips and say which one you liked best.',
		6,
		'8.25',
		'0.0990',
	),
	offer(
		106,
		'Tile puzzle: clear 50 boards',
		'Game',
		'Clear fifty boards. Boosters are allowed.',
		60,
		'150.00',
		'1.8000',
	),
	offer(107, 'Commuting survey', 'Survey', 'Tell how you travel on weekdays.', 8, '22.75', '0.2730'),
	offer(
		108,
		'Space trader: finish the first sector',
		'Game',
		'Deliver cargo until the first sector is yours.',
		180,
		'620.00',
		'7.4500',
	),
	offer(109, 'Sleep diary for three nights', 'App', 'Keep the diary for three nights in a row.', 12, '48.00', '0.5800'),
	offer(110, 'Label thirty pictures', 'Task', 'Say what is in each picture.', 10, '18.40', '0.2210'),
	offer(111, 'Basics of first aid', 'Learning', 'Pass the short test at the end of the course.', 25, '64.00', '0.7700'),
	offer(112, 'Quick daily question', 'Survey', 'One question, one answer.', 1, '0.75', '0.0090'),
];

export function findOffer(id: number): Offer | undefined {
	return offers.find((each) => each.id === id);
}

function offer(
	id: number,
	name: string,
	kind: OfferKind,
	what: string,
	minutes: number,
	reward: string,
	payout: string,
): Offer {
	return { id, name, kind, what, minutes, reward, payout };
}
