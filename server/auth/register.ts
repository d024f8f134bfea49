import type { z } from 'zod'
import { adultAge, isAtLeast, type Registration } from '#contract/auth/auth.schema.ts'
import { documents } from '#contract/documents/documents.schema.ts'
import { insertConsents } from '#server/auth/auth.repo.ts'
import { openSession } from '#server/auth/open-session.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import type { Db } from '#server/db/database.ts'
import { documentVersionsInForce } from '#server/documents/documents.repo.ts'
import { invalid } from '#server/http/refusal.ts'
import { insertUser } from '#server/users/users.repo.ts'

/** Opens a student's account, journals the consents with their versions, and signs in. */
export const register = async (db: Db, form: z.output<typeof Registration>, address: string) => {
  if (form.birth_date && !isAtLeast(adultAge, form.birth_date, new Date())) {
    throw invalid(
      'birth_date',
      `До ${adultAge} лет учётную запись открывает школа вместе с родителями. Попросите родителей написать нам.`,
    )
  }
  const password_hash = await hashPassword(form.password)
  return db.transaction(async (tx) => {
    const user = await insertUser(tx, {
      name: form.name,
      surname: form.surname,
      email: form.email,
      role: 'student',
      password_hash,
      birth_date: form.birth_date ?? null,
    })
    if (!user) throw invalid('email', 'С этой почтой уже есть учётная запись. Войдите или задайте новый пароль.')
    const versions = await documentVersionsInForce(tx)
    await insertConsents(
      tx,
      documents
        .filter(({ consent }) => consent === 'registration')
        .map(({ slug }) => ({ user_id: user.id, document: slug, version: versions.get(slug) ?? 0, address })),
    )
    return { user, access_token: await openSession(tx, user.id) }
  })
}
