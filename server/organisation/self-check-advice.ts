import { absentText } from '#contract/organisation/registry/registry.ts'
import type { OrganisationField } from '#contract/organisation/registry/registry.types.ts'
import { counted } from '#contract/plural.ts'

/** How many characters have to be changed, added or removed to make one string of another (Levenshtein). */
const distance = (a: string, b: string) => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      next[j] = Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + same)
    }
    row = next
  }
  return row[b.length] as number
}

/** Different case, an extra space, a letter or two: the robot compares exactly. */
const isMisspelt = (written: string, name: string) =>
  written.trim().toLowerCase() === name.toLowerCase() || (name.length > 4 && distance(written, name) <= 2)

const again = 'Опубликуйте страницу заново: разметку платформа ставит сама, даже если сведений нет.'

/** The advice of the report, in Russian: a sentence or two each. */
export const advice = {
  missing: (name: string, unknown: string[]) => {
    const several = unknown.find((written) => written.trim() !== name && written.split(/\s+/).includes(name))
    if (several) return severalNames(several)
    const misspelt = unknown.find((written) => isMisspelt(written, name))
    if (misspelt !== undefined) return `Похоже на опечатку: на странице стоит «${misspelt}», а робот ищет «${name}».`
    return `Этого имени на странице нет. ${again}`
  },
  notInEachRow: (without: number, rows: number) => `Имя есть не в каждой строке: нет в ${without} из ${rows}. ${again}`,
  outside: (container: string, title: string) =>
    `Имя стоит вне строки ${container} («${title}»). Робот засчитывает его только внутри неё.`,
  inside: (parent: string) => `Имя стоит внутри ${parent}, а должно стоять само по себе.`,
  tooDeep: () => 'Имя вложено глубже одного уровня: такую разметку робот не читает.',
  wholeTable: (tag: string) =>
    `Имя стоит на всей таблице (<${tag}>), а нужно на каждой её строке (<tr>): иначе робот посчитает одну строку.`,
  hidden: (reason: string) =>
    `Посетитель этого не видит: ${reason}. Всё размеченное должно быть на виду (п. 27 приказа № 1493).`,
  emptyRows: () => 'Закон просит эти сведения, а в таблице их нет. Если их и правда нет, так и оставьте.',
  emptyRequired: (text: string) =>
    `Закон просит эти сведения, а здесь только «${text}». Если их и правда нет, так и оставьте.`,
  emptyInRows: (without: number, rows: number) =>
    `Закон просит эти сведения в каждой строке, а их нет в ${without} из ${rows}. Заполните их.`,
  blank: (field: Pick<OrganisationField, 'kind' | 'absent'>) =>
    `Место размечено, но пусто. Заполните его или отметьте «нет сведений»: тогда здесь встанет «${absentText(field)}».`,
  repeated: (times: number, container: string | null) =>
    `Имя стоит ${counted(times, 'раз', 'раза', 'раз')}, а должно один раз${container ? ` в каждой строке ${container}` : ''}: робот собьётся со счёта.`,
  strays: (name: string) => `Имя ${name} стоит и там, где ему не место: такие робот не засчитывает.`,
  severalNames: (written: string) => severalNames(written),
}

const severalNames = (written: string) =>
  `На одном элементе несколько имён («${written}»): робот сравнивает целиком и не найдёт ни одного.`
