import type { Feature } from '../../lib/feature.ts';
import { FETCH_PICTURES_TASK, fetchPictures, type PicturesDeps } from './fetch-pictures.ts';
import { pictureRoutes } from './routes.ts';

export const offerPictures = {
	routes: pictureRoutes,
	jobs: [{ name: FETCH_PICTURES_TASK, at: '* * * * *', isQuiet: true, run: fetchPictures }],
} satisfies Feature<Record<never, never>, PicturesDeps>;
