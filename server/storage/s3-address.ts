import { ConfigError } from '#server/config.ts'

/**
 * The parts of `S3_URL`: `https://KEY:SECRET@host[:port]/bucket[/prefix]?region=…`, or without keys and with
 * `credentials=aws`.
 */
export interface S3Address {
  endpoint: string
  /**
   * Null: short-lived ones, which Amazon's library finds and renews by itself (web identity, role of the machine or
   * container, a program).
   */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  bucket: string
  /** Empty, or with a slash at its end. */
  prefix: string
  region: string
}

/** Parses `S3_URL`. Throws ConfigError, whose message contains no secret. */
export const readS3Address = (address: string): S3Address => {
  const url = new URL(address)
  const [bucket, ...folders] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent)
  const isFound = url.searchParams.get('credentials') === 'aws'
  if (isFound === Boolean(url.username && url.password) || !bucket) {
    throw new ConfigError(
      'Переменная S3_URL: должна быть вида https://КЛЮЧ:СЕКРЕТ@адрес/корзина. Знаки / + % @ : в ключах пишутся как %2F %2B %25 %40 %3A. Без ключей — https://адрес/корзина?credentials=aws.',
    )
  }
  return {
    endpoint: url.origin,
    credentials: isFound
      ? null
      : { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) },
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region: url.searchParams.get('region') ?? 'us-east-1',
  }
}
