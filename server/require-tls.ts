/** The checked settings: a rule finds the one that would go over a network unencrypted. */
interface Checked {
  publicUrl: string
  host: string
  databaseUrl: string | null
  databaseDirectUrl: string | null
  databaseReplicaUrl: string | null
  databaseOwnerUrl: string | null
  s3Url: string | null
  smtpUrl: string | null
  otlpUrl: string | null
  clamavUrl: string | null
  ltiLocalTools: boolean
}

/** A variable that REQUIRE_TLS=true forbids, and what to do about it. */
interface Fault {
  name: string
  sentence: string
}

/** Whether a host, as addresses or variables spell it, is this machine itself. */
export const isLocalName = (host: string) => ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host)

/** The last of several parameters of a name: it is the one that counts for the drivers. */
const parameter = (url: URL, name: string) => url.searchParams.getAll(name).at(-1)

/** Whether PostgreSQL is on this machine, or its certificate is checked: by a known authority, and for its name. */
const isSafeDatabase = (address: string | null) => {
  if (address === null) return true
  const url = new URL(address)
  const host = parameter(url, 'host') ?? decodeURIComponent(url.hostname)
  return host.startsWith('/') || isLocalName(host) || parameter(url, 'sslmode') === 'verify-full'
}

/** Whether letters go to this machine, or by TLS with a checked certificate, as they do by default. */
const isSafeMail = (address: string | null) => {
  if (address === null) return true
  const url = new URL(address)
  if (isLocalName(url.hostname)) return true
  return [...url.searchParams].every(
    ([name, value]) => !/^(tls\.?|secure$|ignoretls$)/i.test(name) && !(/^requiretls$/i.test(name) && value !== 'true'),
  )
}

const isSafeHttp = (address: string | null) =>
  address === null || address.startsWith('https:') || isLocalName(new URL(address).hostname)

const isSafeClamav = (address: string | null) =>
  address === null || address.startsWith('unix:') || isLocalName(new URL(address).hostname)

const databaseSentence =
  'с REQUIRE_TLS база на другой машине должна доказать, кто она: допишите к адресу ?sslmode=verify-full'

/** Each address with its rule, in the order in which they are reported. */
const rules = (config: Checked): [name: string, isSafe: boolean, sentence: string][] => [
  ['PUBLIC_URL', config.publicUrl.startsWith('https:'), 'с REQUIRE_TLS должен начинаться с https://'],
  [
    'HOST',
    isLocalName(config.host),
    'с REQUIRE_TLS сайт слушает только эту машину, а TLS даёт прокси на ней же: оставьте 127.0.0.1',
  ],
  ['DATABASE_URL', isSafeDatabase(config.databaseUrl), databaseSentence],
  ['DATABASE_DIRECT_URL', isSafeDatabase(config.databaseDirectUrl), databaseSentence],
  ['DATABASE_REPLICA_URL', isSafeDatabase(config.databaseReplicaUrl), databaseSentence],
  ['DATABASE_OWNER_URL', isSafeDatabase(config.databaseOwnerUrl), databaseSentence],
  ['S3_URL', isSafeHttp(config.s3Url), 'с REQUIRE_TLS хранилище на другой машине должно быть по адресу https://'],
  [
    'SMTP_URL',
    isSafeMail(config.smtpUrl),
    'с REQUIRE_TLS письма идут только с TLS и проверкой сертификата: уберите из адреса requireTLS=false, ignoreTLS, secure и tls',
  ],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    isSafeHttp(config.otlpUrl),
    'с REQUIRE_TLS сборщик на другой машине должен быть по адресу https://',
  ],
  [
    'CLAMAV_URL',
    isSafeClamav(config.clamavUrl),
    'с REQUIRE_TLS ClamAV должен работать на этой же машине: его протокол ничего не шифрует',
  ],
  ['LTI_LOCAL_TOOLS', !config.ltiLocalTools, 'с REQUIRE_TLS не задают: она разрешает инструменты без TLS'],
]

/**
 * What would leave this machine without TLS, or with a certificate that nobody checks (OWASP ASVS 5.0, V12.2 and
 * V12.3); null when nothing would. Unencrypted are only Unix sockets and connections of this machine to itself.
 */
export const findUnencrypted = (config: Checked, env: Record<string, string | undefined>): Fault | null => {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    return { name: 'NODE_TLS_REJECT_UNAUTHORIZED', sentence: 'с REQUIRE_TLS проверку сертификатов не выключают' }
  const broken = rules(config).find(([, isSafe]) => !isSafe)
  return broken ? { name: broken[0], sentence: broken[2] } : null
}
