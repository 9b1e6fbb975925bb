import { emptyUsernameForm, nextUsernameForm, type UsernameFormEvent } from './username-form.ts';

const after = (...events: UsernameFormEvent[]) => events.reduce(nextUsernameForm, emptyUsernameForm);

const lookUp: UsernameFormEvent[] = [{ kind: 'typed', username: ' Builder ' }, { kind: 'started' }];
const found: UsernameFormEvent = { kind: 'found', username: 'Builder', avatarUrl: 'https://pictures.example/1.png' };

// spec: 4.dialog-look-up
test('a failed look-up stays at the input and shows the error until the user types', () => {
	const failed = after(...lookUp, { kind: 'failed', step: 'input', problem: 'No such user' });
	expect(failed).toMatchObject({ step: 'input', problem: 'No such user', isBusy: false });
	expect(nextUsernameForm(failed, { kind: 'typed', username: 'B' })).toMatchObject({ problem: undefined });
});

test('ignores a response that arrives after closing the dialog or changing the name', () => {
	expect(after(...lookUp, { kind: 'reset' }, found)).toEqual(emptyUsernameForm);
	expect(after(...lookUp, { kind: 'typed', username: 'Else' }, found)).toMatchObject({
		step: 'input',
		username: 'Else',
	});
});
