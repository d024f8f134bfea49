import { type SQL, sql } from 'drizzle-orm'
import { isCountedFor } from '#server/auth/auth.repo.ts'

/** A part of the export, under its key in `data.json`. */
export interface ExportPart {
  /** What it is, for its readers. */
  description: string
  /** The columns that make rows a person's; a test checks that none is missing. */
  owners: string[]
  rows: (user: { id: number; email: string | null; login: string | null }) => SQL
}

/** What is known of an account itself, part by part. */
export const accountParts: Record<string, ExportPart> = {
  profile: {
    description: 'профиль и настройки',
    owners: [],
    rows: ({ id }) => sql`
      select id, name, surname, patronymic, own_number, email, login, email_confirmed_at, role, rights, occupation, about, links, birth_date, email_bounced_at, shows_courses,
        password_hash is not null as has_password, active,
        awaits_parent_at, erase_at, created_at
      from users where id = ${id}`,
  },
  guardians: {
    description: 'ваши родители, как их назвали вы или школа',
    owners: ['guardians.child_id'],
    rows: ({ id }) => sql`select name, email from guardians where child_id = ${id} order by id`,
  },
  consents: {
    description: 'ваши согласия: документ, версия, когда и откуда даны и отозваны, для бумажных день подписи',
    owners: ['consents.user_id'],
    rows: ({ id }) => sql`
      select document, version, address, given_at, parent, signed_on, withdrawn_at, withdrawn_address
      from consents where user_id = ${id} order by id`,
  },
  consent_requests: {
    description: 'когда и сколько раз школа просила у родителей согласия на вашу учётную запись',
    owners: ['consent_requests.user_id'],
    rows: ({ id }) => sql`select asked_at, sent_at, letters from consent_requests where user_id = ${id}`,
  },
  last_visit: {
    description: 'когда вы последний раз пользовались сайтом',
    owners: ['last_visits.user_id'],
    rows: ({ id }) => sql`select at from last_visits where user_id = ${id}`,
  },
  password_links: {
    description: 'письма со ссылкой на новый пароль, которыми ещё можно воспользоваться',
    owners: ['password_resets.user_id'],
    rows: ({ id }) => sql`select expires_at from password_resets where user_id = ${id}`,
  },
  confirmation_links: {
    description: 'письма со ссылкой, которая подтверждает почту',
    owners: ['email_confirmations.user_id'],
    rows: ({ id }) => sql`select email, expires_at from email_confirmations where user_id = ${id}`,
  },
  failed_attempts: {
    description: 'что посчитано за последние сутки, чтобы никто не подбирал ваш пароль',
    owners: [],
    rows: (user) => sql`select key, at, amount from throttle_hits where ${isCountedFor(user)} order by id`,
  },
  changes: {
    description: 'что вы меняли в школе и что меняли в вашей учётной записи, из журнала изменений',
    owners: [],
    rows: ({ id }) => sql`
      select at, kind, coalesce(actor_id = ${id}, false) as own, object_kind, object_id, before, after from audit_entries
      where actor_id = ${id} or (object_kind = 'user' and object_id = ${String(id)}) order by id`,
  },
  security: {
    description: 'входы, отказы и выгрузки под вашей учётной записью за полгода',
    owners: [],
    rows: ({ id }) => sql`
      select at, until, count, kind, network, place from security_entries where user_id = ${id} order by id`,
  },
  erasures: {
    description: 'просьбы удалить учётную запись',
    owners: ['erasures.user_id', 'erasures.asked_by', 'erasures.cancelled_by'],
    rows: ({ id }) => sql`
      select user_id = ${id} as own, asked_at, erase_at, cancelled_at, erased_at
      from erasures where ${id} in (user_id, asked_by, cancelled_by) order by id`,
  },
}
