import type { Film } from '#contract/files/files.schema.ts'
import { type Actor, isStaff } from '#contract/users/users.policy.ts'
import type { FileRecord } from '#server/files/files.table.ts'
import type { findFilm } from '#server/films/films.repo.ts'

type FilmRecord = NonNullable<Awaited<ReturnType<typeof findFilm>>>

/** A film as the contract shows it. First check who may see its file. */
export const presentFilm = ({ heights, isDue, percent }: FilmRecord, file: FileRecord, actor: Actor | null): Film => ({
  heights,
  making: isDue && (actor?.id === file.user_id || isStaff(actor)) ? { percent } : null,
})
