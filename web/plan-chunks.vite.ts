import { brotliCompressSync, constants } from 'node:zlib'
import { build, type InlineConfig, type Rolldown } from 'vite'
import { type EntryChunk, mergeChunks, type SharedChunk, withImports } from './merge-chunks.ts'

type Group = Rolldown.CodeSplittingGroup

/** In bytes. */
const compressedSize = (file: Rolldown.OutputChunk | Rolldown.OutputAsset) =>
  brotliCompressSync(file.type === 'chunk' ? file.code : file.source, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
  }).length

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/**
 * What people open first, from a letter, a messenger or a bookmark, with the desk of the teachers and what they see on
 * a course: each counts as much as this many other pages.
 */
const firstVisits = [
  { page: /\/web\/(home\/home|courses\/course)\.page\.tsx$/, weight: 10000 },
  { page: /\/web\/(organisation\/organisation-text|lessons\/lesson)\.page\.tsx$/, weight: 6000 },
  { page: /\/web\/tasks\/tasks\.page\.tsx$/, weight: 60 },
  { page: /\/web\/courses\/course-staff\.ts$/, weight: 60 },
]

const weightOf = ({ facadeModuleId }: Rolldown.OutputChunk) =>
  firstVisits.find(({ page }) => facadeModuleId && page.test(facadeModuleId))?.weight ?? 1

/**
 * The cost of one more style sheet, in bytes: less than that of a script, as it loads beside the scripts and its bytes
 * keep the first paint waiting.
 */
const sheetBytes = 2000

/** Scripts of packages that every page needs change less often than the app's own: browsers keep them for longer. */
const initialName = (id: string) => (/\/node_modules\/.+js$/.test(id) ? 'vendor' : 'shell')

/** The document and its script start the app: they are in no group. */
const ownEntry = /\/web\/(main\.tsx|index\.html)$/

/**
 * Returns the groups of a build whose pages load a few files, instead of one for each set of pages that share
 * something: builds the app without groups, in memory; joins what every page loads, adds styles that many pages load,
 * and merges the small ones among the other shared chunks. Pages that people open first weigh more than the others.
 */
export const planChunks = async (config: InlineConfig): Promise<Group[]> => {
  const result = await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    build: { ...config.build, write: false },
  })
  const { output } = result as Rolldown.RolldownOutput
  const files = new Map(output.map((file) => [file.fileName, file]))
  const chunks = output.filter((file) => file.type === 'chunk')
  const reach = (start: readonly Rolldown.OutputChunk[]) =>
    withImports(
      start.map(({ fileName }) => fileName),
      (name) => {
        const file = files.get(name)
        return file?.type === 'chunk' ? file.imports : []
      },
    )
  const initial = reach(chunks.filter(({ isEntry }) => isEntry))
  const pages = chunks
    .filter(({ facadeModuleId }) => facadeModuleId?.endsWith('.page.tsx'))
    .map((page) => ({ files: reach([page]), weight: weightOf(page) }))
  const allPages = sum(pages.map(({ weight }) => weight))

  /** The chunks whose styles cost the pages that do not need them less than one more file costs the others. */
  const earlyStyles = new Set<string>()
  const shared: SharedChunk[] = []
  const entries: EntryChunk[] = []
  for (const chunk of chunks) {
    const { fileName, imports } = chunk
    if (initial.has(fileName)) continue
    const styles = [...(chunk.viteMetadata?.importedCss ?? [])].flatMap((name) => files.get(name) ?? [])
    const sizeOfStyles = sum(styles.map(compressedSize))
    const users = sum(pages.filter(({ files }) => files.has(fileName)).map(({ weight }) => weight))
    const isEarly = users * sheetBytes > (allPages - users) * sizeOfStyles
    if (isEarly) earlyStyles.add(fileName)
    if (chunk.isDynamicEntry) {
      entries.push({ file: fileName, imports, weight: weightOf(chunk) })
      continue
    }
    const [size, hasStyles] = [compressedSize(chunk), styles.length > 0 && !isEarly]
    shared.push({ files: [fileName], size: size + (hasStyles ? sizeOfStyles : 0), hasStyles, imports })
  }
  const merged = mergeChunks(shared, entries).filter(({ files }) => files.length > 1)
  const parts = new Map(
    merged.flatMap((chunk, index) => chunk.files.map((file) => [file, `parts${index + 1}`] as const)),
  )
  const nameOf = (id: string, file: string) => {
    if (initial.has(file)) return initialName(id)
    return id.endsWith('.css') && earlyStyles.has(file) ? 'shell' : parts.get(file)
  }
  const names = new Map(
    chunks.flatMap(({ fileName, moduleIds }) => moduleIds.map((id) => [id, nameOf(id, fileName)] as const)),
  )
  const name = (id: string) => (ownEntry.test(id) ? null : (names.get(id) ?? null))
  return [{ name, debugName: 'plan', includeDependenciesRecursively: false }]
}
