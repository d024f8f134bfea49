import { documentName } from '#contract/documents/documents.schema.ts'
import type { JournalLine } from '#server/consents/consents.repo.ts'
import { type Sheet, wallClock } from '#server/journal/journal-sheet.ts'

const headings = [
  'Фамилия',
  'Имя',
  'Почта',
  'Документ',
  'Версия текста',
  'Дано',
  'С адреса',
  'Кто дал за ребёнка',
  'Почта родителя',
  'Подписано на бумаге',
  'Отозвано',
  'Отозвано с адреса',
]

/** The journal of consents as a table, with times in `timeZone`. */
export const consentsSheet = (rows: JournalLine[], timeZone: string): Sheet => {
  const clock = wallClock(timeZone)
  return {
    headings,
    rows: rows.map(({ consent, user }) => [
      user.surname,
      user.name,
      user.email,
      documentName(consent.document),
      consent.version,
      clock(consent.given_at),
      consent.address,
      consent.parent?.name ?? '',
      consent.parent?.email ?? '',
      consent.signed_on ?? '',
      consent.withdrawn_at && clock(consent.withdrawn_at),
      consent.withdrawn_address ?? '',
    ]),
  }
}
