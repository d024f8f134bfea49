import { toast } from '#web/ui/toasts.ts'

/** What a file may be. */
export interface FileCheck {
  /** Each an extension (`.pdf`, `pdf`), an exact type, or a group of types such as `image/*`. */
  types?: readonly string[]
  /** In bytes. */
  maxSize?: number
}

const matches = (file: File, entry: string) => {
  const type = entry.trim().toLowerCase()
  if (type.endsWith('/*')) return file.type.toLowerCase().startsWith(type.slice(0, -1))
  if (type.includes('/')) return file.type.toLowerCase() === type
  return file.name.toLowerCase().endsWith(`.${type.replace(/^\./, '')}`)
}

/** The first rule that the file breaks, in the words of specification §5; null when it may be sent. */
export const fileProblem = (file: File, { types, maxSize }: FileCheck) => {
  if (types && !types.some((entry) => matches(file, entry))) return 'Неверное расширение файла'
  if (maxSize !== undefined && file.size > maxSize)
    return `Размер файла не должен превышать ${Math.round(maxSize / 1_048_576)}MB`
  return null
}

/** Checks a file before it is sent; a problem is shown as an error toast. */
export const checkFile = (file: File, check: FileCheck) => {
  const problem = fileProblem(file, check)
  if (problem) toast({ severity: 'error', summary: 'Ошибка', detail: problem, life: 3000 })
  return problem === null
}
