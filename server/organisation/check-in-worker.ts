import type { MessagePort } from 'node:worker_threads'
import type { RegistryOptions } from '#contract/organisation/registry/registry.ts'
import { checkSection } from '#server/organisation/self-check.ts'
import { readerOver } from '#server/organisation/self-check-reader.ts'

/** The check of the section as a worker does it: the pages are read by the main thread, and judged here. */
export const checkInWorker = async ({
  port,
  site,
  options,
}: {
  port: MessagePort
  site: string
  options: RegistryOptions
}) => {
  try {
    return await checkSection(readerOver(port), site, options)
  } finally {
    port.close()
  }
}
