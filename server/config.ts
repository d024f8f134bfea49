import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve, sep } from 'node:path'
import { z } from 'zod'
import { defaultMaxFileSize } from '#contract/files/max-file-size.ts'
import { type ProviderConfig, readProvider, readRoles } from '#server/identities/provider-variables.ts'
import { findUnencrypted, isLocalName } from '#server/require-tls.ts'
import { databaseFiles, readSecretFiles } from '#server/secret-files.ts'
import '#server/russian-checks.ts'
import type { UploadQuota } from '#server/uploads/upload-quota.ts'

/** Treats an empty variable as one that is not set. */
const given = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' ? undefined : value), schema)

const gigabyte = 2 ** 30

/** A whole number; `what` it counts is named in the message. */
const whole = (min: number, max?: number, what = '') => {
  const sentence = `должна быть целым числом${what} от ${min}${max === undefined ? '' : ` до ${max}`}`
  return z.coerce
    .number(sentence)
    .int(sentence)
    .min(min, sentence)
    .max(max ?? Number.MAX_SAFE_INTEGER, sentence)
}
const count = whole(1)
const bytes = whole(1, undefined, ' байт')
const maxPort = 65_535

const between = (min: number, max: number) => {
  const sentence = `должна быть числом от ${min} до ${max}`
  return z.coerce.number(sentence).min(min, sentence).max(max, sentence)
}

/** An address by one of some protocols; `form` shows a right one. */
const address = (protocol: RegExp, form: string) => z.url({ protocol, error: `должна быть вида ${form}` })

const postgresUrl = address(/^postgres(ql)?$/, 'postgres://имя:пароль@адрес:порт/база')

/** The site answers at the root of its name alone. */
const PublicUrl = address(/^https?$/, 'https://school.example').pipe(
  z.string().refine((url) => {
    const { pathname, search, hash, username, password } = new URL(url)
    return /^\/*$/.test(pathname) && search + hash + username + password === ''
  }, 'должна быть без пути и параметров: сайт занимает весь адрес, например https://school.example'),
)

const clamavFormat = 'должна быть вида tcp://127.0.0.1:3310 или unix:/run/clamav/clamd.ctl'
const clamavMax = 'после ?max= должно стоять число байт, например 26214400'

const vapidFormat = 'должна быть такой, какой её печатает npx web-push generate-vapid-keys --json'

const VapidPair = z.object({
  publicKey: z.string(vapidFormat).regex(/^[\w-]{87}=?$/, vapidFormat),
  privateKey: z.string(vapidFormat).regex(/^[\w-]{43}=?$/, vapidFormat),
})

/** The JSON of `web-push generate-vapid-keys`, or both keys with a colon between them. */
const VapidKeys = z
  .string()
  .transform((text) => {
    const [publicKey, privateKey] = text.trim().split(':')
    if (!text.trim().startsWith('{')) return { publicKey, privateKey }
    try {
      return JSON.parse(text)
    } catch {
      return {}
    }
  })
  .pipe(VapidPair)

/** Whether an address is this machine's own. */
export const isLoopback = (url: string) => isLocalName(new URL(url).hostname)

/** Whether a server that listens there is reached from other machines. */
export const isEverywhere = (host: string) => host === '0.0.0.0' || host === '::'

/** A host as a URL has it: IPv6 in brackets and without its zone, «everywhere» as this machine. */
const urlHost = (host: string) => {
  if (isEverywhere(host)) return 'localhost'
  return host.includes(':') ? `[${host.replace(/%.*/, '')}]` : host
}

/** An address of this machine, or a name; the default of PUBLIC_URL is made of it. */
const Host = z
  .string()
  .refine(
    (host) => isIP(host) > 0 || (/^[\w.-]+$/.test(host) && URL.canParse(`http://${host}`)),
    'должна быть адресом или именем этой машины, например 127.0.0.1 или 0.0.0.0',
  )

/** By https alone: over the network its answers decide who somebody is. */
const Issuer = address(/^https?$/, 'https://id.school.example').pipe(
  z.string().refine((url) => url.startsWith('https:') || isLoopback(url), 'должен начинаться с https://'),
)

const hostsFormat =
  'должна быть списком имён через запятую, например hooks.example,*.push.example,lms.example:8443; или none'

/** Names of hosts, each with a port of its own or without; `none` is a list of nothing. */
const Hosts = z
  .string()
  .transform((text) =>
    text.trim() === 'none'
      ? []
      : text
          .toLowerCase()
          .split(',')
          .map((host) => host.trim()),
  )
  .pipe(z.array(z.string().regex(/^(\*\.)?[a-z\d][a-z\d.-]*(:\d{1,5})?$/, hostsFormat)))

const secretsFormat =
  'должна быть такой, какой её печатает openssl rand -base64 32; прежние ключи стоят после неё, через запятую'

/** Keys of 32 bytes with commas between them, the one that seals first. */
const SecretKeys = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .pipe(z.array(z.string().regex(/^[\w+/-]{43}=?$/, secretsFormat)))
  .transform((keys) => keys.map((key) => Buffer.from(key, 'base64')))

const rolesFormat = 'должна быть вида учителя:teacher,завучи:curator; роли: student, teacher, curator'

/** Which value of a claim gives which role. */
const RolesByClaim = z.string().transform((text, context) => {
  const roles = readRoles(text)
  if (roles) return roles
  context.addIssue({ code: 'custom', message: rolesFormat })
  return z.NEVER
})

const environment = z.object({
  PORT: given(whole(0, maxPort).default(3000)),
  HOST: given(Host.default('127.0.0.1')),
  DATA_DIR: given(z.string().default('./data')),
  DATABASE_URL: given(postgresUrl.optional()),
  DATABASE_DIRECT_URL: given(postgresUrl.optional()),
  DATABASE_REPLICA_URL: given(postgresUrl.optional()),
  DATABASE_OWNER_URL: given(postgresUrl.optional()),
  PUBLIC_URL: given(PublicUrl.optional()),
  SMTP_URL: given(address(/^smtps?$/, 'smtps://имя:пароль@адрес:порт').optional()),
  S3_URL: given(address(/^https?$/, 'https://КЛЮЧ:СЕКРЕТ@адрес/корзина').optional()),
  MAX_FILE_SIZE: given(bytes.default(defaultMaxFileSize)),
  QUOTA_PUBLISH_PER_DAY: given(count.default(20)),
  QUOTA_UPLOAD_PER_DAY: given(bytes.default(5 * gigabyte)),
  QUOTA_STORAGE: given(bytes.default(50 * gigabyte)),
  WORKERS: given(count.optional()),
  METRICS_PORT: given(whole(1, maxPort).optional()),
  METRICS_TOKEN: given(z.string().min(16, 'должна быть не короче 16 знаков').optional()),
  OTEL_EXPORTER_OTLP_ENDPOINT: given(address(/^https?$/, 'http://адрес:4318').optional()),
  OTEL_TRACES_SAMPLER_ARG: given(between(0, 1).default(1)),
  CONNECTIONS_PER_ADDRESS: given(count.default(2000)),
  BACKUP_DIR: given(z.string().optional()),
  BACKUP_KEEP: given(count.default(14)),
  BACKUP_KEY: given(z.string().min(12, 'должна быть не короче 12 знаков').optional()),
  SECRETS_KEY: given(SecretKeys.optional()),
  CLAMAV_URL: given(
    z
      .url({ protocol: /^(tcp|unix)$/, error: clamavFormat })
      .pipe(z.string().refine((url) => /^([1-9]\d*)?$/.test(new URL(url).searchParams.get('max') ?? ''), clamavMax))
      .optional(),
  ),
  VAPID_KEYS: given(VapidKeys.optional()),
  OUTGOING_HOSTS: given(Hosts.optional()),
  LTI_LOCAL_TOOLS: given(z.enum(['true', 'false'], 'бывает true или false').default('false')),
  OIDC_ISSUER: given(Issuer.optional()),
  OIDC_CLIENT_ID: given(z.string().optional()),
  OIDC_CLIENT_SECRET: given(z.string().optional()),
  OIDC_NAME: given(z.string().trim().max(40, 'должна быть не длиннее 40 знаков').optional()),
  OIDC_ROLE_CLAIM: given(z.string().optional()),
  OIDC_ROLES: given(RolesByClaim.optional()),
  OIDC_UNTYPED_LOGOUT: given(z.enum(['true', 'false'], 'бывает true или false').optional()),
  APP_NAME: given(z.string().default('Практика')),
  DRAIN_SECONDS: given(between(0, 300).optional()),
  REQUIRE_TLS: given(z.enum(['true', 'false'], 'бывает true или false').default('false')),
  LOG_SECURITY: given(z.enum(['true', 'false'], 'бывает true или false').default('false')),
  HSTS_SUBDOMAINS: given(z.enum(['true', 'false'], 'бывает true или false').default('false')),
  DEMO: given(z.enum(['true', 'false'], 'бывает true или false').optional()),
})

/** Where and how the site runs: the environment, checked once. */
export interface Config {
  port: number
  host: string
  /** Absolute path. */
  dataDir: string
  /** An external PostgreSQL; null means the embedded one. */
  databaseUrl: string | null
  /** The same without a pooler in between, for connections that keep a session; null when `databaseUrl` is direct. */
  databaseDirectUrl: string | null
  /** A streaming replica of it, for public pages and searches. */
  databaseReplicaUrl: string | null
  /** The files that these addresses were read from, by address. */
  databaseFiles: ReadonlyMap<string, string>
  /** The same by the role that owns it, for `npm run migrate` alone; null where the site's own role does. */
  databaseOwnerUrl: string | null
  /** Without a slash at the end. */
  publicUrl: string
  smtpUrl: string | null
  /** S3-compatible storage for files, with keys and bucket; null means `dataDir/files`. */
  s3Url: string | null
  /** Max size of one upload, in bytes. */
  maxFileSize: number
  /** How many projects one person may publish within 24 hours. */
  publishPerDay: number
  /** How much one person may upload. */
  uploadQuota: UploadQuota
  /** How many processes serve people on one port; one does without further processes. */
  workers: number
  /** Where Prometheus finds `/metrics`; null: nothing is measured. */
  metricsPort: number | null
  /** What Prometheus has to send there as a bearer token; null: anybody who reaches the port may read. */
  metricsToken: string | null
  /** Where a collector of OpenTelemetry takes traces (OTLP over HTTP); null: nothing is traced. */
  otlpUrl: string | null
  /** The part of requests that is traced, from 0 to 1. */
  traceRatio: number
  /** How many connections one network may have at a time, to all processes together. */
  connectionsPerAddress: number
  /** How long the site still serves after it was asked to stop, while a proxy looks for another process; in milliseconds. */
  drainMs: number
  /** Where a copy of the site is kept every day, an absolute path; null: none is made. */
  backupDir: string | null
  /** How many daily copies are kept. */
  backupKeep: number
  /** The passphrase that encrypts copies. */
  backupKey: string | null
  /** The keys that secrets in the database are sealed with, the one in use first; empty: they are not. */
  secretKeys: Buffer[]
  /** ClamAV, which looks through uploaded files; null: nothing does. */
  clamavUrl: string | null
  /** The keys that push messages are signed with (RFC 8292); null where the site sends none. */
  vapid: { publicKey: string; privateKey: string } | null
  /** The school's identity provider; null without one. */
  oidc: ProviderConfig | null
  appName: string
  demo: boolean
  /** Whether people reach the site over https. */
  https: boolean
  /** Whether the public address differs from this machine's: there is a proxy in front. */
  behindProxy: boolean
  /**
   * Whether messages to other programs may go to this machine, and without TLS: for tests alone, no variable sets it.
   */
  webhooksToLoopback: boolean
  /**
   * The hosts that the site may connect to where others than its operator name them; null: all. See
   * `outgoing-hosts.ts`.
   */
  outgoingHosts: string[] | null
  /** Whether tools that lessons open may be in the school's own network, and without TLS. */
  ltiLocalTools: boolean
  /** Whether browsers are to open every name below the site's own by https alone, too. */
  hstsSubdomains: boolean
  /** Whether the security log is also written to the output, so that it leaves for another machine. */
  logSecurity: boolean
}

/** An unusable setting; the message is for people. */
export class ConfigError extends Error {}

/** A setting that may be right: what it leads to is away or taken, and may be free or back later. */
export class NotResponding extends ConfigError {}

/** The identity provider, or a problem as a ConfigError. */
const providerOf = (variables: Parameters<typeof readProvider>[0]) => {
  const provider = readProvider(variables)
  if (provider && 'sentence' in provider) throw new ConfigError(`Переменная ${provider.name}: ${provider.sentence}`)
  return provider
}

const withoutDatabase = (name: string) =>
  new ConfigError(`Переменная ${name}: задают только вместе с DATABASE_URL; у встроенной базы её нет`)

/** The folder of files that a path is in, where each copy would contain those before it; null when it is not. */
export const filesFolderAround = (path: string, { dataDir, s3Url }: Pick<Config, 'dataDir' | 's3Url'>) => {
  const files = resolve(dataDir, 'files')
  return s3Url === null && (path + sep).startsWith(files + sep) ? files : null
}

const checkBackupFolder = (config: Config) => {
  const files = config.backupDir && filesFolderAround(config.backupDir, config)
  if (files)
    throw new ConfigError(
      `Переменная BACKUP_DIR: эта папка внутри папки файлов ${files}, и в каждую копию попали бы прежние. Укажите другую, лучше на другом диске`,
    )
}

/** The passwords of our own examples. */
const ofExamples = /change-me|a-long-pass-phrase|a long pass phrase of your own/

/** Refuses passwords that were copied from an example: everybody knows them. */
const checkReplaced = (env: Record<string, string | undefined>) => {
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL', 'S3_URL', 'BACKUP_KEY'])
    if (ofExamples.test(env[name] ?? ''))
      throw new ConfigError(
        `Переменная ${name}: в ней пароль из нашего примера, который знают все. Замените его своим.`,
      )
}

/**
 * Half of the cores, max 8: the others are for PostgreSQL, which has as much to do for most calls, and for the threads
 * that draw pages and pictures. One process below four cores, where another one only takes memory.
 */
const defaultWorkers = (cores: number) => (cores < 4 ? 1 : Math.min(8, Math.floor(cores / 2)))

/** Proxies ask every second or two whether a server is ready. Without a proxy nobody asks. */
const defaultDrainSeconds = 5

/** Reads the environment (product decision: how it is run). Throws ConfigError. */
export const readConfig = (given: Record<string, string | undefined>, cores = availableParallelism()): Config => {
  const env = readSecretFiles(given, (name, sentence) => {
    throw new ConfigError(`Переменная ${name}: ${sentence}`)
  })
  const parsed = environment.safeParse(env)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`Переменная ${String(issue?.path[0])}: ${issue?.message}`)
  }
  const { PORT, HOST, DATA_DIR, DATABASE_URL, PUBLIC_URL, SMTP_URL, S3_URL, MAX_FILE_SIZE, APP_NAME, DEMO } =
    parsed.data
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME, OIDC_ROLE_CLAIM, OIDC_ROLES } = parsed.data
  const { OIDC_UNTYPED_LOGOUT } = parsed.data
  const oidc = {
    OIDC_ISSUER,
    OIDC_CLIENT_ID,
    OIDC_CLIENT_SECRET,
    OIDC_NAME,
    OIDC_ROLE_CLAIM,
    OIDC_ROLES,
    OIDC_UNTYPED_LOGOUT,
  }
  checkReplaced(env)
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL', 'DATABASE_OWNER_URL'] as const)
    if (DATABASE_URL === undefined && parsed.data[name] !== undefined) throw withoutDatabase(name)
  if (parsed.data.METRICS_PORT === PORT)
    throw new ConfigError('Переменная METRICS_PORT: этот порт уже занят самим сайтом')
  const publicUrl = (PUBLIC_URL ?? `http://${urlHost(HOST)}:${PORT}`).replace(/\/+$/, '')
  // strangers may reach a server that listens everywhere, so it has no demo accounts unless they are asked for
  const isPrivate = isLoopback(publicUrl) && (PUBLIC_URL !== undefined || !isEverywhere(HOST))
  const config: Config = {
    port: PORT,
    host: HOST,
    dataDir: resolve(DATA_DIR),
    databaseUrl: DATABASE_URL ?? null,
    databaseDirectUrl: parsed.data.DATABASE_DIRECT_URL ?? null,
    databaseReplicaUrl: parsed.data.DATABASE_REPLICA_URL ?? null,
    databaseFiles: databaseFiles(given, env),
    databaseOwnerUrl: parsed.data.DATABASE_OWNER_URL ?? null,
    publicUrl,
    smtpUrl: SMTP_URL ?? null,
    s3Url: S3_URL ?? null,
    maxFileSize: MAX_FILE_SIZE,
    workers: parsed.data.WORKERS ?? defaultWorkers(cores),
    metricsPort: parsed.data.METRICS_PORT ?? null,
    metricsToken: parsed.data.METRICS_TOKEN ?? null,
    otlpUrl: parsed.data.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    traceRatio: parsed.data.OTEL_TRACES_SAMPLER_ARG,
    connectionsPerAddress: parsed.data.CONNECTIONS_PER_ADDRESS,
    publishPerDay: parsed.data.QUOTA_PUBLISH_PER_DAY,
    uploadQuota: { perDay: parsed.data.QUOTA_UPLOAD_PER_DAY, storage: parsed.data.QUOTA_STORAGE },
    drainMs: (parsed.data.DRAIN_SECONDS ?? (isLoopback(publicUrl) ? 0 : defaultDrainSeconds)) * 1000,
    backupDir: parsed.data.BACKUP_DIR === undefined ? null : resolve(parsed.data.BACKUP_DIR),
    backupKeep: parsed.data.BACKUP_KEEP,
    backupKey: parsed.data.BACKUP_KEY ?? null,
    secretKeys: parsed.data.SECRETS_KEY ?? [],
    clamavUrl: parsed.data.CLAMAV_URL ?? null,
    vapid: parsed.data.VAPID_KEYS ?? null,
    oidc: providerOf(oidc),
    appName: APP_NAME,
    demo: DEMO === undefined ? DATABASE_URL === undefined && isPrivate : DEMO === 'true',
    https: publicUrl.startsWith('https:'),
    behindProxy: !isLoopback(publicUrl),
    webhooksToLoopback: false,
    outgoingHosts: parsed.data.OUTGOING_HOSTS ?? null,
    ltiLocalTools: parsed.data.LTI_LOCAL_TOOLS === 'true',
    hstsSubdomains: parsed.data.HSTS_SUBDOMAINS === 'true',
    logSecurity: parsed.data.LOG_SECURITY === 'true',
  }
  checkBackupFolder(config)
  const unencrypted = parsed.data.REQUIRE_TLS === 'true' ? findUnencrypted(config, env) : null
  if (unencrypted) throw new ConfigError(`Переменная ${unencrypted.name}: ${unencrypted.sentence}`)
  return config
}
