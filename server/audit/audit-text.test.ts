import { describe, expect, it } from 'vitest'
import { AnnouncementChange } from '#contract/announcements/announcements.schema.ts'
import { type AuditEntry, AuditFields } from '#contract/audit/audit.schema.ts'
import { auditActName, auditSentences } from '#contract/audit/audit-text.ts'
import { cohortForms } from '#contract/cohorts/cohort-words.ts'
import { CohortChange } from '#contract/cohorts/cohorts.schema.ts'
import { DocumentInput } from '#contract/organisation/organisation.api.ts'
import { HomeSettings, SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { valued } from '#server/site/change-settings.ts'
import { namedFields } from '#server/users/change-user.ts'

const sentencesOf = (kind: AuditEntry['object']['kind'], after: AuditFields, cohort = cohortForms.class) =>
  auditSentences(
    {
      id: 1,
      at: '2026-11-26T21:30:00Z',
      actor: null,
      program: null,
      kind: 'settings-changed',
      object: { kind, id: 1, name: '' },
      before: {},
      after,
    },
    { dayOf: (moment) => `день ${moment}`, cohort },
  )

const isValued = (name: string) => (valued as readonly string[]).includes(name)

/** Every field that is written by its name alone. */
const named: [AuditEntry['object']['kind'], string[]][] = [
  ['user', [...namedFields]],
  ['settings', Object.keys(SchoolSettings.shape).filter((name) => !isValued(name))],
  ['settings', [...Object.keys(HomeSettings.shape), 'periods']],
  ['organisation-document', Object.keys(DocumentInput.omit({ file_id: true }).shape)],
  ['announcement', Object.keys(AnnouncementChange.shape)],
  ['cohort', Object.keys(CohortChange.shape).filter((name) => !name.endsWith('_ids'))],
]

describe('the text of a change', () => {
  it.each(named)('has a Russian name for each field of a %s', (kind, fields) => {
    expect(fields.filter((field) => /[a-z]/.test(sentencesOf(kind, { fields: [field] }).join()))).toEqual([])
  })

  it('has which of the two happened to an account', () => {
    const nameOf = (active?: boolean) =>
      auditActName({ kind: 'user-active', after: active === undefined ? {} : { active } })
    expect([nameOf(false), nameOf(true), nameOf()]).toEqual([
      'Учётная запись отключена',
      'Учётная запись включена',
      'Учётная запись отключена или включена',
    ])
    expect(auditActName({ kind: 'user-role', after: {} })).toBe('Роль изменена')
    expect(sentencesOf('user', { active: false })).toEqual(['Учётная запись: отключена'])
  })

  it('shows each setting whose value is kept', () => {
    expect(valued.filter((name) => !(name in AuditFields.shape))).toEqual([])
    expect(sentencesOf('settings', { second_factor: 'staff' })).toEqual([
      'Вход с кодом из приложения: обязателен для кураторов и преподавателей',
    ])
  })

  it('has the reader’s day of a moment, and the school’s word for a class', () => {
    const moment = '2026-11-26T21:30:00Z'
    expect(sentencesOf('user', { erase_at: moment, expires_at: moment, until: moment })).toEqual([
      `Будет удалена: день ${moment}`,
      `Действует до: день ${moment}`,
      `До день ${moment}`,
    ])
    expect(sentencesOf('settings', { registration: 'code' }, cohortForms.group)).toEqual([
      'Регистрация: по коду группы',
    ])
  })
})
