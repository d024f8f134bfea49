/** Loads a bundle again until it is there: without a network, it is not. */
export const keepLoading = <Bundle>(load: () => Promise<Bundle>, againMs = 5000): Promise<Bundle> =>
  load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, againMs))
    return keepLoading(load, againMs)
  })
