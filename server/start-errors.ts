import { ConfigError, NotResponding } from '#server/config.ts'
import { EmbeddedPostgresError } from '#server/db/embedded.ts'
import { Refusal } from '#server/http/refusal.ts'
import { BuildMissing } from '#server/http/render.ts'
import { describeFailure } from '#server/log-failure.ts'

interface SystemError extends NodeJS.ErrnoException {
  /** Absent for a socket that is a file: its path is in `address`. */
  port?: number
  address?: string
  hostname?: string
}

const notAnswering = 'База данных не отвечает. Проверьте переменную DATABASE_URL и запущена ли база.'
const refusedLogin =
  'База данных не приняла имя или пароль, или не пускает с этой машины. Проверьте переменную DATABASE_URL и pg_hba.conf.'
const untrusted =
  'Сертификату сервера базы данных нельзя верить. Проверьте sslrootcert и имя в переменной DATABASE_URL.'

/** The settings with the name of a machine, those of the server itself first. */
const withHosts = [
  'HOST',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'DATABASE_OWNER_URL',
  'S3_URL',
  'SMTP_URL',
]

/** By the code of an error of the system, of TLS or of PostgreSQL; null for one that the code does not explain. */
const ofSystem: Record<string, (error: SystemError) => string | null> = {
  EADDRINUSE: ({ port }) => `Порт ${port} уже занят. Остановите другую программу или задайте порт: PORT=3001 npm start`,
  EADDRNOTAVAIL: ({ address }) => `Адреса ${address} на этой машине нет. Проверьте переменную HOST.`,
  EACCES: ({ port, path, address }) =>
    port
      ? `Порт ${port} занимать нельзя: нужны права. Задайте порт от 1024: PORT=3000 npm start`
      : `Нет прав на ${path ?? address}.`,
  // the socket of a database that is stopped, or a certificate that its address names
  ENOENT: ({ syscall, path = '' }) => {
    if (syscall === 'connect') return notAnswering
    return /\.(pem|crt|cer|key)$/.test(path) ? `Файла ${path} нет. Проверьте переменную, в которой он назван.` : null
  },
  ENOSPC: () => 'На диске кончилось место.',
  EDQUOT: () => 'Место, которое на диске отведено сайту, кончилось.',
  EFBIG: () => 'Файл больше, чем разрешает система. Проверьте ulimit -f и файловую систему.',
  EROFS: ({ path }) => `Диск с ${path} открыт только для чтения.`,
  ENOTFOUND: ({ hostname }) => {
    const variable = withHosts.find((name) => hostname && process.env[name]?.includes(hostname))
    return `Имя ${hostname} не найдено в сети.${variable ? ` Проверьте переменную ${variable}.` : ''}`
  },
  EAI_AGAIN: ({ hostname }) => `Имя ${hostname} не удалось найти в сети. Проверьте, работает ли DNS.`,
  ECONNREFUSED: () => notAnswering,
  ECONNRESET: () => notAnswering,
  ETIMEDOUT: () => notAnswering,
  EHOSTUNREACH: () => notAnswering,
  ENETUNREACH: () => notAnswering,
  '57P03': () => 'База данных запускается или останавливается. Попробуйте через минуту.',
  '53300': () => 'У базы данных кончились соединения. Увеличьте max_connections или уменьшите WORKERS.',
  '28000': () => refusedLogin,
  '28P01': () => refusedLogin,
  '3D000': () => 'Такой базы данных нет. Создайте её или исправьте переменную DATABASE_URL.',
  DEPTH_ZERO_SELF_SIGNED_CERT: () => untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: () => untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () => untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: () => untrusted,
  CERT_HAS_EXPIRED: () => untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: () => untrusted,
}

/** Errors of the driver of PostgreSQL have no code. */
const ofDriver: [message: RegExp, sentence: string][] = [
  [/does not support SSL/, 'База данных не умеет TLS. Включите в ней ssl или уберите sslmode из DATABASE_URL.'],
  [/^Connection terminated|^timeout expired/, notAnswering],
]

/** What is installed for a school is made without it (`ops/left-out.gitattributes`). */
const noDemo =
  'В этой установке нет демо-школы. Уберите переменную DEMO; если базы ещё нет, задайте DATABASE_URL или PUBLIC_URL.'

/**
 * The message in the terminal when the server cannot start or a command fails: one line, or the whole stack of an
 * unexpected error.
 */
export const explain = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof EmbeddedPostgresError || error instanceof BuildMissing) {
    return error.message
  }
  // a command was refused, as a call would be
  if (error instanceof Refusal) return error.detail ?? error.message
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (code === 'ERR_MODULE_NOT_FOUND' && /[\\/]demo[\\/]/.test(cause.message)) return noDemo
    const sentence = ofSystem[code]?.(cause)
    if (sentence) return sentence
    const { message } = cause
    const known = ofDriver.find(([pattern]) => pattern.test(message))
    if (known) return known[1]
    if (cause instanceof AggregateError && cause.errors[0] !== undefined) return explain(cause.errors[0])
  }
  // of a query that failed without its parameters, which are people's names or secrets
  return error instanceof Error ? describeFailure(error).stack : String(error)
}

/**
 * The exit code of a server that cannot start: EX_CONFIG of sysexits.h where somebody has to mend something first, so
 * that ops/praktika.service does not start it again; 1 where a later start may succeed.
 */
export const exitCodeOf = (error: unknown) =>
  error instanceof ConfigError && !(error instanceof NotResponding) ? 78 : 1
