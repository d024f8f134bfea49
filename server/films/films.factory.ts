import type { FilmHeight } from '#contract/files/film-copies.ts'
import type { Db } from '#server/db/database.ts'
import { films } from '#server/films/films.table.ts'

/** Lets a film have copies in these sizes, whose bytes are still those of the film. */
export const buildFilmCopies = async (db: Db, file_id: string, heights: FilmHeight[]) => {
  const made = { status: 'ready' as const, heights }
  await db
    .insert(films)
    .values({ file_id, ...made })
    .onConflictDoUpdate({ target: films.file_id, set: made })
}
