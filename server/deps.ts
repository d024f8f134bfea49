import type { Antivirus } from '#server/antivirus/clamd.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Replica } from '#server/db/replica.ts'
import type { Renderer } from '#server/http/render.ts'
import type { ProcessMetrics } from '#server/metrics/process-metrics.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import type { Tracing } from '#server/tracing/tracing.ts'

/** What the parts of the server share. */
export interface Deps extends Database {
  config: Config
  /** The database's replica; null without one. */
  replica?: Replica | null
  /** Where the bytes of files are kept. */
  files: FileStorage
  /** Looks through uploaded files; null without one. */
  antivirus?: Antivirus | null
  /** Renders documents from the built web app. */
  renderer: Renderer
  /** Measures this process; null where nobody asks for that. */
  metrics?: ProcessMetrics | null
  /** Traces this process; null where nobody collects that. */
  tracing?: Tracing | null
  /** Whether the site can be used: migrated, filled, built. */
  isReady: () => boolean
  /** Whether the process is about to stop: it still serves, and asks its callers to go elsewhere. */
  isDraining: () => boolean
}
