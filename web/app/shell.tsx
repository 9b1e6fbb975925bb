import { Suspense, useEffect, useMemo, useRef } from 'react';
import { Link, Outlet, useLocation, useMatches, useNavigate } from 'react-router';
import { LANGUAGE_COOKIE } from '../../contract/accounts/cookies.ts';
import { ADMIN_ROLE } from '../../contract/limits.ts';
import { accessTo } from '../../contract/pages.ts';
import { SessionContext, useAuth, useSession } from '../accounts/session/session-context.tsx';
import { ClientsProvider, useUserDocument } from '../lib/calls/clients.tsx';
import { language, words } from '../lib/format/formats.ts';
import { optional, part } from '../lib/optional.ts';
import { originOfTab } from '../lib/origin.ts';
import { createStore, useHasStarted, useStore } from '../lib/store.ts';
import { m } from '../texts/messages.js';
import { Toaster } from '../ui/toast.tsx';
import { HeaderFrame } from './header-frame.tsx';
import { PageBar } from './page-bar.tsx';
import { Account, doors, Navigation, signedInData, session as visitorSession } from './visitor.ts';

declare const __LANGUAGE_NAMES__: readonly (readonly [tag: string, name: string])[];
/** The server fills in the offered ones. */
declare const __LANGUAGES__: string;

const ONE_YEAR_S = 31_536_000;
const offered = __LANGUAGES__.split(',');
const none: typeof __LANGUAGE_NAMES__ = [];
const others = createStore(__LANGUAGE_NAMES__.filter(([tag]) => tag !== language && offered.includes(tag)));

/** Reloads, because the server picks the build by cookie. */
function LanguageSwitch({ className }: { className: string }) {
	function choose(tag: string): void {
		// biome-ignore lint/suspicious/noDocumentCookie: the other way of setting one is not in all browsers
		document.cookie = `${LANGUAGE_COOKIE}=${tag};path=/;max-age=${ONE_YEAR_S};samesite=lax`;
		location.reload();
	}
	// A prerendered page does not know the offered ones.
	return useStore(others, none).map(([tag, name]) => (
		<button key={tag} type="button" lang={tag} onClick={() => choose(tag)} className={className}>
			{name}
		</button>
	));
}

/** Page that opens after a sign-in with a token in the URL (specification section 4). */
const HAND_OFF_PATH = '/withdraw';

const SignInLinkUnused = part(() => import('./sign-in-link-unused.tsx'), 'SignInLinkUnused');
const CameThrough = optional(() => import('./notices/came-through.tsx').then(({ CameThrough }) => CameThrough));
const FarewellNotice = part(() => import('./notices/farewell-notice.tsx'), 'FarewellNotice');

export function Shell() {
	const data = useStore(signedInData, undefined);
	const fillsView = useMatches().some(({ handle }) => (handle as { fillsView?: boolean } | undefined)?.fillsView);
	const clients = useMemo(() => ({ ...doors, data }), [data]);
	return (
		<SessionContext value={visitorSession}>
			<ClientsProvider clients={clients}>
				<a
					href="#content"
					className="sr-only rounded-control bg-ink px-4 py-3 font-semibold text-paper focus:not-sr-only focus:fixed focus:top-2 focus:start-2 focus:z-30"
				>
					{m.app_skip_to_content()}
				</a>
				<Header fillsView={fillsView} />
				<Content fillsView={fillsView} />
				<Origin />
				{!fillsView && <Footer />}
				<Toaster />
			</ClientsProvider>
		</SessionContext>
	);
}

function Origin() {
	const auth = useAuth();
	// A prerendered page has no tab.
	const isOpen = useHasStarted();
	useEffect(() => void originOfTab(), []);
	return (
		isOpen &&
		auth.kind === 'guest' && (
			<Suspense>
				<CameThrough />
			</Suspense>
		)
	);
}

function Header({ fillsView }: { fillsView: boolean | undefined }) {
	const auth = useAuth();
	const user = useUserDocument();
	const { pathname } = useLocation();
	const access = accessTo(pathname) ?? 'public';
	const isStaff = user.kind === 'ready' && user.document.role === ADMIN_ROLE;
	const leadsToAdmin = access === 'admin' || isWithdrawPage(pathname) || (access === 'signed-in' && isStaff);
	return (
		<HeaderFrame
			logoTo={leadsToAdmin ? '/admin' : '/'}
			hasAccount={auth.kind === 'signed-in'}
			navigation={
				access === 'admin' ? (
					<div id="admin-bar" className="flex-1" />
				) : auth.kind === 'signed-in' ? (
					<Suspense fallback={<NavigationPlaceholder />}>
						<Navigation fillsView={fillsView} />
					</Suspense>
				) : (
					auth.kind !== 'guest' && access !== 'public' && <NavigationPlaceholder />
				)
			}
		>
			{auth.kind === 'signed-in' && (
				<Suspense>
					<Account hasBalance={access !== 'admin'} />
				</Suspense>
			)}
			{auth.kind === 'guest' && access === 'public' && pathname !== '/login' && (
				<Link
					to="/login"
					className="inline-flex min-h-11 items-center px-3 text-sm font-semibold text-soft hover:text-ink"
				>
					{m.common_sign_in()}
				</Link>
			)}
		</HeaderFrame>
	);
}

/** On this page the logo leads to the admin area, for every role (specification). */
const isWithdrawPage = (pathname: string): boolean => /^\/withdraw\/?$/i.test(pathname);

function NavigationPlaceholder() {
	return <span aria-hidden="true" className="order-last min-h-11 basis-full max-sm:hidden lg:hidden" />;
}

function Content({ fillsView }: { fillsView: boolean }) {
	const auth = useAuth();
	const session = useSession();
	const navigate = useNavigate();
	const { pathname, state } = useLocation();
	const main = useRef<HTMLElement>(null);
	const previousPath = useRef(pathname);
	const handOff = auth.kind === 'signed-in' ? auth.handOff : 'none';
	const farewell = auth.kind === 'guest' ? auth.farewell : undefined;
	const lastOwnPath = useRef('/withdraw');
	useEffect(() => {
		if (auth.kind === 'signed-in') lastOwnPath.current = pathname;
	}, [auth, pathname]);

	useEffect(() => {
		if (handOff !== 'used') return;
		if (pathname === HAND_OFF_PATH) session.arrive();
		else navigate(HAND_OFF_PATH, { replace: true });
	}, [handOff, pathname, navigate, session]);

	// Moves the focus for screen readers. The router scrolls, because the browser would scroll content under the header.
	useEffect(() => {
		if (previousPath.current === pathname) return;
		previousPath.current = pathname;
		main.current?.focus({ preventScroll: true });
	}, [pathname]);

	return (
		<main ref={main} id="content" tabIndex={-1} className={fillsView ? 'fills-view' : 'min-h-svh'}>
			{handOff === 'ignored' && (
				<Suspense>
					<SignInLinkUnused />
				</Suspense>
			)}
			{farewell && (
				<Suspense>
					<FarewellNotice farewell={farewell} wayBack={lastOwnPath.current} />
				</Suspense>
			)}
			{typeof state?.notice === 'string' && <PageBar>{state.notice}</PageBar>}
			<Outlet />
		</main>
	);
}

const footerLinks = [
	['/help', m.help_title()],
	['/status', m.status_title()],
	['/proof', m.proof_title()],
	['/privacy-policy', m.common_privacy_policy()],
	['/terms-of-service', m.common_terms_of_service()],
	['/accessibility', m.accessibility_title()],
] as const;

function Footer() {
	const linkLook = 'inline-flex min-h-11 items-center hover:text-ink hover:underline underline-offset-4';
	return (
		<footer className="border-t border-line">
			<div className="mx-auto flex max-w-(--page) flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-6 text-sm text-soft sm:px-6">
				<p>{m.app_brand_is_not_affiliated()}</p>
				<nav aria-label={m.app_legal_and_help()} className="flex flex-wrap gap-x-6">
					{footerLinks.map(([to, title]) => (
						<Link key={to} to={to} className={linkLook}>
							{title}
						</Link>
					))}
					<a href={words.communityChatUrl} target="_blank" rel="noreferrer" className={linkLook}>
						{m.app_community_chat()}
					</a>
					<LanguageSwitch className={linkLook} />
				</nav>
			</div>
		</footer>
	);
}
