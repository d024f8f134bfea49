import { extname } from 'node:path'

/** Characters that common file systems do not allow in a name. */
const forbidden = /[<>:"/\\|?*\p{Cc}]/gu
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** A name that every computer can unpack, shortened to leave room for the folder. */
const safeName = (name: string) => {
  const clean = name.replace(forbidden, '_').replace(/[. ]+$/, '')
  const extension = extname(clean).slice(0, 20)
  const stem = [...clean.slice(0, clean.length - extension.length)].slice(0, 100).join('')
  return (reserved.test(stem) || stem === '' ? `_${stem}` : stem) + extension
}

/** Makes names unique: the second of two equal names gets « (2)». */
export const archiveNames = () => {
  const taken = new Set<string>()
  return (name: string) => {
    const safe = safeName(name)
    const extension = extname(safe)
    const stem = safe.slice(0, safe.length - extension.length)
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? safe : `${stem} (${number})${extension}`
      if (taken.has(candidate.toLowerCase())) continue
      taken.add(candidate.toLowerCase())
      return candidate
    }
  }
}
