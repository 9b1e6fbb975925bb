export type AuthState =
	/** Before the first answer. The application is not mounted yet. */
	| { kind: 'unknown' }
	/** The server could not be asked, or cannot say at the moment. Nobody is sent away because of that. */
	| { kind: 'unreachable'; isThere?: boolean }
	| { kind: 'guest'; farewell?: Farewell }
	| { kind: 'exchanging' }
	| { kind: 'signed-in'; uid: string; handOff: 'none' | 'used' | 'ignored' };

export type Farewell = { kind: 'banned'; message: string } | { kind: 'ended' };

/** Remembers in this browser, across its tabs, that there may be a session. It holds no secret. */
export type SessionHint = { isSet(): boolean; set(): void; clear(): void };
