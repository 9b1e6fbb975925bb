import { expect, test } from 'vitest';
import { messages, secondFactorMessages } from '../contract/messages.ts';
import { m } from './texts/messages.js';

test('the English texts are the words that the specification quotes', () => {
	const said = {
		'Sign in via the mobile app': m.identity_sign_in_via_the_mobile(),
		'To protect your account, login is done from the mobile app. Tap Withdraw in the app and we will securely sign you in here automatically.':
			m.identity_to_protect_your_account_login(),
		'Already on mobile?': m.identity_already_on_mobile(),
		'You will be redirected automatically. If nothing happens, try again from the app or refresh this page.':
			m.identity_you_will_be_redirected_automatically(),
		'Withdraw Robux': m.common_withdraw_currency(),
		'Pass payout': m.withdraw_pass_payout(),
		Balance: m.common_balance(),
		Stock: m.withdraw_stock(),
		'Directly available': m.withdraw_directly_available(),
		'Processing...': m.withdraw_processing(),
		'Admin Panel': m.app_admin_panel(),
		'Offer History': m.common_offer_history(),
		'Withdraw History': m.common_withdraw_history(),
		'Sign out': m.common_sign_out(),
		Offerwall: m.common_offerwall(),
		'Offer name': m.earn_offer_name(),
		Reward: m.earn_reward(),
		'Date completed': m.earn_date_completed(),
		'No offer history found.': m.earn_no_offer_history_found(),
		'Load more': m.common_load_more(),
		'Loading...': m.common_loading_more(),
		ID: m.withdraw_id(),
		Amount: m.common_amount(),
		Status: m.withdraw_status(),
		'Refunded?': m.withdraw_refunded(),
		Created: m.withdraw_created(),
		Yes: m.common_yes(),
		No: m.common_no(),
		'No withdraw history found.': m.withdraw_no_withdraw_history_found(),
		'Admin Login': m.identity_admin_login(),
		Login: m.identity_login(),
		'Delete account': m.common_delete_account(),
		'Delete my account': m.common_delete_my_account(),
		'Deleting…': m.deletion_deleting(),
		'Your account has been deleted.': m.deletion_account_deleted(),
		Continue: m.common_continue(),
		'Is this you?': m.profile_is_this_you(),
		'Withdrawal submitted successfully!': m.withdraw_withdrawal_submitted(),
		'Not logged in': m.withdraw_not_logged_in(),
		'Please fill in all fields': m.withdraw_fill_in_all_fields(),
		'Amount must be between 5 and 1500': m.withdraw_amount_out_of_range(),
		'Failed to fetch Roblox user ID': m.withdraw_failed_to_fetch_user_id(),
		'No games found for this user.': m.withdraw_no_games_found(),
		'Failed to load Roblox games.': m.withdraw_failed_to_load_games(),
		'No Roblox username found.': m.withdraw_no_username_found(),
		'Failed to submit withdrawal': m.withdraw_failed_to_submit_withdrawal(),
		'Failed to load offer history': m.earn_failed_to_load_offer_history(),
		'Failed to load withdraw history': m.withdraw_failed_to_load_withdraw_history(),
		'Login failed': m.identity_login_failed(),
		'You are not an admin.': m.identity_not_an_admin(),
		'Failed to fetch Roblox data': m.profile_failed_to_fetch_game_data(),
		'Failed to update user profile': m.profile_failed_to_update_profile(),
		'You must be logged in': m.common_must_be_logged_in(),
		'Failed to delete account': m.deletion_failed_to_delete_account(),
		'Username is required': m.profile_username_required(),
		'Failed to get document because the client is offline': m.common_client_offline(),
		'the client has already been terminated': m.common_client_terminated(),
	};
	expect(Object.values(said)).toEqual(Object.keys(said));
});

test('what the server says too, it says in the same English words', () => {
	expect({
		fillInAllFields: m.withdraw_fill_in_all_fields(),
		amountOutOfRange: m.withdraw_amount_out_of_range(),
		amountNotWhole: m.withdraw_amount_not_whole(),
		noPassFound: m.withdraw_no_pass_found(),
		regionalPricingOn: m.withdraw_regional_pricing_on(),
		mustBeLoggedIn: m.common_must_be_logged_in(),
		usernameRequired: m.profile_username_required(),
		required: m.identity_second_factor_required(),
		notSetUp: m.identity_second_factor_not_set_up(),
	}).toEqual({ ...messages, mustBeLoggedInToWithdraw: undefined, ...secondFactorMessages });
});
