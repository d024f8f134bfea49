import { formatPlace } from '#contract/files/format-place.ts'

/** A part of a film that has a name. */
export interface Chapter {
  /** Where it begins. */
  seconds: number
  name: string
}

/** Max length of a text of chapters, in characters; the rest is not read. */
export const maxChaptersLength = 20_000

const maxChapters = 100
const maxNameLength = 150

/** «1:02:03 Name», «2:03 – Name», «[2:03] Name». */
const line = /^[[(]?(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)[\s\-–—.:\])]*([^\s\-–—.:\])].*)$/

const readLine = (text: string): Chapter | null => {
  const [, hours, minutes, seconds, name = ''] = line.exec(text) ?? []
  if (!name || (hours !== undefined && Number(minutes) > 59)) return null
  return {
    seconds: Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds),
    name: name.slice(0, maxNameLength).toWellFormed().trim(),
  }
}

/**
 * The chapters of a film as somebody wrote them, one a line, in the order of the film; `wrong` are the numbers of the
 * lines that are none, from 1. Of two chapters at one second the first counts.
 */
export const readChapters = (text: string): { chapters: Chapter[]; wrong: number[] } => {
  const found = new Map<number, Chapter>()
  const wrong: number[] = []
  const lines = text
    .slice(0, maxChaptersLength)
    .toWellFormed()
    .split(/\r\n?|\n/)
  for (const [index, each] of lines.entries()) {
    const plain = each.replace(/[\s\p{Cc}]+/gu, ' ').trim()
    if (!plain) continue
    const chapter = readLine(plain)
    if (!chapter || (found.size >= maxChapters && !found.has(chapter.seconds))) wrong.push(index + 1)
    else if (!found.has(chapter.seconds)) found.set(chapter.seconds, chapter)
  }
  return { chapters: [...found.values()].toSorted((a, b) => a.seconds - b.seconds), wrong }
}

/** Chapters as they are kept: «m:ss name», one a line. */
export const writeChapters = (chapters: Chapter[]) =>
  chapters.map(({ seconds, name }) => `${formatPlace(seconds)} ${name}`).join('\n')
