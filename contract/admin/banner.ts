export const defaultAdminBanner =
	'Account funds pay for withdrawals. Top them up before they run low. Total site stock is the most that all payouts together can use.';
