import { spawn } from 'node:child_process'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { main, node, root } from './project.mjs'

/** `npm start`: from a fresh clone to a running site. */
await main(async () => {
  await install()
  await build()
  return await serve()
})

/**
 * Runs the server until it ends. Whatever ends us ends it too: a signal is passed on (from the terminal it also gets it by
 * itself, and minds only the first), and when we are killed the closed channel tells it: see server/stop-with-parent.ts.
 */
function serve() {
  return new Promise((resolve, reject) => {
    const server = spawn(node, ['server/main.ts'], { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    let stopped = false
    const stop = (signal) => {
      stopped = true
      server.kill(signal)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
    if (process.env.npm_lifecycle_event) whenOrphaned(() => stop('SIGTERM'))
    server.once('error', reject)
    server.once('exit', (code) => resolve(code ?? (stopped ? 130 : 1)))
  })
}

/** npm that is killed tells nobody. Started by hand in the background, on the other hand, we may outlive our shell. */
function whenOrphaned(act) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    act()
  }, 500)
  timer.unref()
}
