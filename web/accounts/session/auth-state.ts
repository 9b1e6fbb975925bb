export type AuthState =
	/** Before the first answer. The application is not mounted yet. */
	| { kind: 'unknown' }
	/** The server could not be asked. Nobody is sent away because of that. */
	| { kind: 'unreachable' }
	| { kind: 'guest'; farewell?: Farewell }
	/** A guest with an address token that is being exchanged. */
	| { kind: 'exchanging' }
	/** `handOff` says what became of an address token: used to sign in, or left alone because somebody was. */
	| { kind: 'signed-in'; uid: string; handOff: 'none' | 'used' | 'ignored' };

/** Why somebody who was signed in here is not any more, unless they signed out themselves. */
export type Farewell =
	/** `message` has the reason and where to appeal. */
	| { kind: 'banned'; message: string }
	/** The session was ended elsewhere, or ran out. */
	| { kind: 'ended' };

/** Remembers in this browser, across its tabs, that there may be a session. It holds no secret. */
export type SessionHint = { isSet(): boolean; set(): void; clear(): void };
