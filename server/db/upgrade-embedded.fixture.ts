import { upgradeEmbeddedPostgres } from '#server/db/upgrade-embedded.ts'

/** Moves a cluster, and is killed when it has printed a message that contains the second argument. */
const [dir = '', last = ''] = process.argv.slice(2)
await upgradeEmbeddedPostgres({
  dir,
  log: (line) => {
    if (line.includes(last)) process.kill(process.pid, 'SIGKILL')
  },
})
