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

/** Moves a file to another place. */
export const moveFile = (files: StoredFile[], id: string, to: number) => {
  const file = files.find((other) => other.id === id)
  return file ? files.filter((other) => other !== file).toSpliced(Math.max(0, to), 0, file) : files
}

/** Takes a file away. */
export const removeFile = (files: StoredFile[], id: string) => files.filter((file) => file.id !== id)
