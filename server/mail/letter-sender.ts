import { fitInto, logoBoxes } from '#contract/site/logo.ts'
import { schoolTitle } from '#contract/site/school-title.ts'
import type { Logo } from '#contract/site/site-settings.schema.ts'
import { shortened } from '#server/content/shortened.ts'
import type { Deps } from '#server/deps.ts'
import { loadSchool } from '#server/site/load-settings.ts'
import { readLogoCopy } from '#server/site/logo-files.ts'

/** Whose letters these are. */
export interface LetterSender {
  /** The name before the sender's address, and beside the logo. */
  title: string
  /** The name under the text; empty until the school has one. */
  name: string
  /** A PNG for a place of this size in CSS pixels. */
  logo: { png: Buffer; width: number; height: number } | null
}

const maxTitle = 78

/** The school as the sender of letters: its names and its logo at the moment of each letter. */
export const letterSender = ({ db, files, config }: Pick<Deps, 'db' | 'files' | 'config'>) => {
  let kept: { url: string; png: Buffer } | null = null
  const readLogo = async ({ url }: Logo) => {
    if (kept?.url === url) return kept.png
    // a letter without a picture is better than none: the storage may be away, or the logo just replaced
    const png = await readLogoCopy(files, url, 'mail').catch(() => null)
    if (png) kept = { url, png }
    return png
  }
  return async (): Promise<LetterSender> => {
    const school = await loadSchool(db)
    const { logo } = school
    const png = logo && (await readLogo(logo))
    return {
      title: shortened(schoolTitle(school, config.appName), maxTitle),
      name: (school.name || school.short_name).replace(/\s+/g, ' '),
      logo: logo && png ? { png, ...fitInto(logo, logoBoxes.mail) } : null,
    }
  }
}
