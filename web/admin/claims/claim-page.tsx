import type { AdminClaim, ClaimFile } from '../../../contract/admin/claims.ts';
import { ADJUSTMENT_MAX } from '../../../contract/limits.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { words } from '../../lib/format/branding.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { postbackColumns } from '../offerwalls/postback-columns.tsx';
import type { AdminPageProps } from '../pages.ts';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { unlessProposed } from '../ui/actions/second-person.ts';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { formatAmount } from '../ui/amount.ts';
import { CopyChip } from '../ui/copy-chip.tsx';
import { ExactTime } from '../ui/exact-time.tsx';
import { type Fact, FactCard } from '../ui/fact-list.tsx';
import { RetryNotice } from '../ui/retry-notice.tsx';
import { type DataColumn, DataTable } from '../ui/tables/data-table.tsx';
import { listedBy, useDateRange } from '../ui/tables/date-range.tsx';
import { FilterBar } from '../ui/tables/filter-bar.tsx';
import { NumberField, numberIn } from '../ui/tables/filter-fields.tsx';
import { UserLink } from '../ui/user-link.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { ClaimPicture } from './claim-picture.tsx';
import { answersInWords, creditsInWords, statesInWords } from './claim-words.ts';

const texts = {
	failed: 'Couldn’t load the claim.',
	claim: 'Claim',
	who: 'User',
	before: 'Earlier claims',
	earlier: ({ settled, declined }: ClaimFile['before']) => `${settled} settled, ${declined} declined`,
	wall: 'Offerwall',
	offer: 'Offer',
	wallAlone: 'Whole offerwall',
	step: 'Step',
	answer: 'Automatic check',
	state: 'Status',
	amount: 'Paid',
	shown: 'Reward shown at click',
	said: 'Message to user',
	opened: 'Opened',
	changed: 'Updated',
	note: 'User’s message',
	noNote: 'No message',
	pictures: 'Pictures',
	credits: 'Credits from this offerwall',
	clicks: 'Clicks on this offerwall',
	callbacks: 'Postbacks about this user',
	time: 'Time',
	key: 'Partner’s offer ID',
	name: 'Name',
	country: 'Country',
	device: 'Device',
	noCredits: 'No credits in 90 days.',
	noClicks: 'No clicks from our pages in 90 days.',
	noCallbacks: 'No postbacks in 90 days.',
	settle: 'Credit user',
	settleConsequence:
		'Books the amount as an adjustment, within the same limits. If the partner pays later, we deduct it again.',
	settleAmount: `Amount in ${words.currencySign}`,
	settleHint: 'The user sees this in their history.',
	settled: (amount: number) => `${formatAmount(amount)} credited.`,
	decline: 'Decline',
	declineConsequence: 'Notifies the user with your reason. They can open another claim.',
	declineHint: 'The user sees this.',
	declined: 'Claim declined.',
};

export default function ClaimPage({ heading, params: { reference = '' } }: AdminPageProps) {
	const { data: file, error, retry } = useAdminQuery('adminGetClaim', { reference }, texts);
	return (
		<>
			<AdminHeading lead={<CopyChip text={reference} />}>{heading}</AdminHeading>
			{error && <RetryNotice error={error} onRetry={retry} />}
			{!file && !error && <Skeleton className="h-64 w-full" />}
			{file && (
				<>
					{(file.claim.state === 'open' || file.claim.state === 'asked-partner') && <ClaimActions claim={file.claim} />}
					<Facts file={file} />
					<Evidence file={file} />
				</>
			)}
		</>
	);
}

function ClaimActions({ claim: { reference, shown } }: { claim: AdminClaim }) {
	const call = useCall();
	return (
		<div className="mb-6 flex flex-wrap gap-2">
			<ActionButton
				needs="adjust-balances"
				label={texts.settle}
				tone="primary"
				consequence={texts.settleConsequence}
				reasonHint={texts.settleHint}
				run={async ({ reason, fields }) => {
					const amount = numberIn(fields, 'amount') ?? 0;
					const done = await call('adminSettleClaim', { reference, amount, reason });
					return unlessProposed(done, () => texts.settled(amount));
				}}
			>
				<NumberField
					label={texts.settleAmount}
					name="amount"
					required
					min={0.01}
					max={ADJUSTMENT_MAX}
					step="0.01"
					defaultValue={shown ?? undefined}
				/>
			</ActionButton>
			<ActionButton
				needs="decide-claims"
				label={texts.decline}
				tone="danger"
				consequence={texts.declineConsequence}
				reasonHint={texts.declineHint}
				done={texts.declined}
				run={({ reason }) => call('adminDeclineClaim', { reference, reason })}
			/>
		</div>
	);
}

function Facts({ file: { claim, before, pictures } }: { file: ClaimFile }) {
	const facts: Fact[] = [
		{ label: texts.who, value: <UserLink user={{ uid: claim.uid, name: claim.user_name }} /> },
		{ label: texts.before, value: texts.earlier(before) },
		{ label: texts.wall, value: claim.wall_id },
		{ label: texts.offer, value: claim.offer ?? texts.wallAlone },
		{ label: texts.answer, value: answersInWords[claim.answer] },
		{ label: texts.state, value: statesInWords[claim.state] },
		{ label: texts.opened, value: <ExactTime timeMs={claim.opened_at} /> },
		{ label: texts.changed, value: <ExactTime timeMs={claim.changed_at} /> },
	];
	if (claim.goal) facts.push({ label: texts.step, value: claim.goal });
	if (claim.shown !== null) facts.push({ label: texts.shown, value: formatAmount(claim.shown) });
	if (claim.amount !== null) facts.push({ label: texts.amount, value: formatAmount(claim.amount) });
	if (claim.said) facts.push({ label: texts.said, value: claim.said });
	return (
		<div className="mb-6 grid items-start gap-4 lg:grid-cols-2">
			<FactCard title={texts.claim} facts={facts} />
			<FactCard title={texts.note} facts={[]}>
				<p className="text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">{claim.note ?? texts.noNote}</p>
				{pictures.length > 0 && (
					<ul aria-label={texts.pictures} className="mt-4 grid gap-3">
						{pictures.map((address, index) => (
							<li key={address}>
								<ClaimPicture address={address} number={index + 1} />
							</li>
						))}
					</ul>
				)}
			</FactCard>
		</div>
	);
}

const creditColumns: DataColumn<ClaimFile['credits'][number] & { id: number }>[] = [
	{ title: texts.time, cell: ({ at }) => <ExactTime timeMs={at} /> },
	{ title: texts.key, cell: ({ offer_key }) => offer_key },
	{ title: texts.name, cell: ({ name }) => name },
	{ title: texts.amount, isNumber: true, cell: ({ amount }) => formatAmount(amount) },
	{ title: texts.state, cell: ({ state }) => creditsInWords[state] },
];

const clickColumns: DataColumn<ClaimFile['clicks'][number]>[] = [
	{ title: texts.time, cell: ({ at }) => <ExactTime timeMs={at} /> },
	{ title: texts.key, cell: ({ offer_key }) => offer_key },
	{ title: texts.name, cell: ({ title }) => title },
	{ title: texts.country, cell: ({ country }) => country },
	{ title: texts.device, cell: ({ device }) => device },
];

function Evidence({ file: { credits, clicks, callbacks } }: { file: ClaimFile }) {
	const { bar, fields, range, emptyText } = useDateRange();
	const ofRange = <Row extends { at: number }>(rows: readonly Row[]) => listedBy(rows, ({ at }) => at, range);
	return (
		<div className="grid gap-3">
			<FilterBar {...bar}>{fields}</FilterBar>
			<h2 className="font-bold">{texts.credits}</h2>
			<DataTable
				columns={creditColumns}
				rows={ofRange(credits.map((credit, id) => ({ ...credit, id })))}
				texts={{ caption: texts.credits, empty: emptyText(texts.noCredits) }}
			/>
			<h2 className="mt-4 font-bold">{texts.clicks}</h2>
			<DataTable
				columns={clickColumns}
				rows={ofRange(clicks)}
				texts={{ caption: texts.clicks, empty: emptyText(texts.noClicks) }}
			/>
			<h2 className="mt-4 font-bold">{texts.callbacks}</h2>
			<DataTable
				columns={postbackColumns}
				rows={ofRange(callbacks)}
				texts={{ caption: texts.callbacks, empty: emptyText(texts.noCallbacks) }}
			/>
		</div>
	);
}
