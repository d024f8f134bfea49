import { sql } from 'drizzle-orm'
import type { ExportPart } from '#server/privacy/export-account.repo.ts'

/** How a person signs in, and where they have. */
export const accessParts: Record<string, ExportPart> = {
  sessions: {
    description: 'где вы вошли: когда начат и когда последний раз продолжен каждый вход',
    owners: ['sessions.user_id', 'sessions.looker_id'],
    rows: ({ id }) => sql`
      select created_at, used_at, expires_at, password_at, device, network from sessions
      where user_id = ${id} and looker_id is null or looker_id = ${id} order by id`,
  },
  program_keys: {
    description: 'ключи, которые вы сделали для программ',
    owners: ['program_keys.user_id'],
    rows: ({ id }) => sql`
      select name, scopes, created_at, expires_at, used_at, deleted_at from program_keys where user_id = ${id} order by id`,
  },
  known_devices: {
    description: 'сколько устройств уже знакомо: о входе с нового приходит письмо',
    owners: ['known_devices.user_id'],
    rows: ({ id }) => sql`select used_at from known_devices where user_id = ${id} order by used_at`,
  },
  passkeys: {
    description: 'ключи доступа (passkey), которыми вы подтверждаете вход',
    owners: ['passkeys.user_id', 'passkey_challenges.user_id'],
    rows: ({ id }) => sql`select name, created_at, used_at from passkeys where user_id = ${id} order by id`,
  },
  user_identities: {
    description: 'вход через систему входа школы: под каким именем она вас знает',
    owners: ['user_identities.user_id'],
    rows: ({ id }) => sql`
      select issuer, subject, created_at, used_at from user_identities where user_id = ${id} order by id`,
  },
  second_factor: {
    description: 'вход с кодом из приложения: когда включён, сколько осталось запасных кодов',
    owners: ['second_factors.user_id', 'recovery_codes.user_id'],
    rows: ({ id }) => sql`
      select created_at, confirmed_at, (select count(*)::int from recovery_codes where user_id = ${id}) as recovery_codes
      from second_factors where user_id = ${id}`,
  },
}
