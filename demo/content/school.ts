import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'
import { school as contacts } from './organisation/rows.ts'

/** The operator of the demo school's site, as in its organisation section. */
export const school: Partial<SchoolSettings> = {
  name: 'АНО ДПО «Школа Практика»',
  short_name: 'Практика',
  inn: '0000000000',
  ogrn: '0000000000000',
  address: contacts.address,
  email: contacts.email,
  phone: contacts.telephone,
  operator_number: '77-00-000000',
  age_mark: '12+',
  enrol_words: 'Подайте заявку. Куратор ответит за три рабочих дня, пришлёт договор и откроет уроки в день зачисления.',
  certificate_signer: 'Ольга Ветрова',
  certificate_post: 'куратор школы',
}
