/**
 * The embedded database is unavailable. The message is for the person who started the server, so print it and nothing
 * else.
 */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/**
 * Another server uses the same folder. It owns the database; a server that gets this error must leave the database
 * alone.
 */
export class DatabaseInUse extends EmbeddedPostgresError {
  override name = 'DatabaseInUse'

  constructor(dir: string) {
    super(
      `Этот каталог данных уже использует другой запущенный сервер (${dir}). ` +
        'Остановите его или укажите другой каталог в DATA_DIR.',
    )
  }
}
