import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OrganisationContents } from '#web/organisation/OrganisationContents.tsx'

test('the map of the site offers registration and login to guests alone', () => {
  const links = ['href="/registration"', 'href="/login"']
  const [guests, users] = [false, true].map((forUser) =>
    renderToStaticMarkup(<OrganisationContents forUser={forUser} />),
  )
  for (const link of links) {
    expect(guests).toContain(link)
    expect(users).not.toContain(link)
  }
  expect(users).toContain('href="/projects"')
})
