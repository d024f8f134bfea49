import { startOwnSite } from '#server/testing/own-site.ts'

/** The measured site, and how to stop it. */
export interface Site {
  /** Without a slash at the end. */
  url: string
  /** The server's process; null when it is not ours. */
  pid: number | null
  stop: () => Promise<void>
}

/** The site of `BENCH_URL`, which must have the demo accounts, or one started for the measurement. */
export const openSite = async (): Promise<Site> => {
  const given = process.env.BENCH_URL?.replace(/\/+$/, '')
  if (given) return { url: given, pid: null, stop: async () => {} }
  const site = await startOwnSite()
  // from the terminal the signal arrives twice: directly, and forwarded by the script
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void site.stop().finally(() => process.exit(130)))
  }
  return { url: site.url, pid: site.pid(), stop: site.stop }
}
