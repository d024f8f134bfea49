// Apart from the schemas, so that the header does not load zod.

/** Requirements for the school's logo: checked before the upload and again by the server. */
export const logoCheck = {
  types: ['image/png', 'image/jpeg', 'image/webp'],
  maxSize: 5 * 1_048_576,
}

/** Min length of a logo's longer side, in pixels: an icon of less would be blurred. */
export const minLogoSide = 128

/** Max ratio of a logo's sides: in the header's height a longer one could not be read. */
export const maxLogoRatio = 8

/**
 * The ground that a logo can be seen on: dark ones without a ground of their own need a light one, white ones a dark
 * one.
 */
export const logoGrounds = ['any', 'light', 'dark'] as const

/** The dark ground of logos, and the light one. */
export const groundColours = { light: '#ffffff', dark: '#161a21' } as const

/**
 * The copies of a logo besides the header's WebP. `mail` and `print` have a ground; the others are squares: for the
 * tab, for home screens, and for those that may cut its corners off in any shape (`full`).
 */
export const logoCopies = {
  mail: '-mail.png',
  print: '-print.png',
  tab: '-64.png',
  apple: '-180.png',
  small: '-192.png',
  large: '-512.png',
  full: '-full.png',
} as const
export type LogoCopy = keyof typeof logoCopies

/** The address or file name of a copy of a logo. */
export const logoCopy = (logo: string, copy: LogoCopy) => logo.replace(/\.webp$/, logoCopies[copy])

interface Size {
  width: number
  height: number
}

/** Where logos are shown, in CSS pixels. */
export const logoBoxes = { header: { width: 160, height: 32 }, mail: { width: 200, height: 48 } } as const

/** The size of a picture in a box: as large as fits, in whole pixels. */
export const fitInto = ({ width, height }: Size, box: Size): Size => {
  const scale = Math.min(box.width / width, box.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
