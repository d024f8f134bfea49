import type { Plugin } from 'vite'

/** Of the colours that Mantine declares in each scheme, those that nothing of ours is drawn in. */
const unused = /--mantine-color-(?:pink|grape|violet|indigo|cyan|teal|lime|yellow)-[\w-]+:[^;}]*;/g

/** Keeps of Mantine's variables of colours only those in use. */
export const leanColours = (): Plugin => ({
  name: 'lean-colours',
  enforce: 'pre',
  transform: (code, id) =>
    /\/@mantine\/core\/styles\/default-css-variables\.layer\.css/.test(id)
      ? { code: code.replace(unused, ''), map: null }
      : null,
})
