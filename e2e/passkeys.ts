import type { Page } from '@playwright/test'
import { demoPassword } from '#server/users/users.factory.ts'

/** Gives the page's device an authenticator that has recognised its owner. */
export const addAuthenticator = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasUserVerification: true, isUserVerified: true },
  })
  return {
    setRecognised: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

/** Fills in the dialog for a passkey «Ноутбук» on the profile; it is not sent yet. */
export const fillPasskey = async (page: Page) => {
  await page.getByRole('button', { name: 'Добавить ключ доступа' }).click()
  const dialog = page.getByRole('dialog', { name: 'Новый ключ доступа' })
  await dialog.getByLabel('Название').fill('Ноутбук')
  await dialog.getByLabel('Ваш пароль').fill(demoPassword)
  return dialog
}
