import { isSpaceGone } from '#server/space-gone.ts'
import { isDiskAway, StorageFailure } from '#server/storage/storage.ts'

/** A kind of effect that this version of the site does not have. */
export class UnknownEffect extends Error {}

/**
 * Why a try has failed, in sentences that curators may read: nothing of the error itself, which has names and
 * addresses.
 */
const sentences = {
  'mail-away': 'Почтовый сервер не отвечает.',
  'mail-login': 'Почтовый сервер не принимает имя или пароль: проверьте SMTP_URL.',
  'mail-refused': 'Почтовый сервер не принял письмо.',
  'storage-away': 'Хранилище файлов не отвечает, или в нём кончилось место.',
  database: 'База данных не выполнила запрос: подробности в журнале сервера.',
  'unknown-kind': 'Эта версия сайта не знает такого действия: его записала другая версия.',
  internal: 'Ошибка в программе: подробности в журнале сервера.',
}
type FailureReason = keyof typeof sentences

/** Codes of nodemailer. */
const mailReasons: Record<string, FailureReason> = {
  EAUTH: 'mail-login',
  ECONNECTION: 'mail-away',
  ETIMEDOUT: 'mail-away',
  ESOCKET: 'mail-away',
  EDNS: 'mail-away',
  ETLS: 'mail-away',
  EENVELOPE: 'mail-refused',
  EMESSAGE: 'mail-refused',
  EPROTOCOL: 'mail-refused',
}

/** The reason of a failure, as it is kept in the database. */
export const failureReason = (error: unknown): FailureReason => {
  if (error instanceof UnknownEffect) return 'unknown-kind'
  if (error instanceof StorageFailure) return 'storage-away'
  if (!(error instanceof Error)) return 'internal'
  // drizzle's own error around the driver's
  if ('query' in error) return 'database'
  // letters become files where there is no mail server
  if (isSpaceGone(error) || isDiskAway(error)) return 'storage-away'
  const { code } = error as NodeJS.ErrnoException
  return mailReasons[code ?? ''] ?? 'internal'
}

/** The sentence of a kept reason; an earlier version kept the text of the error, which is shown to nobody. */
export const reasonSentence = (reason: string | null) => sentences[reason as FailureReason] ?? sentences.internal
