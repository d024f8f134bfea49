import { rm } from 'node:fs/promises'

/** The school of this run is not needed any more. */
export default async () => {
  const folder = process.env.E2E_DATA_DIR
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
