import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Renderer } from '#server/http/render.ts'
import type { FileStorage } from '#server/storage/storage.ts'

/** What the parts of the server are given. */
export interface Deps extends Database {
  config: Config
  /** Where the bytes of files lie. */
  files: FileStorage
  /** Draws documents from the built web app. */
  renderer: Renderer
  /** Whether the site may be used: migrated, filled, built. */
  isReady: () => boolean
}
