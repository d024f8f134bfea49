import { basename } from 'node:path/posix'
import type { PlannedFile } from '#server/imports/import-plan.ts'
import { at, field, readRecord, type XmlRecord } from '#server/imports/moodle-xml.ts'
import type { Package } from '#server/imports/open-package.ts'
import { planFiles } from '#server/imports/planned-files.ts'

/** Where a text of Moodle has its files: `files.xml` names the same for each of them. */
export interface FileArea {
  /** Empty for questions: theirs belong to a bank, and are found by their question alone. */
  contextId: string
  component: string
  area: string
  itemId: string
}

/** A file of a backup. */
export interface MoodleFile {
  name: string
  /** Its folder and name, `/folder/name`. */
  path: string
  /** Its entry in the backup. */
  entry: string
  isMain: boolean
}

const keyOf = ({ contextId, component, area, itemId }: FileArea) =>
  component === 'question' ? `${component}/${area}/${itemId}` : `${contextId}/${component}/${area}/${itemId}`

const isHash = (text: string) => /^[0-9a-f]{40}$/.test(text)

const fileOf = (file: XmlRecord): MoodleFile | null => {
  const hash = field(file, 'contenthash')
  const name = field(file, 'filename')
  if (!isHash(hash) || name === '.' || name === '') return null
  return {
    name: basename(name),
    path: `${field(file, 'filepath') || '/'}${name}`.normalize('NFC'),
    entry: `files/${hash.slice(0, 2)}/${hash}`,
    isMain: field(file, 'sortorder') === '1',
  }
}

/** Reads the table of files of a backup, and collects those that are used. */
export const openMoodleFiles = async (from: Package, folder: string) => {
  const planned = planFiles(folder)
  const areas = new Map<string, MoodleFile[]>()
  for (const one of at(await readRecord(from, 'files.xml', 'files'), 'file')) {
    const file = fileOf(one)
    if (!file) continue
    const key = keyOf({
      contextId: field(one, 'contextid'),
      component: field(one, 'component'),
      area: field(one, 'filearea'),
      itemId: field(one, 'itemid'),
    })
    const area = areas.get(key)
    if (area) area.push(file)
    else areas.set(key, [file])
  }
  const drawn = new Map<string, PlannedFile>()
  return {
    planned,
    /** The files of an area, in their order. */
    inArea: (area: FileArea) => areas.get(keyOf(area)) ?? [],
    /** Unpacks a file; null when the backup was made without it. */
    take: async ({ entry, name }: MoodleFile) => (from.has(entry) ? planned.addEntry(from, entry, name) : null),
    /** Keeps a picture that is embedded in its text, `data:image/png;base64,…`, each once. */
    takeDrawn: async (address: string) => {
      const known = drawn.get(address)
      if (known) return known
      const [, type = 'png', bytes = ''] = /^data:image\/(\w+);base64,(.+)$/s.exec(address) ?? []
      const name = `Рисунок ${planned.files.length + 1}.${type === 'jpeg' ? 'jpg' : type}`
      const file = await planned.addBytes(Buffer.from(bytes, 'base64'), name)
      drawn.set(address, file)
      return file
    },
  }
}
export type MoodleFiles = Awaited<ReturnType<typeof openMoodleFiles>>
