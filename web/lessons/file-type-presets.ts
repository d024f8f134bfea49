/** Sensible groups of allowed file types, each chosen at once. */
export const fileTypePresets = [
  { label: 'Картинки', types: ['image/*'] },
  { label: 'PDF', types: ['.pdf'] },
  { label: 'Документы', types: ['.doc', '.docx', '.odt', '.rtf', '.txt'] },
  { label: 'Видео', types: ['video/*'] },
  { label: 'Архивы', types: ['.zip', '.rar', '.7z'] },
]

/** Whether all types of a group are allowed. */
export const hasTypes = (types: string[], group: string[]) => group.every((type) => types.includes(type))

/** The types that belong to no group whose types are all allowed. */
export const otherTypes = (types: string[]) => {
  const grouped = fileTypePresets.filter((preset) => hasTypes(types, preset.types)).flatMap((preset) => preset.types)
  return types.filter((type) => !grouped.includes(type))
}

/** The types with other ones in the place of those that belong to no group. */
export const withOtherTypes = (types: string[], others: string[]) => {
  const before = otherTypes(types)
  return [...new Set([...types.filter((type) => !before.includes(type)), ...others.map(asFileType)])]
}

/** Adds or removes a group of types. */
export const toggleTypes = (types: string[], group: string[], allowed: boolean) => {
  const rest = types.filter((type) => !group.includes(type))
  return allowed ? [...rest, ...group] : rest
}

/** A type as it is kept, however it was typed: «PDF», «*.pdf» and «.pdf» are one extension. */
export const asFileType = (text: string) => {
  const type = text.trim().toLowerCase().replace(/^\*\./, '.')
  return type.includes('/') || type.startsWith('.') || type === '' ? type : `.${type}`
}
