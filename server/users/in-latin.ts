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

/** A Russian text in Latin letters, without anything but letters and digits: «Мария-Анна» is `mariyaanna`. */
export const inLatin = (text: string) =>
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
