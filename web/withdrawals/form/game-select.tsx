import { useId } from 'react';
import type { Game } from '../../../contract/accounts/profiles.ts';
import { m } from '../../texts/messages.js';
import { TextButton } from '../../ui/button.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Games } from '../api.ts';

type GameSelectProps = {
	games: Games;
	placeId: number | undefined;
	isDisabled: boolean;
	onChoose: (placeId: number) => void;
};

export function GameSelect({ games, placeId, isDisabled, onChoose }: GameSelectProps) {
	const id = useId();
	const list = games.kind === 'ready' ? games.games : [];
	const chosen = list.find((game) => game.PlaceID === placeId);
	return (
		// Without `min-w-0` the longest game name would set the width.
		<div className="min-w-0">
			<div className="mb-1.5 flex min-h-5 flex-wrap items-center justify-between gap-x-4 gap-y-3 text-sm">
				<label htmlFor={id} className="font-semibold">
					{m.withdraw_game()}
				</label>
				{games.kind === 'ready' && (
					<TextButton
						className="-my-3 -me-2 min-h-11 px-2"
						aria-disabled={games.isReloading || undefined}
						onClick={() => !games.isReloading && games.reload()}
					>
						{games.isReloading ? m.withdraw_loading_games() : m.withdraw_reload_games()}
					</TextButton>
				)}
			</div>
			<div className="relative">
				<Select
					id={id}
					value={placeId ?? ''}
					disabled={isDisabled || games.kind !== 'ready'}
					onChange={(event) => onChoose(Number(event.currentTarget.value))}
					aria-busy={games.kind === 'loading'}
					className="picture-select ps-14"
				>
					{/* The closed state of a customizable select, which does not truncate long names. */}
					<button type="button" className="block min-w-0 flex-1 truncate text-start">
						{chosen?.Name ?? (games.kind === 'loading' ? m.withdraw_loading_games() : m.withdraw_no_game_to_choose())}
					</button>
					{list.length === 0 && (
						<option value="">
							{games.kind === 'loading' ? m.withdraw_loading_games() : m.withdraw_no_game_to_choose()}
						</option>
					)}
					{list.map((game) => (
						<option key={game.PlaceID} value={game.PlaceID}>
							<Picture game={game} />
							{game.Name}
						</option>
					))}
				</Select>
				<span className="pointer-events-none absolute inset-y-0 start-3 flex items-center">
					{games.kind === 'loading' ? <Skeleton className="size-8" /> : <Picture game={chosen} />}
				</span>
			</div>
		</div>
	);
}

function Picture({ game }: { game: Game | undefined }) {
	const look = 'size-8 shrink-0 rounded-md bg-sunken object-cover';
	if (!game?.ThumbnailUrl) return <span aria-hidden="true" className={`${look} inline-block`} />;
	return <img src={game.ThumbnailUrl} alt="" width="32" height="32" className={look} />;
}
