/** One object of JSON-LD for search engines: https://schema.org. */
export interface JsonLd {
  '@type': string
  [property: string]: unknown
}

/**
 * The head of a served page besides its title, for search engines and for links in messengers. Addresses are paths of
 * the site: the server makes them absolute.
 */
interface PageHead {
  /** The name for links in messengers; by default the title. */
  name: string
  /** One or two sentences of plain text; shortened to some 200 characters. */
  description: string
  /** The canonical address of the page's content, whatever else leads to it. */
  canonical: string
  /** The Open Graph type. */
  type: 'website' | 'article' | 'profile'
  /** The link preview in messengers, 1200×630: see `pictureOf`. */
  picture: string
  /** Facts for search engines. */
  facts: JsonLd[]
  /** Search engines do not index the page, though it can be read. */
  hidden: boolean
}

/** The data of a served page. What the head leaves out comes from the page's row in `contract/pages.ts`. */
export interface ServedPage<Answers extends object = object> {
  title: string
  head?: Partial<PageHead>
  /** The responses of the page's queries, by their names in the page's `load`. */
  answers: Answers
}

/** The beginning of a text as one line, without cutting a word. */
const beginning = (text: string, maxLength: number) => {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= maxLength) return line
  return `${line
    .slice(0, maxLength)
    .replace(/\s+\S*$/, '')
    .replace(/[\s,;:.!?–—-]+$/, '')}…`
}

/** As much of a text as search engines and messengers show. */
export const asDescription = (text: string) => beginning(text, 200)

/** A name that fits the title of a document; search engines show half of that. */
export const asTitle = (name: string) => beginning(name, 120)
