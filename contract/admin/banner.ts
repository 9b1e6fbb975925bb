export const defaultAdminBanner =
	'Account funds pay the withdrawals: top them up before they run low. The total site stock is what all payouts together can reach.';
