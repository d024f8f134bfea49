import { startOwnSite } from '#server/testing/own-site.ts'

/** What is measured, and how to be done with it. */
export interface Site {
  /** Without a slash at the end. */
  url: string
  /** The server's process; null when it is none of ours. */
  pid: number | null
  stop: () => Promise<void>
}

/** The site of `BENCH_URL`, which must have the demo accounts, or else one started for the measurement. */
export const openSite = async (): Promise<Site> => {
  const given = process.env.BENCH_URL?.replace(/\/+$/, '')
  if (given) return { url: given, pid: null, stop: async () => {} }
  const site = await startOwnSite()
  // from the terminal the signal comes twice: by itself, and passed on by the script
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void site.stop().finally(() => process.exit(130)))
  }
  return { url: site.url, pid: site.pid(), stop: site.stop }
}
