/** What the admin's dashboard says at its top, unless the operator has words of their own. */
export const defaultAdminBanner =
	'Account funds pay the withdrawals: top them up before they run low. The total site stock is what all payouts together can reach.';
