import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Renderer } from '#server/http/render.ts'

/** What the parts of the server are given. */
export interface Deps extends Database {
  config: Config
  /** Draws documents from the built web app. */
  renderer: Renderer
  /** Whether the site may be used: migrated, filled, built. */
  isReady: () => boolean
}
