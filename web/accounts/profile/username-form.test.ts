import { expect, test } from 'vitest';
import { emptyUsernameForm, nextUsernameForm, type UsernameFormEvent, usernameProblem } from './username-form.ts';

function after(...events: UsernameFormEvent[]) {
	return events.reduce(nextUsernameForm, emptyUsernameForm);
}

const lookUp: UsernameFormEvent[] = [{ kind: 'typed', username: ' Builder ' }, { kind: 'look-up-started' }];
const found: UsernameFormEvent = { kind: 'found', username: 'Builder', avatarUrl: 'https://pictures.example/1.png' };

// spec: 2.username-dialog
test('asks for confirmation of a found user', () => {
	expect(after(...lookUp, found)).toEqual({
		step: 'confirm',
		username: 'Builder',
		avatarUrl: 'https://pictures.example/1.png',
		problem: undefined,
		isSaving: false,
		canProve: false,
	});
});

test('the No button returns to the input and keeps the name', () => {
	expect(after(...lookUp, found, { kind: 'declined' })).toEqual({ ...emptyUsernameForm, username: 'Builder' });
});

// spec: 4.dialog-look-up
test('a failed look-up stays at the input and shows the error until the user types', () => {
	const failed = after(...lookUp, { kind: 'look-up-failed', problem: 'No such user' });
	expect(failed).toMatchObject({ step: 'input', problem: 'No such user', isLooking: false });
	expect(nextUsernameForm(failed, { kind: 'typed', username: 'B' })).toMatchObject({ problem: undefined });
});

test('a failed save stays at the confirmation', () => {
	const failed = after(...lookUp, found, { kind: 'save-started' }, { kind: 'save-failed', problem: 'Taken' });
	expect(failed).toMatchObject({ step: 'confirm', problem: 'Taken', isSaving: false });
});

test('ignores a response that arrives after closing the dialog or changing the name', () => {
	expect(after(...lookUp, { kind: 'reset' }, found)).toEqual(emptyUsernameForm);
	expect(after(...lookUp, { kind: 'typed', username: 'Else' }, found)).toMatchObject({
		step: 'input',
		username: 'Else',
	});
});

// spec: 5.username
test('rejects a blank username as missing', () => {
	expect(usernameProblem('  ')).toBe('Username is required');
	expect(usernameProblem(' a ')).toBeUndefined();
});
