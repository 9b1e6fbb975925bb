import type { OfferCategory } from '../../../contract/offerwalls/offer-filters.ts';
import { CategoryDrawing } from './category.tsx';

export function OfferPicture({
	offer: { picture, category },
	className,
}: {
	offer: { picture: string | null; category: OfferCategory };
	className: string;
}) {
	const look = `shrink-0 rounded-control bg-tint ${className}`;
	if (picture)
		return <img src={picture} alt="" width="96" height="96" loading="lazy" className={`object-cover ${look}`} />;
	return (
		<span aria-hidden="true" className={`grid place-items-center text-accent ${look}`}>
			<CategoryDrawing category={category} className="size-9" />
		</span>
	);
}
