import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { main, node, root } from './project.mjs'

const apiUrl = `http://127.0.0.1:${process.env.PORT || 3000}`

const watchers = [
  // the server restarts when its sources change; `--watch` finds them by their imports
  ['--watch', '--watch-preserve-output', 'server/main.ts'],
  // the web app is replaced in the open page
  [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), '--clearScreen', 'false'],
]

/** `npm run dev`: server and web app, both reloaded when their sources change. */
await main(async () => {
  await install()
  await build()
  const children = watchers.map((args) =>
    spawn(node, args, { cwd: root, stdio: 'inherit', env: { WORKERS: '1', ...process.env, API_URL: apiUrl } }),
  )
  const stop = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  const codes = await Promise.all(
    children.map(
      (child) =>
        new Promise((resolve) => {
          child.once('exit', (code) => {
            stop()
            resolve(code ?? 0)
          })
        }),
    ),
  )
  return Math.max(...codes)
})
