/** The embedded database cannot be had. The message is for the person who started the server, so print it and nothing else. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** Another server works on the same folder. It keeps the database; whoever gets this error must leave the database alone. */
export class DatabaseInUse extends EmbeddedPostgresError {
  override name = 'DatabaseInUse'

  constructor(dir: string) {
    super(
      `Этот каталог данных уже использует другой запущенный сервер (${dir}). ` +
        'Остановите его или укажите другой каталог в DATA_DIR.',
    )
  }
}
