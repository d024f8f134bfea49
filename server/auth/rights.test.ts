import { api } from '#contract/api.ts'
import { secondFactors } from '#server/auth/auth.table.ts'
import { softAuthenticator } from '#server/auth/authenticator.fixture.ts'
import { childForm } from '#server/auth/child-form.fixture.ts'
import { insertChildRegistration } from '#server/auth/child-registrations.repo.ts'
import { insertConfirmation } from '#server/auth/confirmations.repo.ts'
import { newToken, openPasswordReset } from '#server/auth/open-session.ts'
import { insertPasskey } from '#server/auth/passkeys.repo.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { codeOf } from '#server/auth/second-factor.fixture.ts'
import { setUpSecondFactor } from '#server/auth/second-factor.ts'
import { listSessions } from '#server/auth/sessions.repo.ts'
import { hashToken } from '#server/http/session.ts'
import { testApp } from '#server/testing/app.ts'
import { type School, testRights } from '#server/testing/rights.ts'
import { demoPassword, signInAs } from '#server/users/users.factory.ts'
import { users } from '#server/users/users.table.ts'

const app = await testApp()
const { db } = app

const newEmail = () => `${crypto.randomUUID()}@school.example`

/** A child whose parent has the letter; returns its token. */
const waitingChild = async () => {
  const token = newToken()
  await insertChildRegistration(db, {
    ...childForm(),
    token_hash: hashToken(token),
    password_hash: '',
    address: '127.0.0.1',
  })
  return token
}

testRights(app, api.auth, {
  user: () => ({}),
  register: () => ({
    body: { name: 'Анна', surname: 'Ёлкина', email: newEmail(), password: 'long enough', consent: true },
  }),
  registerChild: () => ({ body: { ...childForm(), password: 'long enough' } }),
  checkParentConsent: async () => ({ query: `?token=${await waitingChild()}` }),
  giveParentConsent: async () => ({ body: { token: await waitingChild(), name: 'Анна Ёлкина' } }),
  declineParentConsent: async () => ({ query: `?token=${await waitingChild()}` }),
  sendParentLetter: async () => {
    const body = { ...childForm(), password: demoPassword }
    await insertChildRegistration(db, {
      ...childForm(),
      email: body.email,
      token_hash: hashToken(newToken()),
      password_hash: await hashPassword(demoPassword),
      address: '127.0.0.1',
    })
    return { body }
  },
  login: ({ student }) => ({ body: { email: student.user.email, password: demoPassword } }),
  logout: () => ({}),
  endForgotten: () => ({ body: { fingerprints: [hashToken(newToken()).toString('hex')] } }),
  confirmEmail: async ({ student }) => {
    const token = newToken()
    await insertConfirmation(db, hashToken(token), student.user)
    return { body: { token } }
  },
  sendConfirmation: async () => {
    await db.update(users).set({ email_confirmed_at: null })
    return {}
  },
  correctEmail: async () => {
    await db.update(users).set({ email_confirmed_at: null })
    return { body: { email: newEmail(), password: demoPassword } }
  },
  forgotPassword: ({ student }) => ({ body: { email: student.user.email } }),
  checkReset: async ({ student }) => ({
    query: `?email=${student.user.email}&token=${await openPasswordReset(db, student.id, 1)}`,
  }),
  resetPassword: async ({ student }) => ({
    body: { email: student.user.email, token: await openPasswordReset(db, student.id, 1), password: 'new password' },
  }),
})

/** The student signs in with a code, too. */
const withSecondFactor = async ({ student }: School) => {
  await db
    .insert(secondFactors)
    .values({ user_id: student.id, secret: 'JBSWY3DP', confirmed_at: new Date().toISOString() })
  return { params: { id: student.id } }
}

testRights(app, api.account, {
  givePassword: () => ({ body: { password: demoPassword } }),
  look: ({ student }) => ({ params: { id: student.id } }),
  sessions: ({ student }) => ({ params: { id: student.id } }),
  endSession: async ({ student }) => {
    await signInAs(db, student)
    const [session] = await listSessions(db, student.id)
    return { params: { id: student.id, session_id: session?.id as number } }
  },
  endOtherSessions: ({ student }) => ({ params: { id: student.id } }),
  secondFactor: withSecondFactor,
  setUpSecondFactor: ({ student }) => ({ params: { id: student.id }, body: { password: demoPassword } }),
  confirmSecondFactor: async ({ student }) => {
    const { secret } = await setUpSecondFactor(db, student.id, { issuer: 'Практика', label: student.user.email })
    return { params: { id: student.id }, body: { code: codeOf(secret) } }
  },
  removeSecondFactor: async (school) => ({ ...(await withSecondFactor(school)), body: { password: demoPassword } }),
  renewRecoveryCodes: async (school) => ({ ...(await withSecondFactor(school)), body: { password: demoPassword } }),
})

testRights(app, api.passkeys, {
  list: ({ student }) => ({ params: { id: student.id } }),
  begin: ({ student }) => ({ params: { id: student.id }, body: { password: demoPassword } }),
  create: ({ student }) => ({
    params: { id: student.id },
    body: { name: 'Ноутбук', creation: softAuthenticator('http://127.0.0.1:3000').create({ challenge: 'bm9uZQ' }) },
  }),
  remove: async ({ student }) => {
    const passkey = await insertPasskey(db, {
      user_id: student.id,
      name: 'Ноутбук',
      credential_id: crypto.randomUUID(),
      public_key: Buffer.from(''),
      counter: 0,
      transports: [],
    })
    return { params: { id: student.id, passkey_id: passkey?.id ?? 0 }, body: { password: demoPassword } }
  },
})
