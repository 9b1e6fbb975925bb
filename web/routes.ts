import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Layouts control access. The server's counterpart is contract/pages.ts. */
export default [
	index('home/home-page.tsx'),
	route('login', 'accounts/sign-in/landing-page.tsx'),
	route('sign-up', 'accounts/sign-up/sign-up-page.tsx'),
	...['reset-password', 'verify-email', 'undo-email-change', 'stop-change', 'unsubscribe'].map((id) =>
		route(id, 'accounts/sign-up/mail-link-page.tsx', { id }),
	),
	route('admin/login', 'accounts/sign-in/admin-login-page.tsx'),
	route('help', 'help/help-page.tsx'),
	route('proof', 'proof/proof-page.tsx'),
	route('status', 'proof/status-page.tsx'),
	route('earnings', 'proof/earnings-page.tsx'),
	route('privacy-policy', 'legal/privacy-policy-page.tsx'),
	route('terms-of-service', 'legal/terms-of-service-page.tsx'),
	route('accessibility', 'legal/accessibility-page.tsx'),
	route('data-retention', 'legal/data-retention-page.tsx'),
	route('appeal', 'threads/appeal-page.tsx'),
	route('receipt/:id', 'proof/receipt-page.tsx'),
	layout('app/signed-in-area.route.tsx', [
		route('withdraw', 'withdrawals/withdraw-page.tsx'),
		route('earn', 'offerwalls/earn-page.tsx'),
		route('earn/:wallId', 'offerwalls/wall-page.tsx'),
		route('earn/offer/:offerId', 'offerwalls/offers/offer-page.tsx'),
		route('my-offers', 'offerwalls/my-offers-page.tsx'),
		route('invite', 'growth/invite-page.tsx'),
		route('claims', 'offerwalls/claims/claims-page.tsx'),
		route('claims/new', 'offerwalls/claims/new-claim-page.tsx'),
		route('threads', 'threads/threads-page.tsx'),
		route('threads/new', 'threads/new-thread-page.tsx'),
		route('threads/:reference', 'threads/thread-page.tsx'),
		route('offer-history', 'offerwalls/offer-history-page.tsx'),
		route('withdraw-history', 'withdrawals/history/withdraw-history-page.tsx'),
		layout('app/own-account-area.route.tsx', [
			route('account', 'accounts/account/account-page.tsx'),
			route('delete-account', 'accounts/deletion/delete-account-page.tsx'),
		]),
	]),
	route('admin/*', 'app/admin-area.route.tsx'),
	route('*', 'app/not-found-page.tsx'),
] satisfies RouteConfig;
