const letters: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
}

const latin = (text: string) =>
  [
    ...text
      .toLowerCase()
      .normalize('NFD')
      .replace(/и\u0306/g, 'й')
      .replace(/е\u0308/g, 'ё'),
  ]
    .map((letter) => letters[letter] ?? letter)
    .join('')
    .replace(/[^a-z0-9]/g, '')

/** How a login made from a name begins: «Иванова Мария» → `ivanova.m`. */
export const loginBase = ({ surname, name }: { surname: string; name: string }) => {
  const base = [latin(surname).slice(0, 30), latin(name).slice(0, 1)].filter(Boolean).join('.')
  return base.length >= 3 ? base : `user.${base}`.replace(/\.$/, '')
}

/** The first of `ivanova.m`, `ivanova.m2`, `ivanova.m3`… that is not taken; adds it to the taken ones. */
export const freeLogin = (base: string, taken: Set<string>) => {
  let login = base
  for (let number = 2; taken.has(login); number += 1) login = `${base}${number}`
  taken.add(login)
  return login
}
