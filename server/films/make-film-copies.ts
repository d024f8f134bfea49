import { createWriteStream } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FilmHeight } from '#contract/files/film-copies.ts'
import type { Deps } from '#server/deps.ts'
import { type Ffmpeg, findFfmpeg, ProgramFailed } from '#server/films/ffmpeg.ts'
import { filmCopyKey, filmCopyKeys } from '#server/films/film-copies.ts'
import {
  endFilm,
  failFilm,
  isFilmKept,
  noteFilm,
  postponeFilm,
  type TakenFilm,
  takeFilm,
} from '#server/films/films.repo.ts'
import { type FilmSource, isPlayed, isReadable, probeFilm, wantedHeights } from '#server/films/probe-film.ts'
import { turnFilm } from '#server/films/turn-film.ts'
import { diskFailure } from '#server/storage/ask-disk.ts'
import { StorageFailure } from '#server/storage/storage.ts'
import { makeTemporaryFolder } from '#server/storage/temporary-folder.ts'

/** How often a run records that it is alive, in milliseconds. */
const heartbeatMs = 2000

/** How many times a film is tried. */
const maxRuns = 3

/** Minutes before the next try; `noRoom`: when the disk was too full. */
const pause = { failed: 10, noRoom: 60 }

/** Room that stays free on the disk, in bytes. */
const reserve = 512 * 1_048_576

/** The disk is too full for a film and its copies. */
class NoRoom extends Error {}

/** What makes copies needs. */
export interface FilmDeps extends Pick<Deps, 'db' | 'files' | 'config'> {
  programs: Ffmpeg
  /** Takes failures of single films. */
  onError: (error: unknown) => void
  /** Stops early. */
  signal: AbortSignal
}

/** Copies a film from the storage to a folder of this machine. */
const fetchFilm = async ({ files, signal }: FilmDeps, { file }: TakenFilm, folder: string): Promise<FilmSource> => {
  const { bavail, bsize } = await statfs(folder)
  // the film itself, and copies that are no larger together
  if (bavail * bsize < 3 * file.size + reserve) throw new NoRoom('The disk has no room for the copies of a film.')
  const bytes = await files.read(file.id)
  if (!bytes) throw new ProgramFailed('The bytes of the film are gone.')
  const path = join(folder, 'source')
  await pipeline(bytes, createWriteStream(path, { flags: 'wx' }), { signal })
  return { path, type: file.type }
}

/** Makes and stores the copies of a film that is there; the smaller ones are made of the larger ones. Returns which. */
const makeCopies = async (
  deps: FilmDeps,
  { file }: TakenFilm,
  source: FilmSource,
  folder: string,
  note: (percent: number) => void,
): Promise<FilmHeight[]> => {
  const { files, programs, signal } = deps
  const facts = await probeFilm(programs, source, signal)
  if (!facts) return []
  const wanted = wantedHeights(facts, file.size)
  const made: FilmHeight[] = []
  let [from, maxBytes] = [source, isPlayed(facts) ? file.size : 2 * file.size]
  for (const [index, height] of wanted.entries()) {
    const path = join(folder, `${height}.mp4`)
    const onProgress = (part: number) => note(Math.floor((100 * (index + part)) / wanted.length))
    const turn = { source: from, height, path, duration: facts.duration, maxBytes, onProgress, signal }
    try {
      // a copy that saves nothing is none
      if (!(await turnFilm(programs, turn))) continue
    } catch (error) {
      // what there is will do
      if (made.length > 0 && !signal.aborted && error instanceof ProgramFailed) break
      throw error
    }
    await files.store(filmCopyKey(file.id, height), path)
    made.push(height)
    from = { path, type: 'video/mp4' }
    maxBytes = (await stat(path)).size
  }
  return made
}

/** Deletes copies that were stored for a file that is being deleted; those of another process stay. */
const removeUnwanted = async ({ db, files }: FilmDeps, { file }: TakenFilm) => {
  if (await isFilmKept(db, file.id)) return
  for (const key of filmCopyKeys(file.id)) await files.remove(key)
}

const run = async (deps: FilmDeps, taken: TakenFilm) => {
  const { db, config, onError } = deps
  const unwanted = new AbortController()
  const signal = AbortSignal.any([deps.signal, unwanted.signal])
  let percent = 0
  const note = (now: number) => {
    percent = now
  }
  const beat = () =>
    noteFilm(db, taken, percent).then((isWanted) => {
      if (!isWanted) unwanted.abort()
    }, onError)
  const folder = await makeTemporaryFolder(config)
  // after what may fail: a beat that nobody ends would keep the film taken
  const beating = setInterval(beat, heartbeatMs)
  let isEnded = false
  try {
    const source = await fetchFilm({ ...deps, signal }, taken, folder.path)
    const heights = await makeCopies({ ...deps, signal }, taken, source, folder.path, note)
    isEnded = await endFilm(db, taken, heights)
  } catch (error) {
    if (!unwanted.signal.aborted) throw error
  } finally {
    clearInterval(beating)
    await folder.remove()
    if (!isEnded) await removeUnwanted(deps, taken)
  }
}

const afterFailure = async ({ db, signal, onError }: FilmDeps, taken: TakenFilm, error: unknown) => {
  if (signal.aborted) return postponeFilm(db, taken, 0, false)
  onError(error)
  if (error instanceof NoRoom || diskFailure(error) instanceof StorageFailure)
    return postponeFilm(db, taken, pause.noRoom, false)
  if (taken.run >= maxRuns) return failFilm(db, taken)
  return postponeFilm(db, taken, pause.failed * taken.run, true)
}

/**
 * Makes the smaller copies of the next film that waits for them; false when none does. A film that fails is tried again
 * later; after its tries its original plays.
 */
export const makeNextCopies = async (deps: FilmDeps): Promise<boolean> => {
  const { db } = deps
  const taken = await takeFilm(db)
  if (!taken) return false
  // its process died each time
  if (taken.run > maxRuns) await failFilm(db, taken)
  else if (!isReadable(taken.file.type)) await endFilm(db, taken, [])
  else await run(deps, taken).catch((error) => afterFailure(deps, taken, error))
  return true
}

/** How often the database is asked for the next film, in milliseconds. */
const pollMs = 3000

/**
 * Makes smaller copies of films one after another, in a process of their own, where the machine has ffmpeg. `stop`
 * ends the current one, which waits for the next start.
 */
export const startFilmCopies = (deps: Omit<FilmDeps, 'programs' | 'signal'>) => {
  const closing = new AbortController()
  const { signal } = closing
  const work = async () => {
    const programs = await findFfmpeg()
    while (programs && !signal.aborted) {
      const isMade = await makeNextCopies({ ...deps, programs, signal }).catch(deps.onError)
      if (!isMade) await sleep(pollMs, undefined, { signal }).catch(() => {})
    }
  }
  const working = work()
  return {
    stop: async () => {
      closing.abort()
      await working
    },
  }
}
