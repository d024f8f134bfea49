import type { StoredFile } from '#contract/files/files.schema.ts'

/**
 * Adds a file at the end, but before those at the end that were chosen after it and were faster: `begun` says when each
 * was chosen. The same file is not added twice.
 */
export const addFile = (files: StoredFile[], file: StoredFile, begun: ReadonlyMap<string, number> = new Map()) => {
  if (files.some(({ id }) => id === file.id)) return files
  const chosen = begun.get(file.id) ?? Number.POSITIVE_INFINITY
  const before = files.findLastIndex(({ id }) => (begun.get(id) ?? 0) <= chosen)
  return files.toSpliced(before + 1, 0, file)
}

/** Returns the files without one of them. */
export const removeFile = (files: StoredFile[], id: string) => files.filter((file) => file.id !== id)
