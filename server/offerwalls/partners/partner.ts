/**
 * A partner's contract as data. Most offerwalls differ only in parameter names, in what they hash, and in the words for
 * the same few events; for them an entry of this type is the whole adapter.
 */
export type Partner = {
	/** Shown to operators, and the default name of a wall. */
	name: string;
	/** How the callback arrives: parameters in the address, or as a form in the body. */
	method: 'GET' | 'POST';
	/** Address of the wall for one user. `{appId}` and `{uid}` are filled in. */
	wallUrl: string;
	/** The partner's name for each thing that we read. */
	parameters: {
		uid: string;
		transactionId: string;
		reward: string;
		payout?: string;
		signature: string;
		/** What a reversal repeats of its credit, where its transaction id is a new one. */
		link?: string;
		offerId?: string;
		offerName?: string;
	};
	/** What is hashed, over the values as received: parameter names, and `secret` where the wall's secret stands. */
	signature: { hash: 'md5' | 'sha1' | 'sha256'; parts: readonly string[]; separator: string };
	/** Which event a callback tells, by one parameter's value. A value that is not listed is refused. */
	kinds: { parameter: string; values: Readonly<Record<string, OfferEventKind>> };
	/** A parameter whose value marks a test, which is acknowledged and books nothing. */
	test?: { parameter: string; value: string };
	/** Body of the answer that tells the partner to stop sending. */
	successBody: string;
};

export type OfferEventKind = 'credit' | 'reversal';

/** Stands for the wall's secret in {@link Partner.signature}. */
export const SECRET = 'secret';
