import { defaultMaxFileSize } from '#contract/files/max-file-size.ts'
import { setSchoolWords } from '#contract/site/school-words.ts'
import type { SchoolSettings } from '#contract/site/site-settings.schema.ts'

/** What the server puts into the document for the page. */
export interface SiteConfig {
  app_name: string
  /** Largest file that may be sent, in bytes. */
  max_file_size: number
  /** Accounts of the demo school, offered on the sign-in page; null where there is none. */
  demo: { email: string; password: string; role: string; name: string }[] | null
  /** The name of the school's identity provider: «Войти через …»; null where there is none. */
  provider: string | null
  /** Who runs the site; it may have changed since the document was sent. */
  school: SchoolSettings | null
  /** Whether the guests' main page lists courses that can be joined; false where guests have no header. */
  programs: boolean
}

/** JSON of a `<script type="application/json">` of the document; null where there is none. */
export const readJson = <T>(id: string): T | null => {
  const text = document.getElementById(id)?.textContent
  return text ? (JSON.parse(text) as T) : null
}

/** The site's own settings. */
export const config: SiteConfig = readJson<SiteConfig>('config') ?? {
  app_name: 'Практика',
  max_file_size: defaultMaxFileSize,
  demo: null,
  provider: null,
  school: null,
  programs: false,
}

if (config.school) setSchoolWords(config.school)
