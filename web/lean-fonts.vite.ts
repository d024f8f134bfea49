import type { Plugin } from 'vite'

/** Keeps of KaTeX's fonts only what all supported browsers read: WOFF2, without the same fonts in older formats. */
export const leanFonts = (): Plugin => ({
  name: 'lean-fonts',
  enforce: 'pre',
  transform: (code, id) =>
    /\/katex\/dist\/katex(\.min)?\.css/.test(id)
      ? { code: code.replace(/,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\((["'])\w+\1\)/g, ''), map: null }
      : null,
})
