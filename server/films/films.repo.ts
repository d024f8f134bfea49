import { and, eq, gt, sql } from 'drizzle-orm'
import type { FilmHeight } from '#contract/files/film-copies.ts'
import type { Db } from '#server/db/database.ts'
import { isRecent } from '#server/db/is-recent.ts'
import type { FileRecord } from '#server/files/files.table.ts'
import { films } from '#server/films/films.table.ts'

/** A run without a heartbeat for this long is over: its process died. */
const silence = sql`interval '60 seconds'`

/** Whether the next run may begin. No pause is longer than an hour: a film that waits longer was dated by a clock ahead. */
const isDue = sql`(films.due_at <= now()::timestamptz(3) or films.due_at > now() + interval '2 hours'
  or (films.attempts = 0 and films.due_at <= films.created_at))`

/** Lets a film wait for its smaller copies. */
export const insertFilm = async (tx: Db, fileId: string) => {
  await tx.insert(films).values({ file_id: fileId }).onConflictDoNothing()
}

/** The copies of a film, and the progress of the run that makes them; null when it is no film. */
export const findFilm = async (db: Db, fileId: string) => {
  const [film] = await db
    .select({
      heights: films.heights,
      isDue: sql<boolean>`${films.status} in ('waiting', 'running')`,
      percent: sql<number | null>`case when ${films.status} = 'running' and ${isRecent(films.alive_at, silence)}
        then ${films.percent} end`,
    })
    .from(films)
    .where(eq(films.file_id, fileId))
  return film ?? null
}

/** A film taken by a process that makes its copies. */
export interface TakenFilm {
  file: Pick<FileRecord, 'id' | 'type' | 'size'>
  /** Number of this run: an earlier one that is still going changes nothing any more. */
  run: number
}

/**
 * Takes the next film that something uses, also one whose process died: staff's first, then the oldest. Null when none
 * is due.
 */
export const takeFilm = async (db: Db): Promise<TakenFilm | null> => {
  const { rows } = await db.execute<{ id: string; type: string; size: string; run: number }>(sql`
    update films set status = 'running', attempts = films.attempts + 1, percent = 0, alive_at = now()
    from files
    where files.id = films.file_id and films.file_id = (
      select films.file_id from films join files on files.id = films.file_id join users on users.id = files.user_id
      where ((films.status = 'waiting' and ${isDue}) or (films.status = 'running' and not (${isRecent(films.alive_at, silence)})))
        and files.status = 'ready' and exists (select from file_uses where file_uses.file_id = files.id)
      order by users.role = 'student', films.created_at limit 1 for update of films skip locked)
    returning files.id, files.type, files.size, films.attempts as run`)
  const [row] = rows
  return row ? { file: { id: row.id, type: row.type, size: Number(row.size) }, run: row.run } : null
}

const ofRun = ({ file, run }: TakenFilm) =>
  and(eq(films.file_id, file.id), eq(films.attempts, run), eq(films.status, 'running'))

/** Whether its file is still there for others: one that is being deleted gets no copies any more. */
const isKept = sql`exists (select from files where files.id = ${films.file_id} and files.status = 'ready')`

/** Records that a run is alive, and its progress; false when it is to stop. */
export const noteFilm = async (db: Db, taken: TakenFilm, percent: number) => {
  const noted = await db
    .update(films)
    .set({ percent, alive_at: sql`now()` })
    .where(and(ofRun(taken), isKept))
    .returning({ id: films.file_id })
  return noted.length > 0
}

/** Whether a film may have copies: its file is there, and not being deleted. */
export const isFilmKept = async (db: Db, fileId: string) =>
  (await db.$count(films, and(eq(films.file_id, fileId), isKept))) > 0

/** Ends a run with the copies it has stored; false when nobody wants them any more. */
export const endFilm = async (db: Db, taken: TakenFilm, heights: FilmHeight[]) => {
  const ended = await db
    .update(films)
    .set({ status: 'ready', percent: 100, heights })
    .where(and(ofRun(taken), isKept))
    .returning({ id: films.file_id })
  return ended.length > 0
}

/** Gives a film up: its original plays. */
export const failFilm = async (db: Db, taken: TakenFilm) => {
  await db.update(films).set({ status: 'failed' }).where(ofRun(taken))
}

/** Lets a film wait for its next run; `isCounted` when this one counts as a try. */
export const postponeFilm = async (db: Db, taken: TakenFilm, minutes: number, isCounted: boolean) => {
  await db
    .update(films)
    .set({
      status: 'waiting',
      due_at: sql`now() + ${minutes} * interval '1 minute'`,
      attempts: isCounted ? taken.run : taken.run - 1,
    })
    .where(and(ofRun(taken), gt(films.attempts, 0)))
}
