export type AuthState =
	| { kind: 'unknown' }
	/** The auth state is unknown, so guards must not redirect. */
	| { kind: 'unreachable'; isThere?: boolean }
	| { kind: 'guest'; farewell?: Farewell }
	| { kind: 'exchanging' }
	| { kind: 'signed-in'; uid: string; handOff: 'none' | 'used' | 'ignored' };

export type Farewell = { kind: 'banned'; message: string } | { kind: 'ended' };

/** Remembers across tabs that a session may exist. Not secret. */
export type SessionHint = { isSet(): boolean; set(): void; clear(): void };
