import type { AdminOfferwall } from '../../../contract/admin/offerwalls.ts';
import { AGE_MIN_YEARS, WALL_HOLD_HOURS_MAX, WALL_MIN_AGE_MAX } from '../../../contract/limits.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { QuickAction } from '../ui/actions/quick-action.tsx';
import { NumberField, numberIn } from '../ui/tables/filter-fields.tsx';
import { CertifyWall, ChangeWall } from './wall-editor.tsx';

const texts = {
	turnOn: 'Switch on',
	turnOnConsequence: 'It waits for a second person. Then users see it, and its callbacks are paid.',
	turnedOn: 'It is on.',
	turnOff: 'Switch off',
	turnOffConsequence: 'Users no longer see it. Its callbacks are kept but not paid; those can be replayed later.',
	turnedOff: 'It is off.',
	change: 'Change age and hold',
	changeConsequence: 'Counts from now on; credits that are held already keep their time. Empty: as its entry says.',
	minAge: 'From what age (13 or more)',
	holdHours: 'Hours that its credits are held',
	changed: 'Changed.',
	test: 'Send a test postback',
	verified: (outcome: string) => `The test was understood and verified (${outcome}). Nothing was booked.`,
	notVerified: (outcome: string, why: string) => `The test was not accepted: ${outcome}. ${why}`,
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
				run={async ({ reason, fields }) => {
					const given = { minAge: numberIn(fields, 'minAge'), holdHours: numberIn(fields, 'holdHours') };
					await call('adminChangeOfferwall', { id, ...given, reason });
					return texts.changed;
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
		</div>
	);
}
