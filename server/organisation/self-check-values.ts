import { absentWords } from '#contract/organisation/registry/registry.ts'
import type { OrganisationField } from '#contract/organisation/registry/registry.types.ts'
import { elementsOf, type ServedElement, wordsOf } from '#server/organisation/self-check-markup.ts'

const plain = (words: string) => words.toLowerCase().replaceAll('ё', 'е').replace(/[.!]$/, '')

/** How schools say that there is nothing. */
const nothing =
  /^(сведения )?(отсутству[ею]т|нет|нет сведений|не предусмотрен[аоы]?|не применя[ею]тся|не имеется|[-–—])$/

type Kind = Pick<OrganisationField, 'kind' | 'absent'>

/** Whether the words of a field say no more than that there is nothing. */
export const saysNothing = (words: string, field: Kind) =>
  words === '' ||
  nothing.test(plain(words)) ||
  plain(words) === plain(absentWords(field)) ||
  (field.kind === 'number' && /^0([.,]0+)?$/.test(words))

const hasAddress = (element: ServedElement) =>
  element.attribs.href !== undefined || elementsOf(element, ({ attribs }) => attribs.href !== undefined).length > 0

/** What is wrong with the form of a value, in Russian; empty when nothing is. */
export const formFault = (element: ServedElement, { kind }: Kind) => {
  const words = wordsOf(element)
  if (kind === 'date' && !/^\d{2}\.\d{2}\.\d{4}$/.test(words)) return 'Дату пишут так: 01.09.2020.'
  if (kind === 'number' && !/^-?\d+([.,]\d+)?$/.test(words.replace(/\s/g, ''))) return 'Здесь нужно число.'
  if (kind === 'file' && !hasAddress(element)) return 'Здесь нужна ссылка на документ, а стоят только слова.'
  if (kind === 'link' && !hasAddress(element)) return 'Здесь нужна ссылка, а стоят только слова.'
  return ''
}
