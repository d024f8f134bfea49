// Apart from the schemas: the browser needs no zod for it.

/** The name of a copied course unless another one is given. */
export const copyName = (name: string) => `${name.slice(0, 190)} (копия)`
