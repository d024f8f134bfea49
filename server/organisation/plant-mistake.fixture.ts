// Changes of a served page, one mistake each.

export const prop = (name: string) => `itemprop="${name}"`

/** Another value of `itemprop`, wherever the name stands. */
export const renamed = (name: string, other: string) => (html: string) => html.replaceAll(prop(name), prop(other))

/** The name is taken off every element. */
export const unmarked = (name: string) => (html: string) => html.replaceAll(` ${prop(name)}`, '')

/** The name is taken off the first element that has it. */
export const unmarkedOnce = (name: string) => (html: string) => html.replace(` ${prop(name)}`, '')

/** The first element with the name, from its tag to its end; it may hold no element of its own tag. */
const elementWith = (name: string) => new RegExp(`<(\\w+)[^>]*${prop(name)}[^>]*>[\\s\\S]*?</\\1>`)

/** Other HTML in the place of the first element with the name. */
export const replaced = (name: string, by: (element: string) => string) => (html: string) =>
  html.replace(elementWith(name), (element) => by(element))

/** Other words within the first element with the name, which holds no other element. */
export const saying = (name: string, words: string) => (html: string) =>
  html.replace(new RegExp(`(<(\\w+)[^>]*${prop(name)}[^>]*>)[^<]*(</\\2>)`), `$1${words}$3`)

/** Added at the end of what the page shows. */
export const withMore = (more: string) => (html: string) => html.replace('</article>', `${more}</article>`)

/** Without any element of a tag. */
export const without = (tag: string) => (html: string) =>
  html.replaceAll(new RegExp(`<${tag}[\\s\\S]*?</${tag}>`, 'g'), '')
