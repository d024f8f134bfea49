import { isLeaked } from '#server/auth/common-passwords.ts'
import { onCyrillicKeys, onLatinKeys } from '#server/auth/keyboard.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import { invalid } from '#server/http/refusal.ts'
import { listProgramNames } from '#server/programs/programs.repo.ts'
import { loadSchool } from '#server/site/load-settings.ts'
import { inLatin } from '#server/users/in-latin.ts'

const isRepeated = (text: string) => new Set(text).size <= 2

/** Whose password it is to be. */
interface Owner {
  name: string
  surname: string
  email: string | null
}

/** The names of the site. */
export type SiteNames = Pick<Config, 'appName' | 'publicUrl'>

/** Shorter ones are found in too many passwords. */
const minWord = 3

/**
 * The words of some names, the longest first, as they are written, in Latin letters, and by the same keys on the other
 * layout.
 */
const spellings = (...names: string[]) => {
  const words = names.flatMap((name) =>
    name
      .normalize('NFC')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u),
  )
  const spelled = words.flatMap((word) => [word, inLatin(word), onLatinKeys(word), onCyrillicKeys(word)])
  return [...new Set(spelled)].filter((word) => word.length >= minWord).toSorted((a, b) => b.length - a.length)
}

const wordsOf = ({ name, surname, email }: Owner) => {
  const [local = '', host = ''] = (email ?? '').split('@')
  return spellings(name, surname, local, host)
}

/** Courses that are looked at, the latest first. */
const maxCourses = 500

/**
 * Words that every page shows: names of the site, the school and its announced courses («Words of no password» in
 * docs/policies.md).
 */
const wordsOfSchool = async (db: Db, { appName, publicUrl }: SiteNames) => {
  const [school, programs] = await Promise.all([loadSchool(db), listProgramNames(db, maxCourses)])
  return spellings(appName, new URL(publicUrl).hostname, school.name, school.short_name, ...programs)
}

/** Fewer letters than this beside known words are no secret. */
const minOwnLetters = 3

/** Whether there is nothing else in a text than some of these words, and what is not a letter. */
const isMadeOf = (words: string[], text: string) => {
  const rest = words.reduce((left, word) => left.replaceAll(word, ' '), text)
  return rest !== text && rest.replace(/[^\p{L}]/gu, '').length < minOwnLetters
}

/**
 * 422 for a password that strangers would try first: a leaked one, or one made of the owner's name or address, or of
 * names that the site shows.
 */
export const checkNewPassword = async (db: Db, password: string, owner: Owner, site: SiteNames) => {
  const text = password.normalize('NFC').toLowerCase()
  if (isRepeated(text) || (await isLeaked(text)) || (await isLeaked(onLatinKeys(text)))) {
    throw invalid('password', 'Этот пароль слишком известен: его подберут первым. Придумайте другой.')
  }
  const own = wordsOf(owner)
  if (isMadeOf(own, text)) throw invalid('password', 'В пароле только ваше имя или почта. Придумайте другой.')
  if (isMadeOf([...own, ...(await wordsOfSchool(db, site))], text)) {
    throw invalid('password', 'В пароле только названия школы, курсов или этого сайта. Придумайте другой.')
  }
}
