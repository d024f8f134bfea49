import { ConfigError } from '#server/config.ts'
import { EmbeddedPostgresError } from '#server/db/embedded.ts'
import { BuildMissing } from '#server/http/render.ts'

const ofSystem: Record<string, (error: NodeJS.ErrnoException & { port?: number; address?: string }) => string> = {
  EADDRINUSE: ({ port }) => `Порт ${port} уже занят. Остановите другую программу или задайте порт: PORT=3001 npm start`,
  EADDRNOTAVAIL: ({ address }) => `Адреса ${address} на этой машине нет. Проверьте переменную HOST.`,
  EACCES: ({ port, path }) =>
    port
      ? `Порт ${port} занимать нельзя: нужны права. Задайте порт от 1024: PORT=3000 npm start`
      : `Нет прав на ${path}.`,
  ENOSPC: () => 'На диске кончилось место.',
  ECONNREFUSED: () => 'База данных не отвечает. Проверьте переменную DATABASE_URL и запущена ли база.',
  ENOTFOUND: () => 'Сервер базы данных не найден. Проверьте переменную DATABASE_URL.',
  '28P01': () => 'База данных не приняла пароль. Проверьте переменную DATABASE_URL.',
  '3D000': () => 'Такой базы данных нет. Создайте её или исправьте переменную DATABASE_URL.',
}

/** What is installed for a school is made without it (`ops/left-out.gitattributes`). */
const noDemo =
  'В этой установке нет демо-школы. Уберите переменную DEMO; если базы ещё нет, задайте DATABASE_URL или PUBLIC_URL.'

/** The message in the terminal when the server cannot start: one line, or the whole stack of an unexpected error. */
export const explain = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof EmbeddedPostgresError || error instanceof BuildMissing) {
    return error.message
  }
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (code === 'ERR_MODULE_NOT_FOUND' && /[\\/]demo[\\/]/.test(cause.message)) return noDemo
    const sentence = ofSystem[code]
    if (sentence) return sentence(cause)
    if (cause instanceof AggregateError && cause.errors[0] !== undefined) return explain(cause.errors[0])
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
