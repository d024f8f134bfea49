const latin = `qwertyuiop[]asdfghjkl;'zxcvbnm,.\``
const cyrillic = 'йцукенгшщзхъфывапролджэячсмитьбюё'
const toLatin = new Map([...cyrillic].map((letter, place) => [letter, latin[place] as string]))
const toCyrillic = new Map([...latin].map((sign, place) => [sign, cyrillic[place] as string]))

const typed = (keys: Map<string, string>) => (text: string) => [...text].map((sign) => keys.get(sign) ?? sign).join('')

/** What the keys of a Russian text give on the Latin layout; lower case. */
export const onLatinKeys = typed(toLatin)

/** What the keys of a Latin text give on the Russian layout; lower case. */
export const onCyrillicKeys = typed(toCyrillic)
