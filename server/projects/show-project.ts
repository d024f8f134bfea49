import type { ProjectVisibility } from '#contract/projects/projects.schema.ts'
import { fullName } from '#contract/users/names.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { listPublicationStanding } from '#server/consents/consents.repo.ts'
import type { Db } from '#server/db/database.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'

const refuse = (code: 'email-not-confirmed' | 'publication-consent-needed', sentence: string) =>
  new Refusal(code, { detail: sentence, fields: { visibility: [sentence] } })

/**
 * Why a project by these authors cannot have this visibility; null when it can. Nobody outside the school sees a
 * project by somebody with an unconfirmed address; the public sees only what each author has agreed to (152-ФЗ, art.
 * 10.1): for a child the parent does.
 */
export const findObstacle = async (
  db: Db,
  actor: Actor,
  authorIds: number[],
  visibility: ProjectVisibility,
): Promise<Refusal | null> => {
  if (visibility !== 'public' && visibility !== 'link') return null
  const authors = await listPublicationStanding(db, authorIds)
  if (visibility === 'public' && authors.some(({ agreed, by_parent }) => !agreed && by_parent)) {
    return invalid('visibility', 'Показать проект всем нельзя: согласие родителя этого не позволяет. Выберите «Школе».')
  }
  const own = (author: { id: number }) => author.id === actor.id
  const unconfirmed = authors.filter(({ confirmed }) => !confirmed)
  if (unconfirmed.some(own)) {
    return refuse(
      'email-not-confirmed',
      'Сначала подтвердите почту: откройте ссылку из нашего письма. А пока проект можно показать школе.',
    )
  }
  if (unconfirmed.length > 0) {
    return refuse(
      'email-not-confirmed',
      `Почту подтвердили ещё не все авторы: ждём, что это сделает ${unconfirmed.map(fullName).join(', ')}. Пока проект можно показать школе.`,
    )
  }
  const missing = visibility === 'public' ? authors.filter(({ agreed }) => !agreed) : []
  if (missing.some(own)) {
    return refuse(
      'publication-consent-needed',
      'Чтобы проект увидели все, нужно ваше согласие на распространение персональных данных. Дайте его или выберите «Школе».',
    )
  }
  if (missing.length > 0) {
    return refuse(
      'publication-consent-needed',
      `Чтобы проект увидели все, согласие на распространение персональных данных в своём профиле даёт каждый автор. Его ещё нет у автора: ${missing.map(fullName).join(', ')}.`,
    )
  }
  return null
}
