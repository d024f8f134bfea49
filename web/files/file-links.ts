import { type FilmHeight, filmCopyName } from '#contract/files/film-copies.ts'

/** The link to a smaller copy of a picture, by the link to the picture: both are signed alike. */
export const pictureLink = (url: string, variant: 'thumbnail' | 'w960' | 'w1920') =>
  url.replace(/(?=\?|$)/, `/${variant}`)

/** The link to a smaller copy of a film, or to the film itself. */
export const filmLink = (url: string, height: FilmHeight | null) =>
  height === null ? url : url.replace(/(?=\?|$)/, `/${filmCopyName(height)}`)

/** The link that saves a file in place of showing it. */
export const downloadLink = (url: string) => `${url}${url.includes('?') ? '&' : '?'}download`

/** Whether a signed link works no more, or not for long. */
export const isExpired = (url: string, now = Date.now()) => {
  const expires = /[?&]expires=(\d+)/.exec(url)?.[1]
  return expires !== undefined && Number(expires) * 1000 < now + 60_000
}

let followed: HTMLAnchorElement | null = null

/** Whether a click on this link needs a new address first. */
export const mustRenew = (link: HTMLAnchorElement) => link !== followed && isExpired(link.href)

/** Follows a link to an address that was just made: it works, whatever a wrong clock of the device says. */
export const followRenewed = (link: HTMLAnchorElement, address: string) => {
  link.href = address
  followed = link
  link.click()
  followed = null
}
