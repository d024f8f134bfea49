/** Requirements for a file; sizes in bytes. */
export interface FileCheck {
  /** Extensions (`.pdf`), exact types (`image/png`) or wildcards (`image/*`); without a list any file is allowed. */
  types?: readonly string[]
  maxSize?: number
}

/** The two messages of the specification (§5), and two about bytes that are not what the name says. */
export const fileErrors = {
  type: 'Неверное расширение файла',
  size: (maxSize: number) => `Размер файла не должен превышать ${Math.round(maxSize / 1_048_576)}MB`,
  content: (extension: string) =>
    `Файл называется ${extension}, но внутри другое. Сохраните его в программе, где он сделан, как ${extension} и приложите заново.`,
  program: (extension: string) =>
    `Файл называется ${extension}, но внутри программа: так прячут вирусы. Не открывайте его, приложите сам документ. Если нужна программа, верните ей её расширение, например .exe.`,
}

const isAllowed = (file: { name: string; type: string }, entry: string) => {
  const allowed = entry.toLowerCase()
  const type = file.type.toLowerCase()
  if (allowed.includes('/')) return allowed.endsWith('/*') ? type.startsWith(allowed.slice(0, -1)) : type === allowed
  return file.name.toLowerCase().endsWith(allowed.startsWith('.') ? allowed : `.${allowed}`)
}

/** The file check of the specification (§5): the message that refuses the file, or null when it is allowed. */
export const fileProblem = (file: { name: string; type: string; size: number }, { types, maxSize }: FileCheck) => {
  if (types && !types.some((entry) => isAllowed(file, entry))) return fileErrors.type
  if (maxSize !== undefined && file.size > maxSize) return fileErrors.size(maxSize)
  return null
}

/**
 * Whether a file in a text is a part of it, as pictures and the captions of films are: what an assignment requires of
 * files is about others.
 */
export const isPartOfText = ({ type }: { type: string }) => type.startsWith('image/') || type === 'text/vtt'
