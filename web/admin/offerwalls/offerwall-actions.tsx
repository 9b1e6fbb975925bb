import { AGE_MIN_YEARS, WALL_HOLD_HOURS_MAX, WALL_MIN_AGE_MAX } from '../../../contract/limits.ts';
import type { AdminOfferwall } from '../../../contract/offerwalls/staff-offerwalls.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { QuickAction } from '../ui/actions/quick-action.tsx';
import { NumberField, numberIn } from '../ui/tables/filter-fields.tsx';
import { outcomeInWords } from './outcome-words.ts';
import { CertifyWall, ChangeWall } from './wall-editor.tsx';

const texts = {
	turnOn: 'Turn on',
	turnOnConsequence: 'Needs approval by a second admin. Then users see this offerwall and its postbacks are paid.',
	turnedOn: 'Offerwall turned on.',
	turnOff: 'Turn off',
	turnOffConsequence:
		'Users no longer see this offerwall. Its postbacks are stored but not paid. You can replay them later.',
	turnedOff: 'Offerwall turned off.',
	change: 'Change age and hold',
	changeConsequence:
		'Applies from now on. Credits already on hold keep their release time. Leave a field empty to use the configured value.',
	minAge: 'Minimum age (13 or more)',
	holdHours: 'Hold credits for (hours)',
	changed: 'Saved.',
	release: 'Release held credits',
	cancel: 'Cancel held credits',
	decideConsequence: 'Applies to up to 500 credits of this offerwall, oldest first.',
	decided: (credits: number) => `Credits decided: ${credits}.`,
	proposed: 'Waiting for a second admin.',
	test: 'Send test postback',
	verified: (outcome: string) => `Test postback verified (${outcomeInWords(outcome)}). Nothing was booked.`,
	notVerified: (outcome: string, why: string) =>
		`Test postback rejected: ${[outcomeInWords(outcome), why].filter(Boolean).join(', ')}.`,
};

export function OfferwallActions({ wall }: { wall: AdminOfferwall }) {
	const { id, enabled, minAge, holdHours } = wall;
	const call = useCall();
	const [label, consequence, result] = enabled
		? [texts.turnOff, texts.turnOffConsequence, texts.turnedOff]
		: [texts.turnOn, texts.turnOnConsequence, texts.turnedOn];
	return (
		<div className="mt-4 flex flex-wrap gap-2">
			<ActionButton
				needs="change-offerwalls"
				label={label}
				tone={enabled ? 'danger' : 'primary'}
				consequence={consequence}
				done={result}
				run={({ reason }) => call('adminChangeOfferwall', { id, enabled: !enabled, reason })}
			/>
			<ActionButton
				needs="change-offerwalls"
				label={texts.change}
				consequence={texts.changeConsequence}
				done={texts.changed}
				run={({ reason, fields }) => {
					const given = { minAge: numberIn(fields, 'minAge'), holdHours: numberIn(fields, 'holdHours') };
					return call('adminChangeOfferwall', { id, ...given, reason });
				}}
			>
				<NumberField
					label={texts.minAge}
					name="minAge"
					min={AGE_MIN_YEARS}
					max={WALL_MIN_AGE_MAX}
					defaultValue={minAge}
				/>
				<NumberField
					label={texts.holdHours}
					name="holdHours"
					min={0}
					max={WALL_HOLD_HOURS_MAX}
					defaultValue={holdHours}
				/>
			</ActionButton>
			<ChangeWall wall={wall} />
			<QuickAction
				needs="change-offerwalls"
				label={texts.test}
				run={async () => {
					const { verified, outcome, why } = await call('adminSendTestPostback', { id });
					return verified ? texts.verified(outcome) : texts.notVerified(outcome, why ?? '');
				}}
			/>
			<CertifyWall id={id} />
			{wall.isUnprotected &&
				(['release', 'cancel'] as const).map((decision) => (
					<ActionButton
						key={decision}
						needs="adjust-balances"
						label={texts[decision]}
						consequence={texts.decideConsequence}
						run={async ({ reason }) => {
							const answer = await call('adminDecideHeldCredits', { id, decision, reason });
							return 'credits' in answer ? texts.decided(answer.credits) : texts.proposed;
						}}
					/>
				))}
		</div>
	);
}
