// with the address of this site a link is cleaned as an outside one; in the copy it is not
const link = / href="([^"]*?)\/(lessons|courses)\/(\d{1,9})((?:[/?#][^"]*)?")(?: rel="[^"]*" target="_blank")?/g

/** Finds texts that may have such a link; for PostgreSQL. */
export const linkPattern = '/(lessons|courses)/[0-9]'

/** What a link leads to. */
export type LinkTarget = 'lessons' | 'courses'

/**
 * A cleaned text whose links to lessons and courses of this site begin with other addresses; a link without another one
 * stays. Links that were copied from a browser begin with `publicUrl`.
 */
export const withLinks = (
  html: string,
  publicUrl: string,
  addressOf: (target: LinkTarget, id: number) => string | undefined,
) =>
  html.replace(link, (all, origin: string, target: LinkTarget, id: string, rest: string) => {
    const other = origin === '' || origin === publicUrl ? addressOf(target, Number(id)) : undefined
    return other === undefined ? all : ` href="${other}${rest}`
  })
