/**
 * What `load` has brought, and null before. It is called again only after a failure: to import a bundle a second time
 * looks for each of its files in the document, which takes milliseconds.
 */
export const loadOnce = <Loaded>(load: () => Promise<Loaded>) => {
  const memory: { loaded: Loaded | null; load: () => Promise<Loaded> } = {
    loaded: null,
    load: async () => {
      memory.loaded ??= await load()
      return memory.loaded
    },
  }
  return memory
}
