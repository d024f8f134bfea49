import { z } from 'zod'

/** A state as people see it, the same four fields everywhere (product decision: states). */
export const Status = z.object({ slug: z.string(), name: z.string(), color: z.string(), icon: z.string() })
export type Status = z.infer<typeof Status>

/** Names the four fields of a state; `color` and `icon` are keys of the theme. */
export const status = <Slug extends string>(slug: Slug, name: string, color: StatusColor, icon: string) => ({
  slug,
  name,
  color,
  icon,
})

/** Colours a state may have: the soft badges of the theme. */
export type StatusColor = 'idle' | 'brand' | 'warn' | 'ok' | 'bad'
