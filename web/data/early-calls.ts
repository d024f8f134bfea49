/** What `web/public/before-paint.js` has called before the app was there. */
interface EarlyCalls {
  token: string
  /** By their addresses. */
  responses: Map<string, Promise<Response>>
}

declare global {
  var earlyCalls: EarlyCalls | undefined
}

/** Takes over the response to a call that the document has already made with this token; undefined when it has not. */
export const takeEarly = (address: string, token: string | null) => {
  if (!globalThis.earlyCalls || globalThis.earlyCalls.token !== token) return undefined
  const { responses } = globalThis.earlyCalls
  const response = responses.get(address)
  responses.delete(address)
  return response
}

/** Ends what the first page has not asked for: later it would be out of date. */
export const dropEarly = () => {
  for (const response of globalThis.earlyCalls?.responses.values() ?? [])
    response.then(({ body }) => body?.cancel()).catch(() => {})
  globalThis.earlyCalls = undefined
}
