/** A name in its place in the section, as one text; `container` is null for none. */
export const nameKey = (page: number, container: string | null, name: string) => `${page} ${container ?? ''} ${name}`
