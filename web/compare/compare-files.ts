import type { StoredFile } from '#contract/files/files.schema.ts'

/** A file of either attempt, or of both. */
export interface FileChange {
  change: 'added' | 'changed' | 'removed' | 'renamed' | 'same'
  before: StoredFile | null
  after: StoredFile | null
}

/** Whether two files have the same bytes; those from before hashes were kept are compared by id. */
const isSame = (one: StoredFile, other: StoredFile) =>
  one.id === other.id || (one.sha256 !== undefined && one.sha256 === other.sha256)

/**
 * The changes of files: one with the same name and other bytes has changed, one with the same bytes and another name
 * was renamed. In the order of the later attempt; deleted ones come last.
 */
export const compareFiles = (before: readonly StoredFile[], after: readonly StoredFile[]): FileChange[] => {
  const left = new Set(before)
  const pairs = new Map<StoredFile, { file: StoredFile; change: FileChange['change'] }>()
  const take = (change: FileChange['change'], fits: (file: StoredFile, other: StoredFile) => boolean) => {
    for (const file of after) {
      if (pairs.has(file)) continue
      const other = [...left].find((candidate) => fits(file, candidate))
      if (!other) continue
      left.delete(other)
      pairs.set(file, { file: other, change })
    }
  }
  take('same', (file, other) => file.name === other.name && isSame(file, other))
  take('renamed', isSame)
  take('changed', (file, other) => file.name === other.name)
  return [
    ...after.map((file): FileChange => {
      const pair = pairs.get(file)
      return { change: pair?.change ?? 'added', before: pair?.file ?? null, after: file }
    }),
    ...[...left].map((file): FileChange => ({ change: 'removed', before: file, after: null })),
  ]
}
