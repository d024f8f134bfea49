import { z } from 'zod'
import { type FilmHeight, filmHeights } from '#contract/files/film-copies.ts'
import { type Ffmpeg, ProgramFailed, runApart } from '#server/films/ffmpeg.ts'

/**
 * What reads each type, by the type that was detected from the bytes: no file chooses it itself, as one of them could
 * be a list of other files of this machine.
 */
const readers: Record<string, string> = {
  'video/mp4': 'mov',
  'video/x-m4v': 'mov',
  'video/quicktime': 'mov',
  'video/3gpp': 'mov',
  'video/3gpp2': 'mov',
  'video/webm': 'matroska',
  'video/x-matroska': 'matroska',
  'video/matroska': 'matroska',
  'video/ogg': 'ogg',
  'video/vnd.avi': 'avi',
  'video/x-msvideo': 'avi',
  'video/x-flv': 'flv',
  'video/x-ms-asf': 'asf',
  'video/x-ms-wmv': 'asf',
  'video/mpeg': 'mpeg',
  'video/MP1S': 'mpeg',
  'video/MP2P': 'mpeg',
  'video/mp2t': 'mpegts',
}

/** A file that is read from this machine, and reads nothing else. */
export interface FilmSource {
  path: string
  /** MIME type detected from its bytes. */
  type: string
}

/** Whether films of this type are read at all. */
export const isReadable = (type: string) => Object.hasOwn(readers, type)

/** The arguments that open a source; they come before all arguments about the output. */
export const openingArgs = ({ path, type }: FilmSource) => [
  ...['-protocol_whitelist', 'file', '-f', readers[type] as string, '-i', path],
]

const number = z.coerce.number().positive().optional().catch(undefined)
const Probed = z.object({
  streams: z.array(z.object({ codec_name: z.string().catch(''), width: number, height: number })),
  format: z.object({ duration: number }).catch({ duration: undefined }),
})

/** What is known of a film. */
export interface FilmFacts {
  /** The shorter side, in pixels. */
  side: number
  /** In seconds; undefined for some recordings of a browser. */
  duration: number | undefined
  codec: string
}

const probeLimitMs = 60_000

/** No larger film is decoded, in pixels: 8K. */
const maxPixels = 8192 * 4352

/** Reads the facts of a film; null when it has no picture. Throws ProgramFailed. */
export const probeFilm = async (
  { ffprobe }: Ffmpeg,
  source: FilmSource,
  signal?: AbortSignal,
): Promise<FilmFacts | null> => {
  const shown = ['-show_entries', 'stream=codec_name,width,height:format=duration', '-of', 'json']
  const args = ['-v', 'error', '-select_streams', 'v:0', ...shown, ...openingArgs(source)]
  const written = await runApart({ program: ffprobe, args, timeLimitMs: probeLimitMs, signal })
  const { streams, format } = Probed.parse(JSON.parse(written))
  const [stream] = streams
  if (!stream?.width || !stream.height) return null
  if (stream.width * stream.height > maxPixels) throw new ProgramFailed('The film is larger than 8K.')
  return { side: Math.min(stream.width, stream.height), duration: format.duration, codec: stream.codec_name }
}

/** Codecs that browsers play. */
const played = ['h264', 'vp8', 'vp9', 'av1']

/** Films of fewer bytes stay as they are: they load fast enough. */
const smallBytes = 5 * 1_048_576

/** Max rate of a film, in bits per second: above it playback stalls on many connections. */
const maxRate = 2_500_000

/** Whether browsers play it as it is. */
export const isPlayed = ({ codec }: Pick<FilmFacts, 'codec'>) => played.includes(codec)

/** The smaller copies that a film is to get; a film that browsers cannot play gets them whatever its size. */
export const wantedHeights = (facts: FilmFacts, size: number): FilmHeight[] => {
  const { side, duration } = facts
  const rate = duration === undefined ? 0 : (size * 8) / duration
  const isLarge = size >= smallBytes && (side > 720 || rate > maxRate)
  if (!isLarge && isPlayed(facts)) return []
  return filmHeights.filter((height) => height <= side)
}
