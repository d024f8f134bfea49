import { existsSync } from 'node:fs'
import { run } from './project.mjs'

const program = '/usr/sbin/pgbouncer'

/** Gives up soon where no package server responds. */
const apt = ['-qq', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10']

/** Installs PgBouncer for the tests as root on Debian. Without it they run, and report which of them they skip. */
export async function ensurePgbouncer() {
  if (existsSync(program) || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('Устанавливаю PgBouncer для тестов…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = [...apt, 'install', '-y', '--no-install-recommends', 'pgbouncer']
  // lists that are there already may do
  if ((await run('apt-get', install, { env, stdio: 'ignore' })) === 0) return
  await run('apt-get', [...apt, 'update'], { env })
  const code = await run('apt-get', install, { env })
  if (code !== 0) console.log('PgBouncer не установился: тесты с ним будут пропущены.')
}
