import {
  IconFile,
  IconFileMusic,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMovie,
  IconPhoto,
  IconPresentation,
  IconTable,
  type TablerIcon,
} from '@tabler/icons-react'

/** By MIME type, or by extension where the type says nothing. */
const icons: [RegExp, TablerIcon][] = [
  [/^image\/|\.(psd|ai|fig|sketch|xcf|cdr|heic)$/, IconPhoto],
  [/^video\/|\.(mov|mkv|avi)$/, IconMovie],
  [/^audio\//, IconFileMusic],
  [/pdf/, IconFileTypePdf],
  [/zip|compressed|x-(tar|7z|rar|gtar)|vnd\.rar|\.(7z|rar|t?gz)$/, IconFileZip],
  [/spreadsheet|excel|csv|\.(xlsx?|ods)$/, IconTable],
  [/presentation|powerpoint|\.(pptx?|odp|key)$/, IconPresentation],
  [/^text\/|word|document|json|xml|rtf|\.(docx?|odt|md)$/, IconFileText],
]

/** A sign of what kind of file it is. */
export const FileIcon = ({ type, name }: { type: string; name: string }) => {
  const known = type && type !== 'application/octet-stream' ? type : name.toLowerCase()
  const Icon = icons.find(([pattern]) => pattern.test(known))?.[1] ?? IconFile
  return <Icon size={22} stroke={1.6} aria-hidden="true" />
}
