import { rm } from 'node:fs/promises'

/** Deletes the school of this run. */
export default async () => {
  const folder = process.env.E2E_DATA_DIR
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
