import { hmacSha1Hex, macrosOf, type Partner } from './partner.ts';

/**
 * Postbacks with a state share one id, report reversals with positive values and call a pending one `COMPLETE`, so the
 * state is read first.
 */
export const bitlabs: Partner = {
	name: 'BitLabs',
	certainty: 'vendor',
	verified: { page: 'developer.bitlabs.ai/docs/callback-parameters', on: '2026-11-26' },
	arrival: 'query',
	wallUrl: 'https://web.bitlabs.ai/?token={appId}&uid={uid}',
	parameters: {
		uid: 'USER:UID',
		transactionId: 'TX',
		reward: 'VALUE:CURRENCY',
		payout: 'VALUE:USD',
		originalId: 'REF',
		offerId: 'OFFER:ID',
		offerName: 'OFFER:NAME',
		goalId: 'OFFER:TASK:ID',
		userIp: 'USER:IP_ADDRESS',
	},
	signature: { scheme: 'address', parameter: 'hash', digest: hmacSha1Hex, position: 'last' },
	kinds: {
		rules: [
			{
				parameter: 'OFFER:TASK:STATE',
				values: { COMPLETED: 'credit', PENDING: 'pending', RECONCILED: 'reversal', NONE: 'credit', '': 'credit' },
				absent: 'credit',
			},
			{
				parameter: 'ACTIVITY:TYPE',
				values: {
					COMPLETE: 'credit',
					SCREENOUT: 'screen-out',
					START_BONUS: 'bonus',
					RECONCILIATION: 'reversal',
					// An older name, for any change of state.
					state_change: 'pending',
				},
			},
		],
	},
	uncertain: 'spelling of ACTIVITY:TYPE; source IP addresses; USER:UID in ban callbacks',
	successBody: 'OK',
	knownIps: ['20.76.54.40/29', '18.199.243.90', '18.157.62.114', '18.193.24.206'],
	macros: macrosOf(
		'USER:UID TX VALUE:CURRENCY VALUE:USD REF ACTIVITY:TYPE ' +
			'OFFER:ID OFFER:NAME OFFER:TASK:ID OFFER:TASK:STATE USER:IP_ADDRESS',
		'[%',
		'%]',
	),
	// Source: developer.bitlabs.ai/docs/ban-callbacks.
	standing: {
		state: 'BAN:STATUS',
		scope: 'BAN:TYPE',
		reason: 'BAN:REASON',
		until: 'BAN:UNTIL',
		states: { active: false, banned: true, shadow_ban: true, review: true, on_hold: true },
		macros: macrosOf('USER:UID BAN:STATUS BAN:TYPE BAN:REASON BAN:UNTIL', '[%', '%]'),
	},
};
