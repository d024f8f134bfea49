/** Marks that turn the direction of text: in a name they only serve to hide what it really is. */
const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A name as it may be shown. */
export const plainName = (name: string) => name.replace(directionMarks, '')

let segmenter: Intl.Segmenter | undefined

/** Made for the first name: most pages show none. */
const letters = () => {
  segmenter ??= new Intl.Segmenter('ru')
  return segmenter
}

/** A name in two parts: the first may be cut short, the second keeps the extension in sight. */
export const splitName = (name: string): [start: string, end: string] => {
  const shown = [...letters().segment(plainName(name))].map(({ segment }) => segment)
  const dot = shown.lastIndexOf('.')
  const extension = dot > 0 && shown.length - dot <= 9 ? shown.length - dot : 0
  const kept = Math.min(shown.length, extension + 4)
  return [shown.slice(0, shown.length - kept).join(''), shown.slice(shown.length - kept).join('')]
}

const baseOf = (name: string) => name.replace(/\.[^.]*$/, '').toLowerCase()
const isCaptions = (name: string) => /\.vtt$/i.test(name)

/** The captions of a film or sound among files: a `.vtt` of the same name. */
export const captionsOf = <F extends { name: string }>(film: { name: string }, files: readonly F[]) =>
  files.find(({ name }) => isCaptions(name) && baseOf(name) === baseOf(film.name))

/** Whether a file is sound only. Recordings of a browser have the type of films: their ending is what differs. */
export const isSound = ({ name, type }: { name: string; type?: string | undefined }) =>
  type?.startsWith('audio/') === true || /\.(weba|m4a|oga|opus)$/i.test(name)

/** Whether a file is played where it is read: a film or sound. */
export const isMedia = (file: { name: string; type: string }) => file.type.startsWith('video/') || isSound(file)

/** Whether a file is the captions of another one beside it. */
export const isCaptionsOfOne = (file: { name: string }, files: readonly { name: string; type: string }[]) =>
  isCaptions(file.name) && files.some((other) => isMedia(other) && baseOf(other.name) === baseOf(file.name))
