import { z } from 'zod'

/**
 * A state as people see it, the same four fields everywhere (product decision: states). `slug`: the states of its
 * domain.
 */
export const namedStatus = <Slugs extends z.util.EnumLike>(slug: z.ZodEnum<Slugs>) =>
  z.object({ slug, name: z.string(), color: z.string(), icon: z.string() })
