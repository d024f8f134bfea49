import type { MessagePort } from 'node:worker_threads'
import { type CheckOptions, checkSection } from '#server/organisation/self-check.ts'
import { readerOver } from '#server/organisation/self-check-reader.ts'

/** The check of the section inside a worker: the main thread reads the pages, the worker judges them. */
export const checkInWorker = async ({
  port,
  site,
  options,
}: {
  port: MessagePort
  site: string
  options: CheckOptions
}) => {
  try {
    return await checkSection(readerOver(port), site, options)
  } finally {
    port.close()
  }
}
