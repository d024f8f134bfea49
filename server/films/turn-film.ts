import { hourMs, minuteMs } from '#contract/durations.ts'
import type { FilmHeight } from '#contract/files/film-copies.ts'
import { type Ffmpeg, ProgramFailed, runApart } from '#server/films/ffmpeg.ts'
import { type FilmSource, openingArgs, probeFilm } from '#server/films/probe-film.ts'

/** Bits a second of each copy's picture. */
const rates: Record<FilmHeight, { picture: string; buffer: string; sound: string }> = {
  720: { picture: '2000k', buffer: '4000k', sound: '128k' },
  360: { picture: '600k', buffer: '1200k', sound: '96k' },
}

const writingArgs = (height: FilmHeight) => {
  const { picture, buffer, sound } = rates[height]
  // turned as the camera recorded it, then the shorter side
  const scale = `scale=w='if(gt(iw,ih),-2,${height})':h='if(gt(iw,ih),${height},-2)',setsar=1,format=yuv420p`
  return [
    // one picture and one sound; no data, and nothing that its camera noted
    ...['-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-vf', scale, '-fpsmax', '30', '-threads', '1'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-maxrate', picture, '-bufsize', buffer],
    ...['-c:a', 'aac', '-b:a', sound, '-ac', '2', '-ar', '48000'],
    ...['-movflags', '+faststart', '-f', 'mp4'],
  ]
}

/** Max time for a film whose length is unknown, in milliseconds. */
const unknownLimitMs = 2 * hourMs
const maxLimitMs = 8 * hourMs

/** A film is turned about as fast as it plays; a slow machine takes several times that. */
const timeLimitOf = (duration: number | undefined) =>
  duration === undefined ? unknownLimitMs : Math.min(maxLimitMs, 20 * minuteMs + duration * 6000)

/** One smaller copy of a film. */
interface Turn {
  source: FilmSource
  height: FilmHeight
  /** Where it is written. */
  path: string
  /** In seconds. */
  duration: number | undefined
  /** A copy that gets larger is given up, in bytes. */
  maxBytes: number
  /** Takes the progress, from 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** How much of a film its copy may lack: sound and picture rarely end together. */
const maxLack = 0.05

/** Throws ProgramFailed for a copy that ends too early: the rest of the film could not be read. */
const checkWhole = async (programs: Ffmpeg, { path, duration = 0, signal }: Turn) => {
  const copy = await probeFilm(programs, { path, type: 'video/mp4' }, signal)
  if (!copy || (copy.duration ?? 0) < duration * (1 - maxLack) - 1) {
    throw new ProgramFailed('A part of the film could not be read.')
  }
}

/**
 * Makes a smaller copy of a film: MP4 that begins to play before it is loaded. False when it got larger than it may.
 * Throws ProgramFailed.
 */
export const turnFilm = async (programs: Ffmpeg, turn: Turn): Promise<boolean> => {
  const { source, height, path, duration, maxBytes, onProgress, signal } = turn
  const tooLarge = new AbortController()
  try {
    await runApart({
      program: programs.ffmpeg,
      args: [
        ...['-hide_banner', '-nostdin', '-nostats', '-v', 'error', '-progress', 'pipe:1', '-filter_threads', '1'],
        ...['-threads', '1', ...openingArgs(source), ...writingArgs(height), path],
      ],
      timeLimitMs: timeLimitOf(duration),
      signal: AbortSignal.any([signal, tooLarge.signal]),
      onLine: (line) => {
        const [name, value] = line.split('=')
        if (name === 'total_size' && Number(value) > maxBytes) tooLarge.abort()
        if (name === 'out_time_us' && duration) {
          onProgress(Math.min(1, Math.max(0, Number(value) / 1_000_000 / duration)) || 0)
        }
      },
    })
    await checkWhole(programs, turn)
    return true
  } catch (error) {
    if (error instanceof ProgramFailed && tooLarge.signal.aborted) return false
    throw error
  }
}
