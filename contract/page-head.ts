/** One object of JSON-LD, as search engines read it: https://schema.org. */
export interface JsonLd {
  '@type': string
  [property: string]: unknown
}

/**
 * What stands in the head of a served page besides its title, for search engines and for links in messengers.
 * Addresses are paths of the site: the server makes them whole.
 */
export interface PageHead {
  /** What links in messengers call it; the title unless said. */
  name: string
  /** One or two sentences in plain words; it is cut to some 200 signs. */
  description: string
  /** The one address of what the page shows, whatever else leads to it. */
  canonical: string
  /** Open Graph's kind of thing. */
  type: 'website' | 'article' | 'profile'
  /** The picture beside a link in messengers, 1200×630: see `pictureOf`. */
  picture: string
  /** Facts for search engines. */
  facts: JsonLd[]
  /** Search engines leave the page out: it is read, but not looked for. */
  hidden: boolean
}

/** What a served page is drawn from. What the head leaves out comes from the page's row in `contract/pages.ts`. */
export interface ServedPage<Data = unknown> {
  title: string
  head?: Partial<PageHead>
  /** What the page's first query would be answered. */
  data: Data
  /** What its other queries would be answered, in the order of the page's `load`. */
  more?: unknown[]
}

/** The beginning of a text as one line, without cutting a word. */
const beginning = (text: string, longest: number) => {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= longest) return line
  return `${line
    .slice(0, longest)
    .replace(/\s+\S*$/, '')
    .replace(/[\s,;:.!?–—-]+$/, '')}…`
}

/** As much of a text as search engines and messengers show of one. */
export const asDescription = (text: string) => beginning(text, 200)

/** A name that may stand in the title of a document; search engines show half of that. */
export const asTitle = (name: string) => beginning(name, 120)
