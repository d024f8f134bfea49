import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** The first pause before a program that died is started again, and the max pause, in milliseconds. */
const pauses = { first: 500, longest: 30_000 }

/** A program that ran for this long had no trouble starting: its next pause is the first one again. In milliseconds. */
const steady = 60_000

/**
 * Runs a program, and starts it again when it dies, after increasing pauses. `find` returns what to start, and is asked
 * before each start: a later build may have taken the place of the one that has died. Returns its exit code when it ends by
 * itself, before it has sent `started` over its channel (it cannot start, and would not the next time), or when it was
 * stopped. Whatever ends us ends it too: a signal is forwarded (from the terminal it also arrives directly, and only
 * the first one counts), and when we are killed the closed channel stops it: see server/stop-with-parent.ts.
 */
export async function keepRunning(find) {
  const stopping = new AbortController()
  let child
  const stop = (signal) => {
    stopping.abort()
    child?.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  if (process.env.npm_lifecycle_event) whenOrphaned(() => stop('SIGTERM'))

  let hasStarted = false
  let pause = pauses.first
  for (;;) {
    const { program, args, options } = await find()
    if (stopping.signal.aborted) return 130
    child = spawn(program, args, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    const began = performance.now()
    child.on('message', (message) => {
      if (message === 'started') hasStarted = true
    })
    const { code, signal } = await ended(child)
    if (stopping.signal.aborted) return code ?? 130
    // a program that ends by itself meant to, or cannot start
    if (code === 0 || !hasStarted) return code ?? 1
    if (performance.now() - began > steady) pause = pauses.first
    console.error(
      `Сервер остановился (${signal ?? `код ${code}`}). Запускаю снова через ${String(pause / 1000).replace('.', ',')} с.`,
    )
    try {
      await sleep(pause, undefined, { signal: stopping.signal })
    } catch {
      return 130
    }
    pause = Math.min(pause * 2, pauses.longest)
  }
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
}

/**
 * A killed npm notifies nobody. When started by hand in the background, on the other hand, we may outlive our shell.
 */
function whenOrphaned(act) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    act()
  }, 500)
  timer.unref()
}
