import type { ImportKind } from '#contract/imports/imports.schema.ts'

/** A file to import, on the disk. */
export interface ImportSource {
  kind: ImportKind
  /** As its sender named it. */
  name: string
  path: string
  size: number
  /** The folder of the import, for what it unpacks. */
  folder: string
  /** Max bytes of a file on this site. */
  maxFileSize: number
}
