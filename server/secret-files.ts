import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Environment = Record<string, string | undefined>

/** The variables that have secrets: each may be in a file, so that it is in no environment. */
export const secretVariables = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'DATABASE_OWNER_URL',
  'S3_URL',
  'SMTP_URL',
  'BACKUP_KEY',
  'SECRETS_KEY',
  'OIDC_CLIENT_SECRET',
  'METRICS_TOKEN',
  'VAPID_KEYS',
] as const

/** The file that has a variable, and the variable that says so; null where none does. */
const fileOf = (env: Environment, name: string) => {
  const own = env[`${name}_FILE`]
  if (own) return { path: own, by: `${name}_FILE` }
  const folder = env.CREDENTIALS_DIRECTORY
  return folder ? { path: join(folder, name), by: 'CREDENTIALS_DIRECTORY' } : null
}

/** Throws for a variable that cannot be used, with a sentence about it. */
type Refuse = (name: string, sentence: string) => never

/** The text of a file without the line break at its end; null where there is none, and need not be. */
const read = (path: string, mayBeMissing: boolean, refuse: (sentence: string) => never) => {
  try {
    return readFileSync(path, 'utf8').trimEnd()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (mayBeMissing && code === 'ENOENT') return null
    return refuse(`файл ${path} не читается (${code}), проверьте путь и права`)
  }
}

/**
 * The environment with the secrets that are in files: where `NAME_FILE` says (Docker, Kubernetes), or by their name
 * among the credentials of a systemd unit. Refuses one that is given twice, or cannot be read.
 */
export const readSecretFiles = (env: Environment, refuse: Refuse): Environment => {
  const filled: Environment = { ...env }
  for (const name of secretVariables) {
    const file = fileOf(env, name)
    if (!file) continue
    const { path, by } = file
    const value = read(path, by === 'CREDENTIALS_DIRECTORY', (sentence) => refuse(by, sentence))
    if (value === null) continue
    if (env[name]) refuse(name, 'задана и сама, и файлом, оставьте одно из двух')
    filled[name] = value
  }
  return filled
}

/** The files of the addresses of databases, by address: they are read again with each connection. */
export const databaseFiles = (env: Environment, filled: Environment): Map<string, string> => {
  const files = new Map<string, string>()
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL']) {
    const [file, url] = [fileOf(env, name), filled[name]]
    // one in the variable itself comes from no file
    if (file && url && !env[name]) files.set(url, file.path)
  }
  return files
}
