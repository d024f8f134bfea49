/** The values, each once, in the order in which they first come. */
export const unique = <Value>(values: Value[]) => [...new Set(values)]
