import type { CallResult } from '../../../contract/calls.ts';
import { CLAIM_DAYS, WIND_DOWN_AMOUNT_MIN, WIND_DOWN_DAYS_MAX } from '../../../contract/limits.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { inThousands } from '../../lib/format/amount.ts';
import { words } from '../../lib/format/branding.ts';
import { Badge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { AdminPageProps } from '../pages.ts';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { unlessProposed } from '../ui/actions/second-person.ts';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { formatAmount } from '../ui/amount.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { FactCard } from '../ui/fact-list.tsx';
import { FigureLink } from '../ui/figure-link.tsx';
import { RetryNotice } from '../ui/retry-notice.tsx';
import { DataTable } from '../ui/tables/data-table.tsx';
import { TextField } from '../ui/tables/filter-fields.tsx';
import { useAdminQuery } from '../use-admin-query.ts';

const texts = {
	failed: 'The state of the service could not be read.',
	card: 'The service',
	on: 'Goes on',
	ending: 'Is ending',
	over: 'Has ended',
	announced: 'Announced',
	ends: 'Withdrawals until',
	told: 'People told',
	toldAll: 'All were told',
	telling: 'Still being told',
	withBalance: 'Accounts with a balance',
	owed: 'Spendable',
	heldBack: 'Held back',
	onItsWay: 'On its way',
	announce: 'Announce the end',
	announceConsequence: `It takes two. From then on nothing new is earned; postbacks still count; withdrawals open down to ${WIND_DOWN_AMOUNT_MIN} ${words.currencySign}; everybody with a balance is told by notice and mail; what is owed is published each day. After the date no withdrawal is taken any more.`,
	announcedNow: 'The end is announced.',
	move: 'Move the date',
	moveConsequence:
		'It takes two, and the date can only move further away. Everybody with a balance is told of the new one.',
	moved: 'The date is moved.',
	until: `Withdrawals until: ${CLAIM_DAYS} to ${WIND_DOWN_DAYS_MAX} days from the approval`,
	takeBack: 'Take it back',
	takeBackConsequence: 'The service goes on at once: earning opens again, and whoever was told of the end is told so.',
	takenBack: 'The service goes on.',
	days: 'Published, day by day',
	day: 'Day (UTC)',
	noDays: 'Nothing is published yet.',
};

type State = Exclude<CallResult<'adminGetWindDown'>, { proposal: string }>;

export default function WindDownPage({ heading, lead }: AdminPageProps) {
	const { data, error, retry } = useAdminQuery('adminGetWindDown', null, texts, { everyMs: 10_000 });
	return (
		<>
			<AdminHeading lead={lead}>{heading}</AdminHeading>
			{error && !data && <RetryNotice error={error} onRetry={retry} />}
			{!data && !error && <Skeleton className="h-64 w-full rounded-card" />}
			{data && (
				<div className="grid max-w-3xl gap-6">
					<StateCard state={data} />
					{data.wind_down && (
						<div>
							<Days days={data.days} />
						</div>
					)}
				</div>
			)}
		</>
	);
}

function StateCard({ state: { wind_down: windDown, with_balance, owed } }: { state: State }) {
	const badge = !windDown ? (
		<Badge tone="good">{texts.on}</Badge>
	) : (
		<Badge tone="bad">{windDown.is_over ? texts.over : texts.ending}</Badge>
	);
	const about = windDown
		? [
				{ label: texts.announced, value: <ExactTime timeMs={windDown.announced_at} /> },
				{ label: texts.ends, value: <ExactTime timeMs={windDown.ends_at} /> },
				{ label: texts.told, value: inThousands(windDown.told) },
				{
					label: texts.toldAll,
					value: windDown.told_at === null ? texts.telling : <ExactTime timeMs={windDown.told_at} />,
				},
			]
		: [];
	const facts = [
		...about,
		{ label: texts.withBalance, value: figureLink('/admin/books?show=spendable', inThousands(with_balance)) },
		{ label: texts.owed, value: figureLink('/admin/books?show=spendable', formatAmount(owed.spendable)) },
		{ label: texts.heldBack, value: figureLink('/admin/books?show=held-back', formatAmount(owed.held_back)) },
		{
			label: texts.onItsWay,
			value: figureLink('/admin/withdrawals?show=queue&state=open', formatAmount(owed.on_its_way)),
		},
	];
	return (
		<FactCard title={texts.card} badge={badge} facts={facts}>
			<div className="mt-4 flex flex-wrap gap-3">
				<Announce isMoved={windDown !== null} />
				{windDown && !windDown.is_over && <TakeBack />}
			</div>
		</FactCard>
	);
}

const figureLink = (to: string, figure: string) => <FigureLink to={to}>{figure}</FigureLink>;

function Announce({ isMoved }: { isMoved: boolean }) {
	const call = useCall();
	return (
		<ActionButton
			needs="change-wind-down"
			label={isMoved ? texts.move : texts.announce}
			tone={isMoved ? 'primary' : 'danger'}
			consequence={isMoved ? texts.moveConsequence : texts.announceConsequence}
			run={async ({ reason, fields }) => {
				const ends_at = new Date(String(fields.get('ends_at'))).getTime();
				const answer = await call('adminSetWindDown', { ends_at, reason });
				return unlessProposed(answer, () => (isMoved ? texts.moved : texts.announcedNow));
			}}
		>
			<TextField label={texts.until} name="ends_at" type="datetime-local" required />
		</ActionButton>
	);
}

function TakeBack() {
	const call = useCall();
	return (
		<ActionButton
			needs="change-wind-down"
			label={texts.takeBack}
			consequence={texts.takeBackConsequence}
			done={texts.takenBack}
			run={({ reason }) => call('adminSetWindDown', { ends_at: null, reason })}
		/>
	);
}

function Days({ days }: { days: State['days'] }) {
	return (
		<DataTable
			texts={{ caption: texts.days, empty: texts.noDays }}
			rows={days}
			keyOf={({ day }) => day}
			columns={[
				{ title: texts.day, cell: ({ day }) => day },
				{ title: texts.owed, isNumber: true, cell: ({ spendable }) => formatAmount(spendable) },
				{ title: texts.heldBack, isNumber: true, cell: ({ held_back }) => formatAmount(held_back) },
				{ title: texts.onItsWay, isNumber: true, cell: ({ on_its_way }) => formatAmount(on_its_way) },
			]}
		/>
	);
}
