// Apart from the schema, so that a page that only shows states does not load zod.

/** A state with its four fields; `color` and `icon` are keys of the theme. */
export const status = <Slug extends string>(slug: Slug, name: string, color: StatusColor, icon: string) => ({
  slug,
  name,
  color,
  icon,
})

/** Colours a state may have: the soft badges of the theme. */
export type StatusColor = 'idle' | 'brand' | 'warn' | 'ok' | 'bad'
