import type { CallResult } from '../../../contract/calls.ts';
import { AGE_MIN_YEARS, WALL_HOLD_HOURS_MAX, WALL_MIN_AGE_MAX } from '../../../contract/limits.ts';
import type { AdminOfferwall } from '../../../contract/offerwalls/staff-offerwalls.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { useMay } from '../../lib/staff-role.tsx';
import { useSending } from '../../lib/use-sending.ts';
import { Notice } from '../../ui/basics.tsx';
import { QuickAction } from '../ui/actions/quick-action.tsx';
import { ActionButton, AdminButton, NumberField, numberIn } from '../ui/forms.tsx';
import { outcomeInWords } from './outcome-words.ts';
import { ChangeWall } from './wall-editor.tsx';

const texts = {
	release: 'Release held credits',
	cancel: 'Cancel held credits',
	notVerified: (outcome: string, why: string) =>
		`Test postback rejected: ${[outcomeInWords(outcome), why].filter(Boolean).join(', ')}.`,
};

export function OfferwallActions({ wall }: { wall: AdminOfferwall }) {
	const { id, enabled, minAge, holdHours } = wall;
	const [label, consequence, result] = enabled
		? [
				'Turn off',
				'Users no longer see this offerwall. Its postbacks are stored but not paid. You can replay them later.',
				'Offerwall turned off.',
			]
		: [
				'Turn on',
				'Needs approval by a second admin. Then users see this offerwall and its postbacks are paid.',
				'Offerwall turned on.',
			];
	return (
		<div className="mt-4 flex flex-wrap gap-2">
			<ActionButton
				needs="change-offerwalls"
				label={label}
				tone={enabled ? 'danger' : 'primary'}
				consequence={consequence}
				done={result}
				run={({ reason, call }) => call('adminChangeOfferwall', { id, enabled: !enabled, reason })}
			/>
			<ActionButton
				needs="change-offerwalls"
				label="Change age and hold"
				consequence="Applies from now on. Credits already on hold keep their release time. Leave a field empty to use the configured value."
				done="Saved."
				run={({ reason, fields, call }) => {
					const given = { minAge: numberIn(fields, 'minAge'), holdHours: numberIn(fields, 'holdHours') };
					return call('adminChangeOfferwall', { id, ...given, reason });
				}}
			>
				<NumberField
					label="Minimum age (13 or more)"
					name="minAge"
					min={AGE_MIN_YEARS}
					max={WALL_MIN_AGE_MAX}
					defaultValue={minAge}
				/>
				<NumberField
					label="Hold credits for (hours)"
					name="holdHours"
					min={0}
					max={WALL_HOLD_HOURS_MAX}
					defaultValue={holdHours}
				/>
			</ActionButton>
			<ChangeWall wall={wall} />
			<QuickAction
				needs="change-offerwalls"
				label="Send test postback"
				run={async ({ call }) => {
					const { verified, outcome, why } = await call('adminSendTestPostback', { id });
					return verified
						? `Test postback verified (${outcomeInWords(outcome)}). Nothing was booked.`
						: texts.notVerified(outcome, why ?? '');
				}}
			/>
			<CertifyWall id={id} />
			{wall.isUnprotected &&
				(['release', 'cancel'] as const).map((decision) => (
					<ActionButton
						key={decision}
						needs="adjust-balances"
						label={texts[decision]}
						consequence="Applies to up to 500 credits of this offerwall, oldest first."
						run={async ({ reason, call }) => {
							const answer = await call('adminDecideHeldCredits', { id, decision, reason });
							return 'credits' in answer ? `Credits decided: ${answer.credits}.` : 'Waiting for a second admin.';
						}}
					/>
				))}
		</div>
	);
}

type Certified = CallResult<'adminCertifyOfferwall'>;

function CertifyWall({ id }: { id: string }) {
	const call = useCall();
	const may = useMay();
	const { answer, problem, isSending, send } = useSending<Certified>("Couldn't run the checks. Try again.");
	if (!may('change-offerwalls')) return null;
	return (
		<>
			<AdminButton aria-disabled={isSending} onClick={() => void send(() => call('adminCertifyOfferwall', { id }))}>
				{isSending ? 'Running checks…' : 'Run checks'}
			</AdminButton>
			<div className="basis-full" aria-live="polite">
				{problem && <Notice tone="error">{problem}</Notice>}
				{answer && <Cases {...answer} />}
			</div>
		</>
	);
}

function Cases({ passed, cases }: Certified) {
	return (
		<>
			<Notice tone={passed ? 'success' : 'error'}>
				{passed
					? 'All checks passed. Valid postbacks are read correctly and forged ones are rejected. Nothing was booked.'
					: 'Some checks failed. Nothing was booked.'}
			</Notice>
			<ul aria-label="Checks" className="grid gap-1.5 text-sm">
				{cases.map((one) => (
					<li key={one.name} className="flex gap-2">
						<span
							role="img"
							aria-label={one.passed ? 'Passed' : 'Failed'}
							className={one.passed ? 'text-good' : 'text-danger'}
						>
							{one.passed ? '✓' : '✗'}
						</span>
						<span className="min-w-0">
							{one.name}
							<span className="block text-soft">
								{one.passed ? one.got : `Expected: ${one.expected}. Got: ${one.got}.`}
							</span>
						</span>
					</li>
				))}
			</ul>
		</>
	);
}
