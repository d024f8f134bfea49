import { brotliCompressSync, constants } from 'node:zlib'
import { build, type InlineConfig, type Rolldown } from 'vite'
import { type EntryChunk, mergeChunks, type SharedChunk, withImports } from './merge-chunks.ts'

type Group = Rolldown.CodeSplittingGroup

/** In bytes. */
const compressedSize = (file: Rolldown.OutputChunk | Rolldown.OutputAsset) =>
  brotliCompressSync(file.type === 'chunk' ? file.code : file.source, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
  }).length

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
  const files = new Map(output.map((file) => [file.fileName, file]))
  const chunks = output.filter((file) => file.type === 'chunk')
  const importsOf = (name: string) => {
    const file = files.get(name)
    return file?.type === 'chunk' ? file.imports : []
  }
  // every page loads these
  const initial = withImports(
    chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
    importsOf,
  )
  const shared: SharedChunk[] = []
  const entries: EntryChunk[] = []
  for (const chunk of chunks) {
    const { fileName, imports } = chunk
    if (initial.has(fileName)) continue
    if (chunk.isDynamicEntry) {
      entries.push({ file: fileName, imports })
      continue
    }
    const styles = [...(chunk.viteMetadata?.importedCss ?? [])].flatMap((name) => files.get(name) ?? [])
    const size = [chunk, ...styles].reduce((sum, file) => sum + compressedSize(file), 0)
    shared.push({ files: [fileName], size, hasStyles: styles.length > 0, imports })
  }
  const merged = mergeChunks(shared, entries).filter(({ files }) => files.length > 1)
  const groups = new Map(
    merged.flatMap((chunk, index) => chunk.files.map((file) => [file, `parts${index + 1}`] as const)),
  )
  const names = new Map(chunks.flatMap(({ fileName, moduleIds }) => moduleIds.map((id) => [id, groups.get(fileName)])))
  return [...fixed, { name: (id) => names.get(id) ?? null, debugName: 'parts', includeDependenciesRecursively: false }]
}
