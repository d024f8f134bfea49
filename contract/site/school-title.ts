// Apart from the schemas, so that the header does not load zod.

interface SchoolNames {
  name: string
  short_name: string
}

/** What the header, the sender of letters and messengers call the school; the site's own name until it has one. */
export const schoolTitle = (school: SchoolNames | null, appName: string) =>
  (school?.short_name || school?.name || appName).replace(/\s+/g, ' ')
