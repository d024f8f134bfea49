import sharp from 'sharp'
import { afterEach, expect, it } from 'vitest'
import { logoCopy } from '#contract/site/logo.ts'
import { siteSettings } from '#server/site/site.table.ts'
import { testApp } from '#server/testing/app.ts'
import { mailServer, type ReceivedLetter } from '#server/testing/mail-server.ts'
import { textOf } from '#server/testing/message-parts.ts'
import { upload } from '#server/testing/upload.ts'

const { url, received } = await mailServer()
const { app, deps, db, call, signedIn, runEffects } = await testApp({
  env: { SMTP_URL: url, PUBLIC_URL: 'https://school.example' },
})
const curator = await signedIn({ role: 'curator' })
const set = (body: object) => call('PUT', '/api/settings/school', { token: curator.token, body })

const setLogo = async () => {
  const picture = sharp({ create: { width: 400, height: 200, channels: 3, background: '#e8590c' } })
  const sent = upload(await picture.png().toBuffer())
  return (await call('POST', '/api/settings/school/logo', { token: curator.token, ...sent })).body.school.logo.url
}

afterEach(() => db.delete(siteSettings))

/** The letter that an invited person gets. */
const invite = async () => {
  const email = `${crypto.randomUUID()}@school.example`
  await call('POST', '/api/users', {
    token: curator.token,
    body: { name: 'Мария', surname: 'Ли', email, role: 'student' },
  })
  await runEffects()
  return received.find(({ to }) => to === email) as ReceivedLetter
}

/** The name before the sender's address. */
const senderOf = ({ headers }: ReceivedLetter) =>
  (headers.from ?? '')
    .replace(/=\?utf-8\?(b|q)\?(.*?)\?=\s*/gi, (_, kind, text) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString()
        : textOf({ type: '', encoding: 'quoted-printable', body: text.replaceAll('_', ' ') }),
    )
    .replace(/ ?<.*/, '')
    .replaceAll('"', '')
const typesOf = ({ parts }: ReceivedLetter) => parts.map(({ type }) => type)

it('is from the site until the school has a name', async () => {
  const letter = await invite()
  expect([senderOf(letter), typesOf(letter)]).toEqual(['Практика', ['text/plain']])
  expect(letter.text).not.toContain('-- ')
})

it('is from the school, and signed with its full name', async () => {
  await set({ name: 'Школа «Ёж» и «Уж»' })
  const named = await invite()
  expect([senderOf(named), typesOf(named)]).toEqual(['Школа «Ёж» и «Уж»', ['text/plain']])
  expect(named.text.trimEnd()).toMatch(/\n\n-- \r?\nШкола «Ёж» и «Уж»$/)
  await set({ short_name: 'Ёж' })
  const letter = await invite()
  expect([senderOf(letter), letter.text.includes('Школа «Ёж» и «Уж»')]).toEqual(['Ёж', true])
})

it('shows the logo, which is in the letter itself, above the same text with links', async () => {
  await set({ name: 'Школа <Ёж>', short_name: 'Ёж & Уж' })
  const logo = await setLogo()
  const letter = await invite()
  expect(typesOf(letter)).toEqual(['text/plain', 'text/html', 'image/png'])
  const [, html, picture] = letter.parts.map((part) => ({ ...part, text: textOf(part) }))
  expect(html?.text).toContain('<img src="cid:logo@school" width="96" height="48"')
  expect(html?.text).toContain('Ёж &amp; Уж')
  expect(html?.text).toContain('Школа &lt;Ёж&gt;')
  const link = /https:\/\/school\.example\/reset-password\/\S+/.exec(letter.text)?.[0]
  expect(html?.text).toContain(`<a href="${link?.replaceAll('&', '&amp;')}"`)
  // nothing is loaded from elsewhere
  expect(html?.text).not.toMatch(/src="http|url\(/)
  const { rawPayload } = await app.inject({ url: logoCopy(logo, 'mail') })
  expect(Buffer.from(picture?.body ?? '', 'base64').equals(rawPayload)).toBe(true)
})

it('is sent without a logo that cannot be read', async () => {
  await set({ name: 'Школа' })
  const logo = await setLogo()
  await deps.files.remove(logoCopy(logo, 'mail').slice(1))
  expect(typesOf(await invite())).toEqual(['text/plain'])
})
