import type { FileRecord } from '#server/files/files.table.ts'

/** Ids of the built rows, by the keys of the content. */
export interface DemoIds {
  users: Map<string, number>
  lessons: Map<string, number>
  courses: Map<string, number>
  projects: Map<string, number>
  files: Map<string, Pick<FileRecord, 'id' | 'size'>>
}

/** The id of a key; throws for an unknown key, which is a mistake in the content. */
export const idOf = (ids: Map<string, number>, key: string) => {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`The demo school has no «${key}»`)
  return id
}
