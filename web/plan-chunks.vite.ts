import { brotliCompressSync, constants } from 'node:zlib'
import { build, type InlineConfig, type Rolldown } from 'vite'
import { type EntryChunk, mergeChunks, type SharedChunk } from './merge-chunks.ts'

type Group = Rolldown.CodeSplittingGroup

const compressedSize = (source: string | Uint8Array) =>
  brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length

/** The static imports of the entry, which every page loads anyway. */
const initialFiles = (chunks: ReadonlyMap<string, Rolldown.OutputChunk>) => {
  const open = [...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)
  const seen = new Set<string>()
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    open.push(...(chunks.get(file)?.imports ?? []))
  }
  return seen
}

/**
 * Returns the groups of a build whose pages load a few scripts, instead of one for each set of pages that share
 * something: builds the app with `fixed` alone, in memory, and merges the small ones among its shared chunks.
 */
export const planChunks = async (config: InlineConfig, fixed: readonly Group[]): Promise<Group[]> => {
  const result = await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    build: { ...config.build, write: false, rolldownOptions: { output: { codeSplitting: { groups: [...fixed] } } } },
  })
  const { output } = result as Rolldown.RolldownOutput
  const sizes = new Map(
    output.map((file) => [file.fileName, compressedSize(file.type === 'chunk' ? file.code : file.source)]),
  )
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
  const initial = initialFiles(chunks)
  const later = [...chunks.values()].filter(({ fileName }) => !initial.has(fileName))
  const shared: SharedChunk[] = []
  const entries: EntryChunk[] = []
  for (const { fileName, isDynamicEntry, imports, viteMetadata } of later) {
    const styles = [...(viteMetadata?.importedCss ?? [])]
    const size = [fileName, ...styles].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0)
    if (isDynamicEntry) entries.push({ file: fileName, imports })
    else shared.push({ files: [fileName], size, hasStyles: styles.length > 0, imports })
  }
  const merged = mergeChunks(shared, entries).filter(({ files }) => files.length > 1)
  const names = new Map(
    merged.flatMap(({ files }, index) =>
      files.flatMap((file) => chunks.get(file)?.moduleIds.map((id) => [id, `parts${index + 1}`] as const) ?? []),
    ),
  )
  return [...fixed, { name: (id) => names.get(id) ?? null, debugName: 'parts', includeDependenciesRecursively: false }]
}
