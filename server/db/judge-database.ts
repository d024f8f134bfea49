import { ConfigError } from '#server/config.ts'
import { type Holder, isDirect } from '#server/db/alone.ts'

/** The oldest PostgreSQL that the site supports. */
export const oldestPostgres = 15

/** The first version whose search for words takes the letters from the database's own collation, not from libc. */
const ownLetters = 18

interface Facts {
  /** Major version. */
  version: number
  encoding: string
  /** `LC_CTYPE`. */
  ctype: string
  direct: boolean
}

/** What is wrong with a database: warnings for the terminal. Throws ConfigError when the site cannot use it at all. */
export const judge = ({ version, encoding, ctype, direct }: Facts): string[] => {
  if (version < oldestPostgres)
    throw new ConfigError(`Переменная DATABASE_URL: нужен PostgreSQL ${oldestPostgres} или новее, а это ${version}.`)
  if (encoding !== 'UTF8')
    throw new ConfigError(`Переменная DATABASE_URL: нужна база в кодировке UTF8, а это ${encoding}.`)
  const warnings = []
  if (!direct)
    warnings.push(
      'Похоже, база доступна через пул соединений (PgBouncer). Укажите её прямой адрес в DATABASE_DIRECT_URL: ' +
        'без него живые обновления не приходят, а запросы могут завершаться ошибкой.',
    )
  if (version < ownLetters && /^(C|POSIX)$/.test(ctype))
    warnings.push(
      `База создана с LC_CTYPE=${ctype}: поиск не будет узнавать формы русских слов. ` +
        "Создайте её так: CREATE DATABASE … TEMPLATE template0 LOCALE 'C.UTF-8'.",
    )
  return warnings
}

/** The same for the database of a connection. */
export const judgeDatabase = async (holder: Holder) => {
  const { rows } = await holder.query<Omit<Facts, 'direct'>>(
    `select current_setting('server_version_num')::int / 10000 as version, pg_encoding_to_char(encoding) as encoding,
      datctype as ctype from pg_database where datname = current_database()`,
  )
  return judge({ ...(rows[0] as Omit<Facts, 'direct'>), direct: await isDirect(holder) })
}
