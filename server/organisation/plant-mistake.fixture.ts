// Changes of a served page, one mistake each.

export const prop = (name: string) => `itemprop="${name}"`

/** Replaces the value of `itemprop` everywhere. */
export const renamed = (name: string, other: string) => (html: string) => html.replaceAll(prop(name), prop(other))

/** Removes the name from every element. */
export const unmarked = (name: string) => (html: string) => html.replaceAll(` ${prop(name)}`, '')

/** Removes the name from the first element that has it. */
export const unmarkedOnce = (name: string) => (html: string) => html.replace(` ${prop(name)}`, '')

/**
 * Matches the first element with the name, from its tag to its end; it must not contain an element with the same tag.
 */
const elementWith = (name: string) => new RegExp(`<(\\w+)[^>]*${prop(name)}[^>]*>[\\s\\S]*?</\\1>`)

/** Replaces the first element with the name by other HTML. */
export const replaced = (name: string, by: (element: string) => string) => (html: string) =>
  html.replace(elementWith(name), (element) => by(element))

/** Replaces the text of the first element with the name, which contains no other element. */
export const withText = (name: string, text: string) => (html: string) =>
  html.replace(new RegExp(`(<(\\w+)[^>]*${prop(name)}[^>]*>)[^<]*(</\\2>)`), `$1${text}$3`)

/** Adds HTML at the end of the page's content. */
export const withMore = (more: string) => (html: string) => html.replace('</article>', `${more}</article>`)

/** Removes all elements with a tag. */
export const without = (tag: string) => (html: string) =>
  html.replaceAll(new RegExp(`<${tag}[\\s\\S]*?</${tag}>`, 'g'), '')
