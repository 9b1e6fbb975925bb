import { m } from '../../texts/messages.js';
export type UsernameForm =
	| { step: 'input'; username: string; problem: string | undefined; isLooking: boolean }
	| {
			step: 'confirm';
			username: string;
			avatarUrl: string | null;
			problem: string | undefined;
			isSaving: boolean;
			canProve: boolean;
	  }
	| { step: 'prove'; username: string; phrase: string; problem: string | undefined; isChecking: boolean };

export type UsernameFormEvent =
	| { kind: 'typed'; username: string }
	| { kind: 'look-up-started' }
	| { kind: 'found'; username: string; avatarUrl: string | null }
	| { kind: 'look-up-failed'; problem: string }
	| { kind: 'declined' }
	| { kind: 'save-started' }
	| { kind: 'save-failed'; problem: string; canProve?: boolean }
	| { kind: 'phrase-given'; phrase: string }
	| { kind: 'check-started' }
	| { kind: 'check-failed'; problem: string }
	| { kind: 'reset' };

export const emptyUsernameForm: UsernameForm = { step: 'input', username: '', problem: undefined, isLooking: false };

export function nextUsernameForm(form: UsernameForm, event: UsernameFormEvent): UsernameForm {
	if (event.kind === 'reset') return emptyUsernameForm;
	if (form.step === 'input') return nextInput(form, event);
	return form.step === 'confirm' ? nextConfirm(form, event) : nextProof(form, event);
}

function nextInput(form: UsernameForm & { step: 'input' }, event: UsernameFormEvent): UsernameForm {
	switch (event.kind) {
		case 'typed':
			return { ...emptyUsernameForm, username: event.username };
		case 'look-up-started':
			return { ...form, problem: undefined, isLooking: true };
		case 'look-up-failed':
			return { ...form, problem: event.problem, isLooking: false };
		case 'found': {
			// Ignores responses for a changed name or a closed dialog.
			if (!form.isLooking || form.username.trim() !== event.username) return form;
			const { username, avatarUrl } = event;
			return { step: 'confirm', username, avatarUrl, problem: undefined, isSaving: false, canProve: false };
		}
		default:
			return form;
	}
}

function nextConfirm(form: UsernameForm & { step: 'confirm' }, event: UsernameFormEvent): UsernameForm {
	switch (event.kind) {
		case 'declined':
			return { ...emptyUsernameForm, username: form.username };
		case 'save-started':
			return { ...form, problem: undefined, isSaving: true };
		case 'save-failed':
			return { ...form, problem: event.problem, isSaving: false, canProve: event.canProve ?? false };
		case 'phrase-given': {
			const { username } = form;
			return { step: 'prove', username, phrase: event.phrase, problem: undefined, isChecking: false };
		}
		default:
			return form;
	}
}

function nextProof(form: UsernameForm & { step: 'prove' }, event: UsernameFormEvent): UsernameForm {
	switch (event.kind) {
		case 'check-started':
			return { ...form, problem: undefined, isChecking: true };
		case 'check-failed':
			return { ...form, problem: event.problem, isChecking: false };
		default:
			return form;
	}
}

export function usernameProblem(username: string): string | undefined {
	return username.trim() === '' ? m.refusal_username_required() : undefined;
}
