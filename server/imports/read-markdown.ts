import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { escapeHtml } from '#server/content/escape-html.ts'
import { archiveLinks } from '#server/imports/course-archive.ts'
import { decodeText } from '#server/imports/decode-text.ts'
import { bareCourse, bareLesson, type ImportPlan } from '#server/imports/import-plan.ts'
import type { ImportSource } from '#server/imports/import-source.ts'
import { markdownToHtml, type ResolveAddress } from '#server/imports/markdown-html.ts'
import { looksLikeZip, openPackage, type Package } from '#server/imports/open-package.ts'
import { type PlannedFiles, planFiles } from '#server/imports/planned-files.ts'
import { maxTextBytes, Unreadable } from '#server/imports/unreadable.ts'

const isMarkdown = (name: string) => /\.(md|markdown)$/i.test(name)
/** What systems add to archives by themselves. */
const isStray = (name: string) => /(^|\/)(__MACOSX|\.)/.test(name)

/** A name without its extension and without the number that orders it. */
const titleOf = (name: string) =>
  name
    .replace(/\.[^.]+$/, '')
    .replace(/^\d{1,4}[.)_\-\s]+/, '')
    .replace(/_/g, ' ')
    .trim() || name

/** The fields of front matter that matter here, one `key: value` a line, and the text after it. */
const splitFrontMatter = (source: string) => {
  const [block, fields] = /^\uFEFF?---\r?\n([\s\S]{0,10000}?)\r?\n---\r?(?:\n|$)/.exec(source) ?? []
  if (block === undefined) return { fields: new Map<string, string>(), text: source }
  const pairs = (fields ?? '').split('\n').flatMap((line): [string, string][] => {
    const [, key, value] = /^(\w+):\s*(.*?)\s*$/.exec(line) ?? []
    return key && value ? [[key.toLowerCase(), value.replace(/^(["'])(.*)\1$/, '$2')]] : []
  })
  return { fields: new Map(pairs), text: source.slice(block.length) }
}

/** The heading that a text begins with, and the rest. */
const splitHeading = (text: string) => {
  const [all, name] = /^\s*#[ \t]+([^\n]{1,1000}?)[ \t#]*\r?(?:\n|$)/.exec(text) ?? []
  return name
    ? { name: name.replace(/[*_`]|\\(?=[\\`*_[\]<>$#])/g, ''), text: text.slice((all as string).length) }
    : { name: null, text }
}

const minutesOf = (value: string | undefined) => {
  const minutes = Number(value)
  return Number.isInteger(minutes) && minutes >= 1 && minutes <= 600 ? minutes : null
}

const decodeAddress = (address: string) => {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

const isPicture = (name: string) => /\.(png|jpe?g|gif|webp|avif)$/i.test(name)
const isOutside = (address: string) => /^(https?:|mailto:|tel:|#)/i.test(address)

/** The file of the archive that an address of a text leads to. */
const pathOf = (name: string, address: string) =>
  posix.join(posix.dirname(name), decodeAddress(address.replace(/[?#].*$/, ''))).normalize('NFC')

/** Where the texts of an import are found. */
interface Texts {
  archive: Package | null
  /** The place of each text among the lessons, from 0. */
  placeOf: ReadonlyMap<string, number>
}

/** Where the addresses of one text lead, with its files among those of the import. */
const addressesOf = async (
  source: string,
  name: string,
  { archive, placeOf, planned, warn }: Texts & { planned: PlannedFiles; warn: (sentence: string) => void },
): Promise<ResolveAddress> => {
  const found = new Map<string, { id: string; name: string; size: number }>()
  // the files are unpacked first, as the text is drawn without waiting
  markdownToHtml(source, (address) => {
    found.set(address, { id: '', name: '', size: 0 })
    return null
  })
  for (const address of [...found.keys()]) {
    const path = pathOf(name, address)
    if (!isOutside(address) && archive?.has(path) && !isMarkdown(path)) {
      found.set(address, await planned.addEntry(archive, path))
    } else found.delete(address)
  }
  return (address, kind) => {
    const file = found.get(address)
    if (file && (kind === 'picture' || isPicture(file.name))) {
      return { html: (text) => `<img src="/files/${file.id}" alt="${escapeHtml(text.replace(/<[^>]*>/g, ''))}">` }
    }
    if (file) {
      return {
        html: () =>
          `<a data-type="file" href="/files/${file.id}" data-size="${file.size}">${escapeHtml(file.name)}</a>`,
      }
    }
    if (isOutside(address)) {
      if (kind === 'picture') warn(`картинка с другого сайта стала ссылкой (${address.slice(0, 200)})`)
      return { html: (text) => `<a href="${escapeHtml(address)}">${text || escapeHtml(address)}</a>` }
    }
    const lesson = kind === 'link' ? placeOf.get(pathOf(name, address)) : undefined
    if (lesson !== undefined)
      return { html: (text) => `<a href="${archiveLinks.lesson(lesson)}">${text || escapeHtml(address)}</a>` }
    if (kind === 'picture') warn(`нет картинки «${address.slice(0, 200)}»`)
    return null
  }
}

/** A folder that everything is in says nothing. */
const commonFolder = (names: string[]) => {
  const [first = ''] = names
  const folder = first.includes('/') ? `${first.split('/')[0]}/` : ''
  return folder && names.every((name) => name.startsWith(folder)) ? folder : ''
}

const inOrder = new Intl.Collator('ru', { numeric: true, sensitivity: 'base' })

interface Text {
  name: string
  read: () => Promise<Buffer>
}

/** A text as a lesson. */
const readLesson = async ({ name, read }: Text, texts: Texts, planned: PlannedFiles, warnings: string[]) => {
  const { fields, text } = splitFrontMatter(decodeText(await read()).replace(/^\uFEFF/, ''))
  const heading = splitHeading(text)
  const title = fields.get('title') ?? fields.get('name') ?? heading.name ?? titleOf(posix.basename(name))
  const problems = new Set<string>()
  const warn = (problem: string) => problems.add(problem)
  const resolve = await addressesOf(heading.text, name, { ...texts, planned, warn })
  const lesson = bareLesson(title, markdownToHtml(heading.text, resolve))
  warnings.push(...[...problems].map((problem) => `Урок «${lesson.name}»: ${problem}.`))
  return { ...lesson, minutes: minutesOf(fields.get('minutes')) }
}

const readTexts = async (texts: Text[], archive: Package | null, source: ImportSource): Promise<ImportPlan> => {
  const planned = planFiles(source.folder)
  const warnings: string[] = []
  const root = commonFolder(texts.map(({ name }) => name))
  const sections: { name: string }[] = []
  const places = new Map<string, number>()
  const lessons: ImportPlan['lessons'] = []
  const sorted = texts.toSorted((a, b) => inOrder.compare(a.name, b.name))
  const placeOf = new Map(sorted.map(({ name }, place) => [name.normalize('NFC'), place]))
  for (const text of sorted) {
    const folder = posix.dirname(text.name.slice(root.length))
    let section: number | null = null
    if (folder !== '.') {
      section = places.get(folder) ?? sections.length
      if (!places.has(folder)) sections.push({ name: bareLesson(folder.split('/').map(titleOf).join(' · '), '').name })
      places.set(folder, section)
    }
    lessons.push({ ...(await readLesson(text, { archive, placeOf }, planned, warnings)), section })
  }
  return { course: bareCourse(titleOf(source.name)), sections, lessons, files: planned.files, warnings }
}

/** Reads a text of Markdown, or a ZIP of them with their pictures: folders become sections. */
export const readMarkdown = async (source: ImportSource): Promise<ImportPlan> => {
  const { path, size, folder, name } = source
  if (!(await looksLikeZip(path))) {
    if (size > maxTextBytes) throw new Unreadable('Текст слишком большой.')
    const bytes = await readFile(path)
    const text = decodeText(bytes)
    if (text.includes('\0')) throw new Unreadable('Это не текст Markdown: пришлите файл .md или ZIP с такими файлами.')
    if (text.trim() === '') throw new Unreadable('В файле нет текста. Проверьте, сохранился ли он.')
    return readTexts([{ name, read: async () => bytes }], null, source)
  }
  const archive = await openPackage(path, size, folder)
  try {
    const names = archive.names.filter((name) => isMarkdown(name) && !isStray(name))
    if (names.length === 0) throw new Unreadable('В архиве нет ни одного файла .md.')
    const texts = names.map((name) => ({ name, read: () => archive.bytes(name, maxTextBytes) }))
    return await readTexts(texts, archive, source)
  } finally {
    archive.close()
  }
}
