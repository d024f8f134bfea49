import { tryLater } from '#contract/http/plain-errors.ts'
import { counted, plural } from '#contract/plural.ts'
import { ApiError, describeError, NetworkError } from '#web/data/api-error.ts'
import { judgeFailure } from '#web/outbox/judge-failure.ts'
import { formatMoment, formatTime } from '#web/ui/dates.ts'

// What screens say of everything that is kept on the device until the server has it.

/** The state of a text that is kept while it is typed. */
export interface Standing {
  phase: 'saved' | 'waiting' | 'saving' | 'offline' | 'signed-out' | 'conflict' | 'refused'
  /** When the server last confirmed it. */
  savedAt: string | null
  error?: unknown
  /** The device would not keep it either. */
  pageOnly?: boolean
}

const isToday = (moment: string) => new Date(moment).toDateString() === new Date().toDateString()

/** Where a draft is: on its way, on the server, or only on this device. */
export const draftText = ({ phase, savedAt, error, pageOnly }: Standing) => {
  const kept = pageOnly ? 'браузер не даёт хранить черновик, не закрывайте вкладку' : 'черновик на этом устройстве'
  switch (phase) {
    case 'offline':
      return error instanceof NetworkError
        ? `Нет сети, ${kept}`
        : `Не сохранено на сервере, ${kept}. ${describeError(error).detail}`
    case 'signed-out':
      return `Вы вышли из учётной записи, ${kept}`
    case 'conflict':
      return 'Черновик изменён в другом месте'
    case 'refused':
      return `Не сохранено на сервере, ${kept}. ${describeError(error).detail}`
    case 'saving':
    case 'waiting':
      return 'Сохраняем…'
    default:
      return savedAt && `Сохранено ${isToday(savedAt) ? `в ${formatTime(savedAt)}` : formatMoment(savedAt)}`
  }
}

/** What can be done about a draft that is not on the server. */
export const draftActions: Partial<Record<Standing['phase'], string>> = {
  offline: 'Сохранить ещё раз',
  refused: 'Сохранить ещё раз',
  'signed-out': 'Войти',
}

/** Why a hand-in did not arrive. `isSaved`: the server has its draft; `isLater`: it is sent again by itself. */
export const handInText = (error: Error, isSaved: boolean, isLater: boolean) => {
  if (error instanceof NetworkError)
    return `Нет сети: работа пока не отправлена. Черновик сохранён${isSaved ? '' : ' на этом устройстве'}.`
  const { detail } = describeError(error)
  return `Не удалось отправить работу. ${
    isLater ? `${detail.replace(` ${tryLater}`, '')} Отправим работу сами, когда вы снова откроете урок.` : detail
  }`
}

/** What happens to it once there is a network. */
export const waitingTexts = {
  no: '',
  page: 'Когда сеть появится, работа отправится сама: не закрывайте страницу.',
  always: 'Когда сеть появится, работа отправится сама, даже если закрыть страницу.',
}

/** The outcome of a hand-in that an earlier page began. */
export const unansweredText = 'В прошлый раз работа не дошла до сервера. Отправьте её ещё раз.'

/** The state of a verdict that has not arrived. */
export const verdictTexts = {
  sending: 'Решение отправляется…',
  waiting: 'Нет связи. Отправим решение, как только она появится.',
  unsent: (count: number) =>
    count === 1
      ? 'Решение ждёт связи'
      : `${counted(count, 'решение', 'решения', 'решений')} ${plural(count, 'ждёт', 'ждут', 'ждут')} связи`,
  undoing: 'Отменяем решение…',
  refused: 'Решение не отправлено',
}

/** Why something has not arrived that will be sent by itself. */
const whyText = (error: unknown) => {
  if (error instanceof NetworkError) return 'Нет сети.'
  return judgeFailure(error) === 'signed-out' ? 'Вы вышли из учётной записи.' : 'Сервер пока не отвечает.'
}

/** Why the answers to a quiz have not arrived. */
export const answersText = (error: unknown) => {
  const kept = `${whyText(error)} Ответы сохранены на этом устройстве и отправятся`
  if (error instanceof NetworkError) return `${kept} сами, когда она появится.`
  return judgeFailure(error) === 'signed-out' ? `${kept}, когда вы снова войдёте.` : `${kept} сами.`
}

/** Why what a package has reported has not arrived. `pageOnly`: the device would not keep it. */
export const reportText = (error: unknown, pageOnly: boolean) => {
  const isSignedOut = judgeFailure(error) === 'signed-out'
  const sent = pageOnly
    ? `отправится${isSignedOut ? ', когда вы снова войдёте' : ' сам, когда появится связь'}: не закрывайте страницу`
    : `сохранён на этом устройстве и отправится${isSignedOut ? ', когда вы снова войдёте' : ' сам'}`
  return `${whyText(error)} Результат ${sent}.`
}

/** Why what a package has reported cannot be saved now. `pageOnly`: the device would not keep it. */
export const refusedReportText = (reason: string, pageOnly: boolean) => {
  const kept = pageOnly ? 'Не закрывайте страницу: результат' : 'Результат сохранён на этом устройстве и'
  return `${reason} ${kept} отправится, когда вы снова откроете урок.`
}

/** Why an upload waits for the network or the server. */
export const uploadText = (error: unknown) =>
  error instanceof ApiError && error.status < 500
    ? 'Сервер занят. Загрузка продолжится сама.'
    : error instanceof NetworkError && !navigator.onLine
      ? 'Нет сети. Загрузка продолжится сама, когда сеть появится.'
      : 'Нет связи с сервером. Загрузка продолжится сама.'
