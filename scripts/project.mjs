import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// These scripts run before anything is installed, on whatever Node the machine has: plain JavaScript for Node 20, no
// packages.

/** The project's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The project's own Node, from the npm package `node`. */
export const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** An error that is not a fault of these scripts: its Russian message is all that people need. */
export class Failure extends Error {}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program in the project's folder, with our output as its own. Returns its exit code. A signal is forwarded to
 * it and ends us after it has ended, so that it can clean up.
 */
export async function run(program, args, options = {}) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options })
  let stopped = false
  const stop = (signal) => {
    stopped = true
    child.kill(signal)
  }
  for (const signal of signals) process.on(signal, stop)
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', resolve)
    })
    if (stopped) process.exit(130)
    return code ?? 1
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}

/** Runs a script's main function; prints only the message of a Failure. */
export async function main(act) {
  try {
    process.exitCode = await act()
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    process.exitCode = 1
  }
}
